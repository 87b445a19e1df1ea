import type { Accepted, Idempotency, Outcome } from '../api/index.ts';
import { Fifo, SpreadMap } from '../collections/index.ts';

const DAY_US = 24 * 3600 * 1_000_000;
/**
 * Of entries whose time is over, so many go with each command that has a key: a full day of them at once would keep
 * others waiting.
 */
const FORGOTTEN_MAX = 16;

/** Keys that are stored before the oldest ones are forgotten, before their 24 hours are over. */
export interface IdempotencyLimits {
  readonly keysPerClient: number;
  readonly keys: number;
}

const LIMITS: IdempotencyLimits = { keysPerClient: 100_000, keys: 500_000 };

export interface StoredOutcome {
  readonly owner: string;
  readonly bodyHash: string;
  readonly time: number;
  readonly outcome: Outcome;
}

interface Entry extends StoredOutcome {
  /** Neighbours in the order of time. */
  before: Entry | null;
  after: Entry | null;
}

/**
 * Outcomes of commands that carried an idempotency key, for 24 hours (C34). Part of the venue's state, so that a caller
 * who repeats a request after a crash gets the first answer. Time is that of the commands: deterministic. Where room is
 * short a client's own oldest keys go: nobody pushes out those of another who has no more than a fair share.
 */
export class IdempotencyTable {
  readonly #limits: IdempotencyLimits;
  readonly #entries = new SpreadMap<string, Entry>();
  /** By client, oldest first. */
  readonly #clients = new Map<string, Fifo<Entry>>();
  #oldest: Entry | null = null;
  #newest: Entry | null = null;

  constructor(limits: IdempotencyLimits = LIMITS) {
    this.#limits = limits;
  }

  /**
   * The stored outcome for the same key and body, a refusal for the same key with another body, undefined for a new
   * key.
   */
  find(clientId: string, idempotency: Idempotency, nowUs: number): Outcome | undefined {
    this.#forgetOld(nowUs);
    return this.look(clientId, idempotency, nowUs);
  }

  /** As find, and changes nothing: for reading between commands. */
  look(clientId: string, idempotency: Idempotency, nowUs: number): Outcome | undefined {
    const known = this.#entries.get(ownerOf(clientId, idempotency.key));
    if (known === undefined || isOver(known, nowUs)) return undefined;
    if (known.bodyHash === idempotency.bodyHash) return { ...known.outcome, replayed: true, at: known.time };
    return { ok: false, refusal: 'idempotency key reused', replayed: false };
  }

  /** The outcome of a command, which what it left pending completes (M17). */
  outcomeOf(key: string): Accepted | undefined {
    const outcome = this.#entries.get(key)?.outcome;
    return outcome?.ok ? outcome : undefined;
  }

  /** A key that `find` did not know. */
  remember(clientId: string, idempotency: Idempotency, time: number, outcome: Outcome): void {
    const owner = ownerOf(clientId, idempotency.key);
    // An entry of the same key whose time is over, and all that is older of the client.
    while (this.#entries.get(owner) !== undefined) this.#forgetOldestOf(clientId);
    this.restore({ owner, bodyHash: idempotency.bodyHash, time, outcome });
    this.#makeRoom(clientId);
  }

  restore({ owner, bodyHash, time, outcome }: StoredOutcome): void {
    const entry: Entry = { owner, bodyHash, time, outcome, before: this.#newest, after: null };
    if (this.#newest === null) this.#oldest = entry;
    else this.#newest.after = entry;
    this.#newest = entry;
    this.#entries.set(owner, entry);
    const clientId = clientOf(owner);
    let own = this.#clients.get(clientId);
    if (own === undefined) {
      own = new Fifo();
      this.#clients.set(clientId, own);
    }
    own.push(entry);
  }

  /** Oldest first. */
  *entries(): Generator<StoredOutcome, void, undefined> {
    for (let entry = this.#oldest; entry !== null; entry = entry.after) {
      const { owner, bodyHash, time, outcome } = entry;
      yield { owner, bodyHash, time, outcome };
    }
  }

  #forgetOld(nowUs: number): void {
    for (let count = 0; count < FORGOTTEN_MAX; count++) {
      if (this.#oldest === null || !isOver(this.#oldest, nowUs)) return;
      // The oldest of all is the oldest of its client.
      this.#forgetOldestOf(clientOf(this.#oldest.owner));
    }
  }

  #makeRoom(clientId: string): void {
    const { keysPerClient, keys } = this.#limits;
    if (this.#sizeOf(clientId) > keysPerClient) this.#forgetOldestOf(clientId);
    if (this.#entries.size <= keys) return;
    const hasMore = this.#sizeOf(clientId) > keys / this.#clients.size;
    this.#forgetOldestOf(hasMore ? clientId : this.#largest());
  }

  #sizeOf(clientId: string): number {
    return this.#clients.get(clientId)?.size ?? 0;
  }

  /** The client with the most keys. Only somebody below the average asks for it, so somebody is above. */
  #largest(): string {
    let largest = '';
    let most = 0;
    for (const [clientId, { size }] of this.#clients) {
      // Their order is not part of the state.
      if (size > most || (size === most && clientId < largest)) [largest, most] = [clientId, size];
    }
    return largest;
  }

  #forgetOldestOf(clientId: string): void {
    const own = this.#clients.get(clientId);
    const entry = own?.shift();
    if (own === undefined || entry === undefined) return;
    if (own.size === 0) this.#clients.delete(clientId);
    this.#entries.delete(entry.owner);
    if (entry.before === null) this.#oldest = entry.after;
    else entry.before.after = entry.after;
    if (entry.after === null) this.#newest = entry.before;
    else entry.after.before = entry.before;
  }
}

function isOver(stored: StoredOutcome, nowUs: number): boolean {
  return stored.time + DAY_US <= nowUs;
}

/** A key as the table has it. */
export function ownerOf(clientId: string, key: string): string {
  return `${clientId}\n${key}`;
}

function clientOf(owner: string): string {
  return owner.slice(0, owner.indexOf('\n'));
}
