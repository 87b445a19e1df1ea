import type { ExchangeEvent } from '../../exchange/api/index.ts';
import type { Timers } from '../../time/timers.ts';
import type { ChannelName } from '../requests/index.ts';
import type { Counters } from '../wire/index.ts';
import { Beats } from './beats.ts';
import type { Channel, Peer, Side } from './channel.ts';
import { type Between, ConflatedTopic } from './conflated-topic.ts';
import { StateSide, type TopicTerms } from './state-side.ts';
import type { Subscription } from './subscription.ts';
import type { Topic } from './topic.ts';
import type { Venue } from './venue.ts';

export interface StateParts {
  readonly exchange: Venue;
  readonly counters: Counters;
  readonly timers: Timers;
}

/**
 * A channel of states, of which only the newest counts: a slow reader gets that, and not what it missed (S14).
 */
export abstract class StateChannel implements Channel {
  abstract readonly name: ChannelName;
  readonly exchange: Venue;
  readonly counters: Counters;
  /** Topics that have subscribers, by security and variant. */
  readonly #topics = new Map<number, Map<string, Topic>>();
  readonly #everything = new Set<StateSide>();
  readonly #beats: Beats;
  #subscriptionCount = 0;

  constructor({ exchange, counters, timers }: StateParts) {
    this.exchange = exchange;
    this.counters = counters;
    this.#beats = new Beats(timers);
  }

  get securityCount(): number {
    return this.#topics.size;
  }

  get subscriptionCount(): number {
    return this.#subscriptionCount;
  }

  open(peer: Peer): Side {
    return new StateSide(this, peer);
  }

  /** The newest seq that a subscriber of the security can have seen. */
  abstract seqOf(securityId: number): number;

  /** A topic that nobody has asked for yet. */
  protected abstract make(securityId: number, terms: TopicTerms): Topic;

  protected abstract change(event: ExchangeEvent, nowMs: number): void;

  /** Of topics that send every change. */
  protected variantOf(_terms: TopicTerms): string {
    return 'every';
  }

  /** What a conflated topic sends with the newest state; null: nothing. */
  protected betweenOf(_base: Topic): Between | null {
    return null;
  }

  protected find(securityId: number, variant: string): Topic | undefined {
    return this.#topics.get(securityId)?.get(variant);
  }

  /** Only add() makes the channel keep it. */
  topic(securityId: number, terms: TopicTerms): Topic {
    const { mode } = terms;
    const variant = this.variantOf(terms);
    if (mode === null) return this.find(securityId, variant) ?? this.make(securityId, terms);
    const conflated = `${variant} ${mode.intervalMs}`;
    const known = this.find(securityId, conflated);
    if (known !== undefined) return known;
    const base = this.topic(securityId, { ...terms, mode: null });
    return new ConflatedTopic(base, mode.intervalMs, conflated, this.betweenOf(base));
  }

  add(subscription: Subscription): void {
    const { topic } = subscription;
    if (topic instanceof ConflatedTopic && topic.subscribers.size === 0) this.#begin(topic);
    this.#keep(topic);
    topic.subscribers.add(subscription);
    this.#subscriptionCount += 1;
  }

  #begin(topic: ConflatedTopic): void {
    this.#keep(topic.base);
    topic.base.subscribers.add(topic);
    this.#beats.add(topic, topic.intervalMs);
  }

  #keep(topic: Topic): void {
    let ofSecurity = this.#topics.get(topic.securityId);
    if (ofSecurity === undefined) {
      ofSecurity = new Map();
      this.#topics.set(topic.securityId, ofSecurity);
    }
    ofSecurity.set(topic.variant, topic);
  }

  remove(subscription: Subscription): void {
    const { topic } = subscription;
    subscription.end();
    this.#subscriptionCount -= 1;
    if (topic.subscribers.size > 0) return;
    if (topic instanceof ConflatedTopic) this.#end(topic);
    else this.release(topic);
  }

  #end(topic: ConflatedTopic): void {
    this.#beats.remove(topic, topic.intervalMs);
    this.#forget(topic);
    topic.base.subscribers.remove(topic);
    if (topic.base.subscribers.size === 0) this.release(topic.base);
  }

  /** Nobody reads it any more. */
  protected release(topic: Topic): void {
    this.#forget(topic);
  }

  #forget(topic: Topic): void {
    const ofSecurity = this.#topics.get(topic.securityId);
    ofSecurity?.delete(topic.variant);
    if (ofSecurity?.size === 0) this.#topics.delete(topic.securityId);
  }

  addEverything(side: StateSide): void {
    this.#everything.add(side);
  }

  removeEverything(side: StateSide): void {
    this.#everything.delete(side);
  }

  publish(event: ExchangeEvent, nowMs: number): void {
    if (event.type === 'security') {
      for (const side of this.#everything) side.addSecurity(event.security.securityId, nowMs);
    } else {
      this.change(event, nowMs);
    }
  }
}
