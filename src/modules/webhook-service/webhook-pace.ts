import { LRUCache } from 'lru-cache';
import { RefusalWithHeaders } from '../../http/methods/index.ts';
import { TokenBucket } from '../../time/token-bucket.ts';

/** The most clients and hosts that are counted at a time; the least recently used one is dropped first. */
const COUNTED_MAX = 10_000;

/**
 * Limits the webhooks that clients request (C75, C80): for each client, and to each host from all clients. A restart
 * resets the limits.
 */
export class WebhookPace {
  readonly #what: string;
  readonly #perMinuteMax: number;
  readonly #nowUs: () => number;
  readonly #buckets = new LRUCache<string, TokenBucket>({ max: COUNTED_MAX });

  /** @param what is sent: for the refusal */
  constructor(what: string, perMinuteMax: number, nowUs: () => number) {
    this.#what = what;
    this.#perMinuteMax = perMinuteMax;
    this.#nowUs = nowUs;
  }

  /** Throws 429. */
  takeOfClient(clientId: string): void {
    this.#take(`client ${clientId}`, `Too many ${this.#what}`);
  }

  /** Throws 429. */
  takeOfHost(url: string): void {
    this.#take(hostKey(url), `Too many ${this.#what} to this host`);
  }

  /** Counts the webhooks that a call sends in addition to the one that it took. */
  spend(clientId: string, url: string, count: number): void {
    for (const key of [`client ${clientId}`, hostKey(url)]) this.#bucket(key).spend(count);
  }

  #take(key: string, statusDesc: string): void {
    const bucket = this.#bucket(key);
    if (bucket.take(this.#nowUs() / 1000)) return;
    throw new RefusalWithHeaders(429, { 'retry-after': String(bucket.secondsToWait) }, { statusDesc });
  }

  #bucket(key: string): TokenBucket {
    let bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      bucket = new TokenBucket(this.#perMinuteMax / 60, this.#perMinuteMax, this.#nowUs() / 1000);
      this.#buckets.set(key, bucket);
    }
    return bucket;
  }
}

function hostKey(url: string): string {
  return `host ${URL.parse(url)?.hostname ?? ''}`;
}
