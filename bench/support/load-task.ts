import type { ResponseTimes } from './response-times.ts';
import type { StreamSettings } from './stream-connection.ts';

export interface LoadTask {
  readonly port: number;
  readonly connections: number;
  /** Present: the requests are frames of the stream, in a closed loop, instead of HTTP requests. */
  readonly stream?: StreamSettings;
  /** Whole HTTP requests, sent in turn. */
  readonly requests: readonly Buffer[];
  /** For this long ... */
  readonly duration_ms?: number;
  /** ... or this many requests; one of the two. */
  readonly count?: number;
  /**
   * Requests a second, evenly, whatever the answers (open loop, with a duration); absent: each after an answer
   * (closed).
   */
  readonly rate?: number;
}

export interface LoadResult {
  /** Of all the requests; each was answered. */
  readonly times: ResponseTimes;
  /** How long after it was due each request was sent; of an open loop only. */
  readonly late?: ResponseTimes;
  /** From the start to the last answer. */
  readonly seconds: number;
}
