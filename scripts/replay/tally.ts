import { type Call, ENDED, OK } from './desk.ts';

export interface StoredTally {
  readonly messages: number;
  readonly calls: number;
  readonly skipped: number;
  readonly refused: readonly (readonly [code: number, calls: number])[];
}

/** Counts what was played and what the venue said to it. */
export class Tally {
  messages = 0;
  calls = 0;
  /** Messages that ask nothing of the venue, or name an order that it does not have. */
  skipped = 0;
  readonly #refused = new Map<number, number>();

  count(call: Call, code: number): void {
    this.calls++;
    if (code === OK) return;
    this.#refused.set(code, (this.#refused.get(code) ?? 0) + 1);
    if (code === ENDED && call.method !== 'createOrder') this.skipped++;
  }

  /** Refused calls by code, lowest code first. */
  get refused(): ReadonlyMap<number, number> {
    return new Map([...this.#refused].sort(([one], [other]) => one - other));
  }

  stored(): StoredTally {
    const { messages, calls, skipped } = this;
    return { messages, calls, skipped, refused: [...this.refused] };
  }

  restore(stored: StoredTally): void {
    this.messages = stored.messages;
    this.calls = stored.calls;
    this.skipped = stored.skipped;
    for (const [code, calls] of stored.refused) this.#refused.set(code, calls);
  }
}
