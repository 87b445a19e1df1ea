import { type ChannelName, type SecurityChoice, StreamError, type SubscribeRequest } from '../requests/index.ts';
import type { Counters } from '../wire/index.ts';
import type { Peer, Side } from './channel.ts';
import { requireKnown, someOf } from './known-securities.ts';
import { Subscription } from './subscription.ts';
import type { Topic } from './topic.ts';
import type { Venue } from './venue.ts';

/** What of a subscribe decides which topic it is. */
export type TopicTerms = Pick<SubscribeRequest, 'mode' | 'levels' | 'checksum'>;

/** What a side asks of its channel. */
export interface StateTopics {
  readonly name: ChannelName;
  readonly exchange: Venue;
  readonly counters: Counters;
  seqOf(securityId: number): number;
  topic(securityId: number, terms: TopicTerms): Topic;
  add(subscription: Subscription): void;
  remove(subscription: Subscription): void;
  addEverything(side: StateSide): void;
  removeEverything(side: StateSide): void;
}

/** What one connection has of a channel of states. */
export class StateSide implements Side {
  readonly #channel: StateTopics;
  readonly #peer: Peer;
  readonly #bySecurity = new Map<number, Subscription>();
  /** The terms of the subscription to "*", also for securities that come later; null: no such subscription. */
  #everything: TopicTerms | null = null;

  constructor(channel: StateTopics, peer: Peer) {
    this.#channel = channel;
    this.#peer = peer;
  }

  /** States have no cursor. */
  readonly isCaughtUp = true;

  get size(): number {
    return this.#everything === null ? this.#bySecurity.size : 0;
  }

  subscribe(request: SubscribeRequest, nowMs: number, accepted: () => void): void {
    const { exchange } = this.#channel;
    const { securities, after } = request;
    if (securities !== '*') requireKnown(exchange, securities, request.id);
    requireKnown(exchange, [...after.keys()], request.id);
    this.#requirePast(request);
    const ids = securities === '*' ? exchange.securities().map(({ securityId }) => securityId) : securities;
    const terms = { mode: request.mode, levels: request.levels, checksum: request.checksum };
    if (securities === '*') {
      this.#everything = terms;
      this.#channel.addEverything(this);
    } else if (this.#everything === null) {
      this.#peer.requireRoom(ids.filter((id) => !this.#bySecurity.has(id)).length, request);
    }
    accepted();
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
  addSecurity(securityId: number, nowMs: number): void {
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
    this.#channel.removeEverything(this);
    for (const id of [...this.#bySecurity.keys()]) this.#end(id);
  }

  #begin(securityId: number, terms: TopicTerms, after: number | undefined, nowMs: number): void {
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

  #end(securityId: number): void {
    const subscription = this.#bySecurity.get(securityId);
    if (subscription === undefined) return;
    this.#bySecurity.delete(securityId);
    this.#channel.remove(subscription);
  }

  #requirePast({ after, id }: SubscribeRequest): void {
    const ahead = [...after].filter(([securityId, seq]) => seq > this.#channel.seqOf(securityId));
    if (ahead.length === 0) return;
    throw new StreamError('future-sequence', someOf(ahead.map(([securityId]) => securityId)), id);
  }
}
