import type { EventSeq } from '../../exchange/api/index.ts';
import type { Counters, Exit, Frame, Postponed } from '../wire/index.ts';
import type { Subscriber, Topic } from './topic.ts';

/** One connection's view of one topic: remembers the last message that was really sent, for prevSeq. */
export class Subscription implements Postponed, Subscriber {
  readonly topic: Topic;
  readonly #sendQueue: Exit;
  readonly #counters: Counters;
  /** The seq of the last message sent; null: a snapshot is due. */
  #lastSeq: EventSeq | null = null;
  #resumeRefused = false;

  constructor(topic: Topic, sendQueue: Exit, counters: Counters) {
    this.topic = topic;
    this.#sendQueue = sendQueue;
    this.#counters = counters;
  }

  /** Starts, or starts again: with the changes after seq `after` when they are still kept, else with a snapshot. */
  begin(after: number | undefined, nowMs: number): void {
    const missed = after === undefined ? undefined : this.topic.changesAfter(after);
    if (after === undefined || missed === undefined) {
      this.#lastSeq = null;
      this.#resumeRefused = after !== undefined;
      this.#catchUpOrPostpone(nowMs);
      return;
    }
    this.#counters.resumes += 1;
    this.#counters.resumedEvents += missed.length;
    this.#lastSeq = after;
    for (const { frame, seq } of missed) {
      if (this.#sendQueue.congested) {
        this.#sendQueue.postpone(this);
        return;
      }
      this.#sendQueue.send(frame, nowMs);
      this.#lastSeq = seq;
    }
  }

  offer(frame: Frame, prevSeq: EventSeq, nowMs: number): void {
    if (this.#sendQueue.congested || this.#lastSeq !== prevSeq) {
      this.#catchUpOrPostpone(nowMs);
      return;
    }
    this.#sendQueue.send(frame, nowMs);
    this.#lastSeq = this.topic.seq;
  }

  /** Sends nothing to one that was postponed and then resumed from the newest seq. */
  catchUp(nowMs: number): void {
    const { topic } = this;
    if (this.#lastSeq === null) {
      this.#sendQueue.send(topic.snapshot(this.#resumeRefused), nowMs);
    } else if (topic.seq > this.#lastSeq) {
      this.#counters.updatesConflated += topic.changesBetween(this.#lastSeq) - 1;
      this.#sendQueue.send(topic.newest(this.#lastSeq), nowMs);
    }
    this.#lastSeq = topic.seq;
  }

  end(): void {
    this.#sendQueue.forget(this);
    this.topic.subscribers.delete(this);
  }

  #catchUpOrPostpone(nowMs: number): void {
    if (this.#sendQueue.congested) this.#sendQueue.postpone(this);
    else this.catchUp(nowMs);
  }
}
