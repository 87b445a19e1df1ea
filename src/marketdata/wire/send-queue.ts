import type { Counters } from './counters.ts';
import type { Frame } from './frame.ts';
import type { SocketWriter } from './socket-writer.ts';

/** A subscription as its send queue sees it: it can always give its newest state. */
export interface Postponed {
  /** Sends the newest state to the send queue. */
  catchUp(nowMs: number): void;
}

/** The target of the channels of a connection. */
export interface Exit {
  /** Whether messages that are not urgent must wait. */
  readonly congested: boolean;
  /** Whether the connection itself has more than it should. */
  readonly isFull: boolean;
  send(frame: Frame, nowMs: number): void;
  postpone(subscription: Postponed): void;
  forget(subscription: Postponed): void;
}

/**
 * Everything that leaves on one connection. While its reader is slow it remembers which subscriptions have something
 * new, not what: memory stays bounded, and what is sent when the connection drains is the newest (stream.md, Slow
 * consumers).
 */
export class SendQueue implements Exit {
  readonly #writer: SocketWriter;
  readonly #unsentBytesMax: number;
  readonly #counters: Counters;
  /** In the order in which they were postponed, so that none waits longer than the others; null before the first. */
  #postponed: Set<Postponed> | null = null;
  #overSinceMs: number | null = null;
  #lastMessageMs: number;

  constructor(writer: SocketWriter, unsentBytesMax: number, counters: Counters, nowMs: number) {
    this.#writer = writer;
    this.#unsentBytesMax = unsentBytesMax;
    this.#counters = counters;
    this.#lastMessageMs = nowMs;
  }

  get unsentBytes(): number {
    return this.#writer.unsentBytes;
  }

  get lastMessageMs(): number {
    return this.#lastMessageMs;
  }

  /** Whether updates must be postponed: over the limit, or not yet drained of what was postponed before. */
  get congested(): boolean {
    return (this.#postponed !== null && this.#postponed.size > 0) || this.isFull;
  }

  /** Whether the connection itself has more than it should. */
  get isFull(): boolean {
    return this.#writer.unsentBytes > this.#unsentBytesMax;
  }

  send(frame: Frame, nowMs: number): void {
    if (!this.#writer.write(frame)) return;
    this.#lastMessageMs = nowMs;
    this.#counters.messagesSent += 1;
    this.#counters.bytesSent += frame.length;
  }

  /** As SocketWriter.last. */
  last(frame: Frame): void {
    this.#writer.last(frame);
  }

  /** Hands over at once the messages that would have gone at the end of the turn. */
  flush(): void {
    this.#writer.flush();
  }

  postpone(subscription: Postponed): void {
    this.#postponed ??= new Set();
    this.#postponed.add(subscription);
  }

  forget(subscription: Postponed): void {
    this.#postponed?.delete(subscription);
  }

  /** The connection took all written bytes: sends postponed messages until it is full again. */
  drained(nowMs: number): void {
    this.#overSinceMs = null;
    if (this.#postponed === null) return;
    for (const subscription of this.#postponed) {
      if (this.isFull) return;
      this.#postponed.delete(subscription);
      subscription.catchUp(nowMs);
    }
  }

  /**
   * Checks the connection, about once a second. Returns for how many milliseconds it has been over the limit; null:
   * it is not.
   */
  overLimitMs(nowMs: number): number | null {
    const { unsentBytes } = this.#writer;
    if (unsentBytes > this.#unsentBytesMax) {
      this.#overSinceMs ??= nowMs;
      return nowMs - this.#overSinceMs;
    }
    this.#overSinceMs = null;
    // A socket emits drain only after it was full in its own opinion, and a compressor never does.
    if (unsentBytes === 0) this.drained(nowMs);
    return null;
  }
}
