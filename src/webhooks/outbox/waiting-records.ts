/**
 * Letters that wait because of a record, for registrations that ask for record by record (C79): one whose delivery is
 * made again, and behind it the later ones about the same record, in the order of writing.
 */
import type { RecordKey } from '../events/index.ts';

/** A letter, as far as it matters here. */
export interface OrderedLetter {
  readonly id: string;
  readonly target: { readonly id: string };
  /** The records that it tells of. */
  readonly about: readonly RecordKey[];
}

export class WaitingRecords {
  /** By registration and record: the letters that wait, the next one first. */
  readonly #lines = new Map<string, string[]>();
  /** When each is due, in milliseconds since 1970. */
  readonly #dueMs = new Map<string, number>();

  get isEmpty(): boolean {
    return this.#dueMs.size === 0;
  }

  /** When the letter that this one has to wait for is due; undefined where there is none. */
  waitsForMs(letter: OrderedLetter): number | undefined {
    for (const key of keysOf(letter)) {
      const first = this.#lines.get(key)?.[0];
      if (first !== undefined && first !== letter.id) return this.#dueMs.get(first);
    }
    return undefined;
  }

  /** Its delivery failed: it is made again before all others. */
  putFirst(letter: OrderedLetter, dueMs: number): void {
    for (const key of keysOf(letter)) this.#lines.set(key, [letter.id, ...(this.#lines.get(key) ?? [])]);
    this.#dueMs.set(letter.id, dueMs);
  }

  /** Behind the others; one that waits already keeps its place. */
  putLast(letter: OrderedLetter, dueMs: number): void {
    for (const key of keysOf(letter)) {
      const line = this.#lines.get(key) ?? [];
      if (!line.includes(letter.id)) line.push(letter.id);
      this.#lines.set(key, line);
    }
    this.#dueMs.set(letter.id, dueMs);
  }

  /** Its attempt begins. */
  remove(letter: OrderedLetter): void {
    if (!this.#dueMs.delete(letter.id)) return;
    for (const key of keysOf(letter)) {
      const line = (this.#lines.get(key) ?? []).filter((id) => id !== letter.id);
      if (line.length > 0) this.#lines.set(key, line);
      else this.#lines.delete(key);
    }
  }
}

function keysOf({ target, about }: OrderedLetter): string[] {
  return about.map((record) => `${target.id} ${record}`);
}
