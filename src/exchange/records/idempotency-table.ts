import { violated } from '../../invariant.ts';
import { DAY_US, type Microseconds } from '../../time/units.ts';
import { type Accepted, IDS_COUNTED_SINCE, type Idempotency, type OrderView, type Outcome } from '../api/index.ts';
import { ShardedMap, SortedKeys } from '../collections/index.ts';

/**
 * Each command with a key removes at most this many expired entries: a full day of them at once would keep
 * others waiting.
 */
const FORGOTTEN_MAX = 16;

/** The ids of a mass cancel that count as a key. */
const IDS_PER_KEY = 16;

/**
 * Keys that are stored before the oldest ones are forgotten, before their 24 hours are over. The key of a mass quote
 * counts as one for each of its parts, whose results are stored with it, and that of a mass cancel by the ids of what
 * it ended.
 */
export interface IdempotencyLimits {
  readonly keysPerClient: number;
  readonly keys: number;
}

const LIMITS: IdempotencyLimits = { keysPerClient: 100_000, keys: 500_000 };

/** The outcome of a command whose effects are pending: they add to it before anybody is answered (M17). */
export interface UnfinishedOutcome extends Accepted {
  order: OrderView | null;
}

export interface StoredOutcome {
  readonly owner: string;
  readonly bodyHash: string;
  readonly time: Microseconds;
  readonly outcome: Outcome;
}

interface Entry extends StoredOutcome {
  readonly client: ClientKeys;
  /** What it counts as. */
  count: number;
  /** Neighbours in the order of time. */
  before: Entry | null;
  after: Entry | null;
  /** The same among those of the client. */
  clientBefore: Entry | null;
  clientAfter: Entry | null;
}

interface ClientKeys {
  readonly clientId: string;
  /** What its keys count as. */
  size: number;
  oldest: Entry | null;
  newest: Entry | null;
}

/**
 * Outcomes of commands that carried an idempotency key, for 24 hours (C34). Part of the venue's state, so that a caller
 * who repeats a request after a crash gets the first answer. Time is that of the commands: deterministic. Where room is
 * short a client's own oldest keys go: nobody pushes out those of another who has no more than a fair share.
 */
export class IdempotencyTable {
  readonly #limits: IdempotencyLimits;
  readonly #counters: { readonly rules?: number };
  readonly #entries = new ShardedMap<string, Entry>();
  readonly #clients = new Map<string, ClientKeys>();
  /** The same, those with the most keys first; made when room is short for the first time. */
  #bySize: SortedKeys<ClientKeys> | null = null;
  #oldest: Entry | null = null;
  #newest: Entry | null = null;
  /** What all keys count as. */
  #size = 0;

  constructor(counters: { readonly rules?: number }, limits: IdempotencyLimits = LIMITS) {
    this.#counters = counters;
    this.#limits = limits;
  }

  /**
   * The stored outcome for the same key and body, a refusal for the same key with another body, undefined for a new
   * key.
   */
  find(clientId: string, idempotency: Idempotency, nowUs: Microseconds): Outcome | undefined {
    this.#forgetOld(nowUs);
    return this.peek(clientId, idempotency, nowUs);
  }

  /** As find, and changes nothing: for reading between commands. */
  peek(clientId: string, idempotency: Idempotency, nowUs: Microseconds): Outcome | undefined {
    const known = this.#entries.get(ownerOf(clientId, idempotency.key));
    if (known === undefined || isOver(known, nowUs)) return undefined;
    if (known.bodyHash === idempotency.bodyHash) return { ...known.outcome, replayed: true, at: known.time };
    return { ok: false, refusal: 'idempotency key reused', replayed: false };
  }

  /** The stored outcome of a command, to which its pending effects add (M17). */
  outcomeOf(key: string): UnfinishedOutcome | undefined {
    const outcome = this.#entries.get(key)?.outcome;
    return outcome?.ok ? outcome : undefined;
  }

  /** The outcome of the key has more ids. */
  recount(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    const count = this.#countOf(entry.outcome);
    if (count !== entry.count) this.#resize(entry.client, count - entry.count);
    entry.count = count;
  }

