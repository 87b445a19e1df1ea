import type { EventSeq, SecurityId } from '../../exchange/api/index.ts';
import { Frame } from '../wire/index.ts';
import { type SentChange, type Subscriber, Subscribers, type Topic } from './topic.ts';

/** A summary of the changes between two messages, in addition to the newest state. */
export interface Between {
  /** The topic has changed. */
  note(): void;
  /** The field for all changes since the last call. */
  take(): string;
}

/**
 * A topic that is sent at most once in an interval, with the newest state (S33). All who want the same interval get the
 * same messages at the same time. It subscribes to the topic of every change as anybody does.
 */
export class ConflatedTopic implements Topic, Subscriber {
  readonly securityId: SecurityId;
  readonly variant: string;
  readonly parameters: object;
  readonly base: Topic;
  readonly intervalMs: number;
  readonly subscribers = new Subscribers();
  /** Of the state that was sent at the end of the last interval. */
  #sentSeq: EventSeq;
  readonly #between: Between | null;

  constructor(base: Topic, intervalMs: number, variant: string, between: Between | null) {
    this.securityId = base.securityId;
    this.variant = variant;
    this.parameters = { ...base.parameters, mode: 'conflated', intervalMs };
    this.base = base;
    this.intervalMs = intervalMs;
    this.#sentSeq = base.seq;
    this.#between = between;
  }

  get seq(): EventSeq {
    return this.base.seq;
  }

  /** A change of the topic below: sent at the end of the interval. */
  offer(): void {
    this.#between?.note();
  }

  /** The interval is over. */
  tick(nowMs: number): void {
    const { base } = this;
    const prevSeq = this.#sentSeq;
    if (base.seq <= prevSeq) return;
    const newest = base.newest(prevSeq);
    this.#sentSeq = base.seq;
    const frame = this.#between === null ? newest : new Frame(withField(newest.text, this.#between.take()));
    this.subscribers.offer(frame, prevSeq, nowMs);
  }

  snapshot(resumeRefused: boolean): Frame {
    return this.base.snapshot(resumeRefused);
  }

  changesAfter(after: EventSeq): readonly SentChange[] | undefined {
    const changes = this.base.changesAfter(after);
    if (changes === undefined || changes.length <= 1) return changes;
    return [{ frame: this.base.newest(after), seq: this.base.seq }];
  }

  newest(after: EventSeq): Frame {
    return this.base.newest(after);
  }

  changesBetween(after: EventSeq): number {
    return this.base.changesBetween(after);
  }
}

function withField(text: string, field: string): string {
  return `${text.slice(0, -1)},${field}}`;
}
