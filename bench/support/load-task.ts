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
  /** Of an open loop: requests due in the first `settle_ms` have no latency in the result. */
  readonly settle_ms?: number;
}

export interface LoadResult {
  /** Of the requests that were measured; each was answered. */
  readonly times: ResponseTimes;
  /** How long after it was due each request was sent; of an open loop only. */
  readonly late?: ResponseTimes;
  /** Sent and answered from the start on. */
  readonly requests: number;
  /** Sent and answered before it; of an open loop only. */
  readonly warmUps?: number;
  /** From the start to the last answer. */
  readonly seconds: number;
}
