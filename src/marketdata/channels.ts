import type { EventFeed, ExchangeEvent, Markets } from '../exchange/interface.ts';
import type { Subscription } from './subscription.ts';
import { TopChannel } from './top-channel.ts';

/** A connection that wants every security. */
export interface SubscriberOfAll {
  /** A security was added to the venue, or changed. */
  addLater(securityId: number, nowMs: number): void;
}

/** The channels that have subscribers, and the connections that want every security. */
export class Channels {
  readonly exchange: Markets & EventFeed;
  readonly #channels = new Map<number, TopChannel>();
  readonly #everything = new Set<SubscriberOfAll>();
  #subscriptionCount = 0;

  constructor(exchange: Markets & EventFeed) {
    this.exchange = exchange;
  }

  /** Securities that somebody is subscribed to. */
  get securityCount(): number {
    return this.#channels.size;
  }

  get subscriptionCount(): number {
    return this.#subscriptionCount;
  }

  /** The channel of a security; only add() makes the stream keep it. */
  open(securityId: number): TopChannel {
    return this.#channels.get(securityId) ?? new TopChannel(securityId, this.exchange);
  }

  add(subscription: Subscription): void {
    const { channel } = subscription;
    this.#channels.set(channel.securityId, channel);
    channel.add(subscription);
    this.#subscriptionCount += 1;
  }

  remove(subscription: Subscription): void {
    const { channel } = subscription;
    subscription.end();
    this.#subscriptionCount -= 1;
    if (channel.size === 0) this.#channels.delete(channel.securityId);
  }

  addEverything(subscriber: SubscriberOfAll): void {
    this.#everything.add(subscriber);
  }

  removeEverything(subscriber: SubscriberOfAll): void {
    this.#everything.delete(subscriber);
  }

  publish(event: ExchangeEvent, nowMs: number): void {
    if (event.type === 'top') {
      this.#channels.get(event.top.securityId)?.publish(event.top, nowMs);
    } else if (event.type === 'security') {
      for (const subscriber of this.#everything) subscriber.addLater(event.security.securityId, nowMs);
    }
  }
}
