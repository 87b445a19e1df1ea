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

/** Ids of deliveries by place: each step takes the same time, however many there are. */
interface Line {
  readonly ids: Map<number, string>;
  /** The place of the next one, and the place after the last. */
  first: number;
  end: number;
}

export class WaitingRecords {
  /** By registration and record: the deliveries that wait, the next one first. */
  readonly #lines = new Map<string, Line>();
  /** When each is due, in milliseconds since 1970. */
  readonly #dueMs = new Map<string, number>();

  get isEmpty(): boolean {
    return this.#dueMs.size === 0;
  }

  /** When the delivery that this one has to wait for is due; undefined without one. */
  waitsForMs(delivery: OrderedDelivery): number | undefined {
    for (const key of keysOf(delivery)) {
      const line = this.#lines.get(key);
      const first = line?.ids.get(line.first);
      if (first !== undefined && first !== delivery.id) return this.#dueMs.get(first);
    }
    return undefined;
  }

  /** Its delivery failed: it is made again before all others. */
  putFirst(delivery: OrderedDelivery, dueMs: number): void {
    for (const key of keysOf(delivery)) {
      const line = this.#lineOf(key);
      line.ids.set(--line.first, delivery.id);
    }
    this.#dueMs.set(delivery.id, dueMs);
  }

  /** After the others; one that waits already keeps its place. */
  putLast(delivery: OrderedDelivery, dueMs: number): void {
    const keys = this.#dueMs.has(delivery.id) ? [] : keysOf(delivery);
    for (const key of keys) {
      const line = this.#lineOf(key);
      line.ids.set(line.end++, delivery.id);
    }
    this.#dueMs.set(delivery.id, dueMs);
  }

  /** Its attempt begins: it waits for none, so it is the first of each of its lines. */
  remove(delivery: OrderedDelivery): void {
    if (!this.#dueMs.delete(delivery.id)) return;
    for (const key of keysOf(delivery)) {
      const line = this.#lineOf(key);
      line.ids.delete(line.first++);
      if (line.ids.size === 0) this.#lines.delete(key);
    }
  }

  #lineOf(key: string): Line {
    const line = this.#lines.get(key) ?? { ids: new Map<number, string>(), first: 0, end: 0 };
    this.#lines.set(key, line);
    return line;
  }
}

function keysOf({ target, about }: OrderedDelivery): string[] {
  return about.map((record) => `${target.id} ${record}`);
}
