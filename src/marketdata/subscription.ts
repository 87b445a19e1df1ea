import type { Counters } from './counters.ts';
import { encodeUpdate } from './encoder.ts';
import type { Frame } from './frame.ts';
import type { Outlet, Postponed } from './outlet.ts';
import type { Subscriber, TopChannel } from './top-channel.ts';

/** One connection's view of one security: remembers what was really sent last, so that prevSeq never lies. */
export class Subscription implements Postponed, Subscriber {
  readonly channel: TopChannel;
  readonly #outlet: Outlet;
  readonly #counters: Counters;
  /** The seq of the last message sent; null: a snapshot is due. */
  #lastSeq: number | null = null;
  #resumeRefused = false;

  constructor(channel: TopChannel, outlet: Outlet, counters: Counters) {
    this.channel = channel;
    this.#outlet = outlet;
    this.#counters = counters;
  }

  /** Starts, or starts again: with the changes after seq `after` when they are still kept, else with a snapshot. */
  begin(after: number | undefined, nowMs: number): void {
    const missed = after === undefined ? undefined : this.channel.changesAfter(after);
    if (after === undefined || missed === undefined) {
      this.#lastSeq = null;
      this.#resumeRefused = after !== undefined;
      this.#catchUpOrPostpone(nowMs);
      return;
    }
    this.#lastSeq = after;
    for (const top of missed) {
      if (this.#outlet.congested) {
        this.#outlet.postpone(this);
        return;
      }
      this.#outlet.send(encodeUpdate(top, this.#lastSeq), nowMs);
      this.#lastSeq = top.seq;
    }
  }

  offer(frame: Frame, prevSeq: number, nowMs: number): void {
    if (this.#outlet.congested || this.#lastSeq !== prevSeq) {
      this.#catchUpOrPostpone(nowMs);
      return;
    }
    this.#outlet.send(frame, nowMs);
    this.#lastSeq = this.channel.latest.seq;
  }

  /** Sends nothing to one that was postponed and then resumed from the newest seq. */
  catchUp(nowMs: number): void {
    const { latest } = this.channel;
    if (this.#lastSeq === null) {
      this.#outlet.send(this.channel.snapshot(this.#resumeRefused), nowMs);
    } else if (latest.seq > this.#lastSeq) {
      this.#counters.updatesConflated += latest.seq - this.#lastSeq - 1;
      this.#outlet.send(encodeUpdate(latest, this.#lastSeq), nowMs);
    }
    this.#lastSeq = latest.seq;
  }

  end(): void {
    this.#outlet.forget(this);
    this.channel.remove(this);
  }

  #catchUpOrPostpone(nowMs: number): void {
    if (this.#outlet.congested) this.#outlet.postpone(this);
    else this.catchUp(nowMs);
  }
}
