/** Compares the tops that the stream delivers, one by one, with those of the run in this process. */
import { type StreamedTop, streamedTopText } from './top-text.ts';

export interface StoredTopCheck {
  /** seq of the security before the replay's first change. */
  readonly base: number;
  /** seq of the last top received. */
  readonly seq: number;
  readonly difference: string | null;
}

export class TopCheck {
  readonly #expected: readonly string[];
  #base = 0;
  #seq = 0;
  #difference: string | null = null;

  constructor(expected: readonly string[]) {
    this.#expected = expected;
  }

  /** seq of the last top received. */
  get seq(): number {
    return this.#seq;
  }

  get received(): number {
    return this.#seq - this.#base;
  }

  /** What is wrong with what came so far, or null. */
  get difference(): string | null {
    return this.#difference;
  }

  /** What is wrong when nothing more is to come, or null. */
  get finalDifference(): string | null {
    if (this.#difference !== null) return this.#difference;
    const { received } = this;
    return received === this.#expected.length ? null : `${received} tops instead of ${this.#expected.length}`;
  }

  begin(seq: number): void {
    this.#base = seq;
    this.#seq = seq;
  }

  /** A top that follows the last one. */
  take(seq: number, top: StreamedTop): void {
    this.#seq = seq;
    const text = streamedTopText(top);
    const expected = this.#expected[this.received - 1] ?? 'nothing';
    if (text !== expected) this.fail(`top ${this.received} is ${text} and should be ${expected}`);
  }

  fail(difference: string): void {
    this.#difference ??= difference;
  }

  stored(): StoredTopCheck {
    return { base: this.#base, seq: this.#seq, difference: this.#difference };
  }

  restore({ base, seq, difference }: StoredTopCheck): void {
    this.#base = base;
    this.#seq = seq;
    this.#difference = difference;
  }
}
