import { TokenBucket } from '../../time/token-bucket.ts';
import type { StreamSettings } from '../requests/index.ts';

/** The admission of a message by rate: it is read, refused, or ends the connection. */
export type Admitted = 'read' | 'refused' | 'ended';

/** How much one connection may say other than calls of methods (docs/api/stream.md, S17), which the Inbox paces. */
export class Admission {
  readonly #requests: TokenBucket;
  readonly #refusedMax: number;
  #refusedInARow = 0;

  constructor(settings: StreamSettings, nowMs: number) {
    this.#requests = new TokenBucket(settings.messagesPerSecondMax, settings.messageBurstMax, nowMs);
    this.#refusedMax = settings.messageBurstMax;
  }

  /** Of a message that is no call, or might be none. */
  request(nowMs: number): Admitted {
    if (this.#requests.take(nowMs)) {
      this.#refusedInARow = 0;
      return 'read';
    }
    this.#refusedInARow += 1;
    return this.#refusedInARow > this.#refusedMax ? 'ended' : 'refused';
  }

  /** Of a message that was read, and is a call. */
  call(): void {
    this.#refusedInARow = 0;
  }
}
