import { TokenBucket } from '../../time/token-bucket.ts';
import type { StreamSettings } from '../requests/index.ts';

/** The admission of a message by rate: it is read, refused, or ends the connection. */
export type Admitted = 'read' | 'refused' | 'ended';

/**
 * How much one connection may say. All its messages count; those that are not calls of methods (docs/api/stream.md,
 * S17) count again, against a smaller number, as does everything before it is known who speaks.
 */
export class Admission {
  readonly #frames: TokenBucket;
  readonly #requests: TokenBucket;
  readonly #refusedMax: number;
  #refusedInARow = 0;

  constructor(settings: StreamSettings, nowMs: number) {
    this.#frames = new TokenBucket(settings.callFramesPerSecondMax, settings.callFramesPerSecondMax, nowMs);
    this.#requests = new TokenBucket(settings.messagesPerSecondMax, settings.messageBurstMax, nowMs);
    this.#refusedMax = settings.messageBurstMax;
  }

  /** Of any message, before it is read. */
  frame(nowMs: number): Admitted {
    return this.#take(this.#frames, nowMs);
  }

  /** Of a message that is no call, or might be none. */
  request(nowMs: number): Admitted {
    const admitted = this.#take(this.#requests, nowMs);
    if (admitted === 'read') this.#refusedInARow = 0;
    return admitted;
  }

  /** Of a message that was read, and is a call. */
  call(): void {
    this.#refusedInARow = 0;
  }

  #take(bucket: TokenBucket, nowMs: number): Admitted {
    if (bucket.take(nowMs)) return 'read';
    this.#refusedInARow += 1;
    return this.#refusedInARow > this.#refusedMax ? 'ended' : 'refused';
  }
}
