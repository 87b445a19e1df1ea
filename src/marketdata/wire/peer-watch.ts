import { WebSocket } from 'ws';

const MISSED_MAX = 2;

/** Decides when to ping a peer, and when one that no longer answers is to be cut. */
export class PeerWatch {
  readonly #intervalMs: number;
  #lastMs: number;
  #unanswered = 0;

  constructor(intervalMs: number, nowMs: number) {
    this.#intervalMs = intervalMs;
    this.#lastMs = nowMs;
  }

  /** The peer said something. */
  alive(): void {
    this.#unanswered = 0;
  }

  /** A ping could not reach the peer now, because of the unsent bytes before it: the silence proves nothing. */
  postpone(nowMs: number): void {
    this.#lastMs = nowMs;
    this.#unanswered = 0;
  }

  /** @param intervalMs where the peer asked for a shorter one */
  next(nowMs: number, intervalMs = this.#intervalMs): 'wait' | 'ping' | 'cut' {
    if (nowMs - this.#lastMs < Math.min(this.#intervalMs, intervalMs)) return 'wait';
    if (this.#unanswered >= MISSED_MAX) return 'cut';
    this.#lastMs = nowMs;
    this.#unanswered += 1;
    return 'ping';
  }
}

/** A pong says that the venue is there, which only its leader may say (docs/operate/cluster.md, J5). */
export function answerPing(webSocket: WebSocket, data: Buffer, maySend: boolean): void {
  if (!maySend) webSocket.terminate();
  else if (webSocket.readyState === WebSocket.OPEN) webSocket.pong(data);
}
