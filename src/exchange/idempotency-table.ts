import { Fifo } from './fifo.ts';
import type { Idempotency, Outcome } from './interface.ts';
import { SpreadMap } from './spread-map.ts';

const DAY_US = 24 * 3600 * 1_000_000;
/** Beyond this many remembered keys the oldest are forgotten before their 24 hours are over. */
export const IDEMPOTENCY_KEYS_MAX = 500_000;

export interface RememberedOutcome {
  readonly owner: string;
  readonly bodyHash: string;
  readonly time: number;
  readonly outcome: Outcome;
}

/**
 * Outcomes of commands that carried an idempotency key, for 24 hours (design/ats.md). Part of the venue's state, so that a
 * caller who repeats a request after a crash gets the first answer. Time is that of the commands: deterministic.
 */
export class IdempotencyTable {
  readonly #outcomes = new SpreadMap<string, RememberedOutcome>();
  /** The same in order of time. */
  readonly #byTime = new Fifo<RememberedOutcome>();

  /** The stored outcome for the same key and body, a refusal for the same key with another body, undefined for a new key. */
  find(clientId: string, idempotency: Idempotency, now: number): Outcome | undefined {
    this.#forget(now);
    return this.look(clientId, idempotency, now);
  }

  /** As find, and changes nothing: for reading between commands. */
  look(clientId: string, idempotency: Idempotency, now: number): Outcome | undefined {
    const known = this.#outcomes.get(ownerOf(clientId, idempotency.key));
    if (known === undefined || isForgotten(known, now)) return undefined;
    if (known.bodyHash === idempotency.bodyHash) return { ...known.outcome, replayed: true };
    return { ok: false, refusal: 'idempotency key reused', replayed: false };
  }

  remember(clientId: string, idempotency: Idempotency, time: number, outcome: Outcome): void {
    const owner = ownerOf(clientId, idempotency.key);
    this.restore({ owner, bodyHash: idempotency.bodyHash, time, outcome });
  }

  restore(remembered: RememberedOutcome): void {
    this.#outcomes.set(remembered.owner, remembered);
    this.#byTime.push(remembered);
  }

  /** Oldest first. */
  entries(): RememberedOutcome[] {
    return this.#byTime.toArray();
  }

  #forget(now: number): void {
    for (let oldest = this.#byTime.first; oldest !== undefined; oldest = this.#byTime.first) {
      if (!isForgotten(oldest, now) && this.#outcomes.size <= IDEMPOTENCY_KEYS_MAX) return;
      this.#outcomes.delete(oldest.owner);
      this.#byTime.shift();
    }
  }
}

function isForgotten(remembered: RememberedOutcome, now: number): boolean {
  return remembered.time + DAY_US <= now;
}

function ownerOf(clientId: string, key: string): string {
  return `${clientId}\n${key}`;
}
