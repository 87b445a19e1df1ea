import type { ExchangeEvent, SecurityId } from '../../exchange/api/index.ts';
import type { Timers } from '../../time/timers.ts';
import {
  type ChannelName,
  type Numbering,
  type SecurityChoice,
  StreamError,
  type SubscribeRequest,
} from '../requests/index.ts';
import type { Counters } from '../wire/index.ts';
import { Beats } from './beats.ts';
import type { Channel, Peer, Side, Venue } from './channel.ts';
import { type Between, ConflatedTopic } from './conflated-topic.ts';
import { requireKnown, someOf } from './subscribe-checks.ts';
import { Subscription } from './subscription.ts';
import type { Topic } from './topic.ts';

/** The parameters of a subscribe that decide its topic. */
export type TopicTerms = Pick<SubscribeRequest, 'mode' | 'levels' | 'checksum'>;

export interface StateDeps {
  readonly exchange: Venue;
  readonly counters: Counters;
  readonly timers: Timers;
}

/**
 * A channel of states, of which only the newest counts: a slow reader gets the newest and not the missed ones (S14).
 */
export abstract class StateChannel implements Channel {
  abstract readonly name: ChannelName;
  readonly exchange: Venue;
  readonly counters: Counters;
  /** Topics that have subscribers, by security and variant. */
  readonly #topics = new Map<SecurityId, Map<string, Topic>>();
  /** Subscribed to "*". */
  readonly everything = new Set<StateSide>();
  readonly #beats: Beats;
  #subscriptionCount = 0;

  constructor({ exchange, counters, timers }: StateDeps) {
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
  abstract seqOf(securityId: SecurityId): number;

  /** A topic that nobody has asked for yet. */
  protected abstract make(securityId: SecurityId, terms: TopicTerms): Topic;

  protected abstract change(event: ExchangeEvent, nowMs: number): void;

  /** Of topics that send every change. */
  protected variantOf(_terms: TopicTerms): string {
    return 'every';
  }

  /** The field that a conflated topic sends with the newest state; null: none. */
  protected betweenOf(_base: Topic): Between | null {
    return null;
  }

  protected find(securityId: SecurityId, variant: string): Topic | undefined {
    return this.#topics.get(securityId)?.get(variant);
  }

  /** Only add() makes the channel keep it. */
  topic(securityId: SecurityId, terms: TopicTerms): Topic {
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
    topic.base.subscribers.delete(topic);
    if (topic.base.subscribers.size === 0) this.release(topic.base);
  }

  /** Its last reader has left. */
  protected release(topic: Topic): void {
    this.#forget(topic);
  }

  #forget(topic: Topic): void {
    const ofSecurity = this.#topics.get(topic.securityId);
    ofSecurity?.delete(topic.variant);
    if (ofSecurity?.size === 0) this.#topics.delete(topic.securityId);
  }

  publish(event: ExchangeEvent, nowMs: number): void {
    if (event.type === 'security') {
      for (const side of this.everything) side.addSecurity(event.security.securityId, nowMs);
    } else {
      this.change(event, nowMs);
    }
  }
}

/** The side of one connection in a channel of states. */
class StateSide implements Side {
  readonly #channel: StateChannel;
  readonly #peer: Peer;
  readonly #bySecurity = new Map<SecurityId, Subscription>();
  /** The terms of the subscription to "*", also for securities that come later; null: no such subscription. */
  #everything: TopicTerms | null = null;

  constructor(channel: StateChannel, peer: Peer) {
    this.#channel = channel;
    this.#peer = peer;
  }

  /** States have no cursor. */
  readonly isCaughtUp = true;

  get size(): number {
    return this.#everything === null ? this.#bySecurity.size : 0;
  }

  get isUsed(): boolean {
    return this.#everything !== null || this.#bySecurity.size > 0;
  }

  subscribe(request: SubscribeRequest, nowMs: number, accepted: (numbering: Numbering) => void): void {
    const { exchange } = this.#channel;
    const { securities } = request;
    const venue = exchange.restores.at(-1)?.id ?? exchange.venueId;
    // Where the venue is another one, or was put back, the numbers are of changes that it does not have.
    const after = (request.venue ?? venue) === venue ? request.after : new Map<SecurityId, number>();
    if (securities !== '*') requireKnown(exchange, securities, request.id);
    requireKnown(exchange, [...after.keys()], request.id);
    this.#requirePast(after, request.id);
    const ids = securities === '*' ? exchange.securities().map(({ securityId }) => securityId) : securities;
    const terms = { mode: request.mode, levels: request.levels, checksum: request.checksum };
    if (securities === '*') {
      this.#everything = terms;
      this.#channel.everything.add(this);
    } else if (this.#everything === null) {
      this.#peer.requireRoom(ids.filter((id) => !this.#bySecurity.has(id)).length, request);
    }
    accepted({ venue });
    for (const id of ids) this.#begin(id, terms, after.get(id), nowMs);
  }

  leave(securities: SecurityChoice, id: SubscribeRequest['id']): void {
    if (securities === '*') {
      this.clear();
      return;
    }
    if (this.#everything !== null) throw new StreamError('all-subscribed', undefined, id);
    for (const securityId of securities) this.#end(securityId);
  }

  /** A security that was added to the venue, or changed, while "*" is subscribed. */
  addSecurity(securityId: SecurityId, nowMs: number): void {
    if (this.#everything === null || this.#bySecurity.has(securityId)) return;
    this.#begin(securityId, this.#everything, undefined, nowMs);
  }

  list(): readonly object[] {
    const { name } = this.#channel;
    const subscriptions = [...this.#bySecurity.values()];
    const byTerms = Map.groupBy(subscriptions, ({ topic }) => JSON.stringify(topic.parameters));
    const everything = this.#everything !== null;
    const entries = [...byTerms].map(([terms, ofTerms]) => ({
      channel: name,
      ...(JSON.parse(terms) as object),
      everything,
      securityIds: ofTerms.map(({ topic }) => String(topic.securityId)),
    }));
    if (entries.length > 0 || this.#everything === null) return entries;
    return [{ channel: name, mode: 'every', everything, securityIds: [] }];
  }

  clear(): void {
    this.#everything = null;
    this.#channel.everything.delete(this);
    for (const id of [...this.#bySecurity.keys()]) this.#end(id);
  }

  #begin(securityId: SecurityId, terms: TopicTerms, after: number | undefined, nowMs: number): void {
    const topic = this.#channel.topic(securityId, terms);
    const subscription = this.#bySecurity.get(securityId);
    if (subscription?.topic !== topic) {
      if (subscription !== undefined) this.#end(securityId);
      const added = new Subscription(topic, this.#peer.sendQueue, this.#channel.counters);
      this.#bySecurity.set(securityId, added);
      // It begins first: a change that is published meanwhile is in what it begins with.
      added.begin(after, nowMs);
      this.#channel.add(added);
    } else {
      subscription.begin(after, nowMs);
    }
  }

  #end(securityId: SecurityId): void {
    const subscription = this.#bySecurity.get(securityId);
    if (subscription === undefined) return;
    this.#bySecurity.delete(securityId);
    this.#channel.remove(subscription);
  }

  #requirePast(after: SubscribeRequest['after'], id: SubscribeRequest['id']): void {
    const ahead = [...after].filter(([securityId, seq]) => seq > this.#channel.seqOf(securityId));
    if (ahead.length === 0) return;
    throw new StreamError('future-sequence', someOf(ahead.map(([securityId]) => securityId)), id);
  }
}
