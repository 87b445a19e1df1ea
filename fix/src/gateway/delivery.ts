import type { Range } from './sender.ts';

export interface Delivered {
  /** Every number up to it was given to a connection of the peer. */
  readonly sent: number;
  /** Every number up to it has arrived, or the peer has had all the time it needs to ask for it again. */
  readonly arrived: number;
}

/**
 * What the peer has got of the outgoing numbers. The peer sees a gap in the numbers and asks for it; after a reset it
 * can no longer ask, so what may not have arrived is sent again under new numbers.
 */
export class Delivery {
  #sent: number;
  #arrived: number;
  /** The highest number that may have been written, by an earlier process too. */
  #issued: number;
  /** Numbers of this connection that were given above others that were not. */
  #above: Range | undefined;
  /** What had been given at a time: it has arrived when the connection has lasted long enough after it. */
  #mark: { readonly upTo: number; readonly at: number } | undefined;

  constructor({ sent, arrived }: Delivered, nextOut: number) {
    this.#sent = sent;
    this.#arrived = arrived;
    this.#issued = nextOut - 1;
  }

  get numbers(): Delivered {
    return { sent: this.#sent, arrived: this.#arrived };
  }

  /** What a reset must keep: the numbers above `arrived`, those up to `issued` as possibly sent before. */
  get unsure(): { readonly above: number; readonly issued: number } {
    return { above: this.#arrived, issued: this.#issued };
  }

  /** The number is about to be written. */
  issue(seq: number): void {
    this.#issued = seq;
  }

  /** @param cutAfterMs how long a connection lasts at most whose other end is gone */
  give({ from, to }: Range, { at, cutAfterMs }: { readonly at: number; readonly cutAfterMs: number }): void {
    if (from <= this.#sent + 1) this.#sent = Math.max(this.#sent, to);
    else this.#above = { from: Math.min(this.#above?.from ?? from, from), to: Math.max(this.#above?.to ?? to, to) };
    this.#join();
    const mark = this.#mark;
    if (mark !== undefined && at - mark.at < cutAfterMs) return;
    if (mark !== undefined) {
      this.#arrived = Math.max(this.#arrived, mark.upTo);
      this.#sent = Math.max(this.#sent, this.#arrived);
      this.#join();
    }
    this.#mark = { upTo: this.#above?.to ?? this.#sent, at };
  }

  /** The peer was sent again less than it asked for: that it asked no more proves nothing. */
  lag(): void {
    this.#mark = undefined;
  }

  /** @param isRead whether the peer is known to have read everything that it was given */
  end(isRead: boolean): void {
    if (isRead) this.#arrived = this.#sent;
    this.#above = undefined;
    this.#mark = undefined;
  }

  /** The numbers up to `last` are of messages that no longer exist. */
  reset(last: number): void {
    this.#sent = last;
    this.#arrived = last;
    this.#issued = last;
    this.#above = undefined;
    this.#mark = undefined;
  }

  #join(): void {
    if (this.#above === undefined || this.#above.from > this.#sent + 1) return;
    this.#sent = Math.max(this.#sent, this.#above.to);
    this.#above = undefined;
  }
}