  /** What all keys count as is what they say, so that a restart counts alike. For checkState. */
  check(): void {
    let size = 0;
    for (let entry = this.#oldest; entry !== null; entry = entry.after) size += this.#countOf(entry.outcome);
    if (size !== this.#size) violated('C34', `the stored keys count as ${this.#size}, and come to ${size}`);
  }

  /** The rules are others. */
  recountAll(): void {
    for (let entry = this.#oldest; entry !== null; entry = entry.after) this.recount(entry.owner);
  }

  /** Of a mass quote known from the beginning: each part has a result before it is done. */
  #countOf(outcome: Outcome): number {
    if (!outcome.ok) return 1;
    const { cancelled = [], quotes = [] } = outcome;
    const ids = (this.#counters.rules ?? 1) >= IDS_COUNTED_SINCE ? cancelled.length : 0;
    return Math.max(1, quotes.length, Math.ceil(ids / IDS_PER_KEY));
  }

  /** A key that `find` did not know. */
  remember(clientId: string, idempotency: Idempotency, time: Microseconds, outcome: Outcome): void {
    const owner = ownerOf(clientId, idempotency.key);
    const over = this.#entries.get(owner);
    if (over !== undefined) this.#forget(over);
    this.restore({ owner, bodyHash: idempotency.bodyHash, time, outcome });
    this.#makeRoom(clientId);
  }

  restore({ owner, bodyHash, time, outcome }: StoredOutcome): void {
    const client = this.#clientOf(owner.slice(0, owner.indexOf('\n')));
    const links = { before: this.#newest, after: null, clientBefore: client.newest, clientAfter: null };
    const count = this.#countOf(outcome);
    const entry: Entry = { owner, bodyHash, time, outcome, client, count, ...links };
    if (this.#newest === null) this.#oldest = entry;
    else this.#newest.after = entry;
    this.#newest = entry;
    if (client.newest === null) client.oldest = entry;
    else client.newest.clientAfter = entry;
    client.newest = entry;
    this.#entries.set(owner, entry);
    this.#resize(client, count);
  }

  #clientOf(clientId: string): ClientKeys {
    let client = this.#clients.get(clientId);
    if (client === undefined) {
      client = { clientId, size: 0, oldest: null, newest: null };
      this.#clients.set(clientId, client);
    }
    return client;
  }

  #resize(client: ClientKeys, by: number): void {
    if (client.size > 0) this.#bySize?.delete(client);
    client.size += by;
    this.#size += by;
    if (client.size > 0) this.#bySize?.add(client);
    else this.#clients.delete(client.clientId);
  }

  /** Oldest first. */
  *entries(): Generator<StoredOutcome, void, undefined> {
    for (let entry = this.#oldest; entry !== null; entry = entry.after) {
      const { owner, bodyHash, time, outcome } = entry;
      yield { owner, bodyHash, time, outcome };
    }
  }

  #forgetOld(nowUs: Microseconds): void {
    for (let count = 0; count < FORGOTTEN_MAX; count++) {
      if (this.#oldest === null || !isOver(this.#oldest, nowUs)) return;
      this.#forget(this.#oldest);
    }
  }

  /** After the newest key, which stays. */
  #makeRoom(clientId: string): void {
    const { keysPerClient, keys } = this.#limits;
    const client = this.#clientOf(clientId);
    while (client.size > keysPerClient && client.oldest !== client.newest) this.#forget(client.oldest as Entry);
    while (this.#size > keys && this.#oldest !== this.#newest) {
      const giving = client.size > keys / this.#clients.size ? client : this.#largest;
      const oldest = giving.oldest === this.#newest ? this.#oldest : giving.oldest;
      this.#forget(oldest as Entry);
    }
  }

  /** The client with the most keys. Only somebody below the average asks for it, so somebody is above. */
  get #largest(): ClientKeys {
    if (this.#bySize === null) {
      this.#bySize = new SortedKeys(bySize);
      for (const client of this.#clients.values()) this.#bySize.add(client);
    }
    return this.#bySize.first as ClientKeys;
  }

  #forget({ owner, client, count, before, after, clientBefore, clientAfter }: Entry): void {
    this.#entries.delete(owner);
    if (before === null) this.#oldest = after;
    else before.after = after;
    if (after === null) this.#newest = before;
    else after.before = before;
    if (clientBefore === null) client.oldest = clientAfter;
    else clientBefore.clientAfter = clientAfter;
    if (clientAfter === null) client.newest = clientBefore;
    else clientAfter.clientBefore = clientBefore;
    this.#resize(client, -count);
  }
}

/** Of equal ones that whose id comes first, however the table came about. */
function bySize(a: ClientKeys, b: ClientKeys): number {
  if (a.size !== b.size) return b.size - a.size;
  return a.clientId < b.clientId ? -1 : Number(a.clientId > b.clientId);
}

function isOver(stored: StoredOutcome, nowUs: Microseconds): boolean {
  return stored.time + DAY_US <= nowUs;
}

/** A key as the table has it. */
export function ownerOf(clientId: string, key: string): string {
  return `${clientId}\n${key}`;
}
