/**
 * Deliveries that wait because of a record, for registrations that ask for record by record (C79): one that is made
 * again, and after it the later ones about the same record, in the order of writing.
 */
import type { RecordKey } from '../events/index.ts';

/** A delivery, as far as it matters here. */
export interface OrderedDelivery {
  readonly id: string;
  readonly target: { readonly id: string };
  /** The records that it is about. */
  readonly about: readonly RecordKey[];
}

export class WaitingRecords {
  /** By registration and record: the deliveries that wait, the next one first. */
  readonly #lines = new Map<string, string[]>();
  /** When each is due, in milliseconds since 1970. */
  readonly #dueMs = new Map<string, number>();

  get isEmpty(): boolean {
    return this.#dueMs.size === 0;
  }

  /** When the delivery that this one has to wait for is due; undefined without one. */
  waitsForMs(delivery: OrderedDelivery): number | undefined {
    for (const key of keysOf(delivery)) {
      const first = this.#lines.get(key)?.[0];
      if (first !== undefined && first !== delivery.id) return this.#dueMs.get(first);
    }
    return undefined;
  }

  /** Its delivery failed: it is made again before all others. */
  putFirst(delivery: OrderedDelivery, dueMs: number): void {
    for (const key of keysOf(delivery)) this.#lines.set(key, [delivery.id, ...(this.#lines.get(key) ?? [])]);
    this.#dueMs.set(delivery.id, dueMs);
  }

  /** After the others; one that waits already keeps its place. */
  putLast(delivery: OrderedDelivery, dueMs: number): void {
    for (const key of keysOf(delivery)) {
      const line = this.#lines.get(key) ?? [];
      if (!line.includes(delivery.id)) line.push(delivery.id);
      this.#lines.set(key, line);
    }
    this.#dueMs.set(delivery.id, dueMs);
  }

  /** Its attempt begins. */
  remove(delivery: OrderedDelivery): void {
    if (!this.#dueMs.delete(delivery.id)) return;
    for (const key of keysOf(delivery)) {
      const line = (this.#lines.get(key) ?? []).filter((id) => id !== delivery.id);
      if (line.length > 0) this.#lines.set(key, line);
      else this.#lines.delete(key);
    }
  }
}

function keysOf({ target, about }: OrderedDelivery): string[] {
  return about.map((record) => `${target.id} ${record}`);
}
