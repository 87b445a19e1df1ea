import type { EventSeq, SecurityId } from '../../exchange/api/index.ts';
import type { Frame } from '../wire/index.ts';

/** Gets each change of a topic. */
export interface Subscriber {
  /** `frame` holds the change for all whose last message was the one before it. */
  offer(frame: Frame, prevSeq: EventSeq, nowMs: number): void;
}

/** A change as it is sent, and the seq of its receiver afterwards. */
export interface SentChange {
  readonly frame: Frame;
  readonly seq: EventSeq;
}

/** Those who get the changes of one topic. */
export class Subscribers extends Set<Subscriber> {
  /** Sends to each the changes from its `prevSeq` to the newest state. */
  offer(frame: Frame, prevSeq: EventSeq, nowMs: number): void {
    for (const subscriber of this) subscriber.offer(frame, prevSeq, nowMs);
  }
}

/**
 * The shared state of all subscribers to a security with the same parameters. It has a newest
 * state with a seq, and what it publishes and what it gives as snapshot come from that one place, so a snapshot always
 * lies between two updates: nothing is missed and nothing comes twice.
 */
export interface Topic {
  readonly securityId: SecurityId;
  /** Distinguishes it from other topics of the security. */
  readonly variant: string;
  /** For `list` and the answer to subscribe: the mode and the parameters of the channel. */
  readonly parameters: object;
  /** Of the newest state. */
  readonly seq: EventSeq;
  readonly subscribers: Subscribers;
  /** Shared by all who subscribe between two changes. */
  snapshot(resumeRefused: boolean): Frame;
  /** The changes after seq `after`, which is not ahead of the newest; undefined when they are not kept. */
  changesAfter(after: EventSeq): readonly SentChange[] | undefined;
  /** One message that leads from seq `after` to the newest state. */
  newest(after: EventSeq): Frame;
  /** For the figures: how many changes that message stands for. */
  changesBetween(after: EventSeq): number;
}
