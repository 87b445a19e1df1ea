import type { EventFeed, Markets } from '../../exchange/api/index.ts';
import { encodeHeartbeat } from './encoder.ts';
import type { Frame } from './frame.ts';

/** The heartbeat of one moment, encoded once for all connections that are due in it. */
export class Heartbeat {
  readonly #exchange: Markets & EventFeed;
  #atMs = -1;
  #frame: Frame | null = null;

  constructor(exchange: Markets & EventFeed) {
    this.#exchange = exchange;
  }

  frame(nowMs: number): Frame {
    if (this.#frame === null || this.#atMs !== nowMs) {
      this.#frame = encodeHeartbeat(this.#exchange.nowUs(), this.#exchange.lastEventSeq());
      this.#atMs = nowMs;
    }
    return this.#frame;
  }
}
