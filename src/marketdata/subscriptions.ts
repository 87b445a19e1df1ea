import type { Channels, SubscriberOfAll } from './channels.ts';
import type { Counters } from './counters.ts';
import type { Outlet } from './outlet.ts';
import { type SecurityChoice, StreamError, type SubscribeRequest, type UnsubscribeRequest } from './protocol.ts';
import type { StreamSettings } from './settings.ts';
import { Subscription } from './subscription.ts';

const NAMED_IN_ERROR_MAX = 10;

/** What one connection has subscribed to. */
export class Subscriptions implements SubscriberOfAll {
  readonly #channels: Channels;
  readonly #outlet: Outlet;
  readonly #counters: Counters;
  readonly #settings: StreamSettings;
  readonly #bySecurity = new Map<number, Subscription>();
  #everything = false;

  constructor(channels: Channels, outlet: Outlet, counters: Counters, settings: StreamSettings) {
    this.#channels = channels;
    this.#outlet = outlet;
    this.#counters = counters;
    this.#settings = settings;
  }

  get securityIds(): string[] {
    return [...this.#bySecurity.keys()].map(String);
  }

  get everything(): boolean {
    return this.#everything;
  }

  /** Refuses the whole request when a part of it cannot be had; says nothing before `accepted` has. */
  subscribe(request: SubscribeRequest, nowMs: number, accepted: () => void): void {
    const ids = this.#resolve(request.securities, request);
    this.#requireKnown([...request.after.keys()], request);
    if (request.after.size > this.#settings.resumesPerMessageMax) {
      const detail = `after holds more than ${this.#settings.resumesPerMessageMax} securities`;
      throw new StreamError('malformed-request', detail, request.id);
    }
    this.#requirePast(request);
    if (request.securities === '*') {
      this.#everything = true;
      this.#channels.addEverything(this);
    } else if (!this.#everything) {
      this.#requireRoom(ids, request);
    }
    accepted();
    for (const id of ids) this.#begin(id, request.after.get(id), nowMs);
  }

  /** What is not subscribed needs no leaving; "*" leaves all. */
  unsubscribe(request: UnsubscribeRequest): void {
    if (request.securities === '*') {
      this.clear();
      return;
    }
    if (this.#everything) throw new StreamError('all-subscribed', undefined, request.id);
    for (const id of request.securities) this.#end(id);
  }

  /** A security that was added to the venue, or changed, while "*" is subscribed. */
  addLater(securityId: number, nowMs: number): void {
    if (!this.#bySecurity.has(securityId)) this.#begin(securityId, undefined, nowMs);
  }

  clear(): void {
    this.#everything = false;
    this.#channels.removeEverything(this);
    for (const id of [...this.#bySecurity.keys()]) this.#end(id);
  }

  #begin(securityId: number, after: number | undefined, nowMs: number): void {
    let subscription = this.#bySecurity.get(securityId);
    if (subscription === undefined) {
      subscription = new Subscription(this.#channels.open(securityId), this.#outlet, this.#counters);
      this.#bySecurity.set(securityId, subscription);
      this.#channels.add(subscription);
    }
    subscription.begin(after, nowMs);
  }

  #end(securityId: number): void {
    const subscription = this.#bySecurity.get(securityId);
    if (subscription === undefined) return;
    this.#bySecurity.delete(securityId);
    this.#channels.remove(subscription);
  }

  #resolve(choice: SecurityChoice, request: SubscribeRequest): readonly number[] {
    if (choice === '*') return this.#channels.exchange.securities().map((security) => security.securityId);
    this.#requireKnown(choice, request);
    return choice;
  }

  #requireKnown(ids: readonly number[], request: SubscribeRequest): void {
    const unknown = ids.filter((id) => this.#channels.exchange.security(id) === undefined);
    if (unknown.length === 0) return;
    throw new StreamError('unknown-security', someOf(unknown), request.id);
  }

  #requirePast(request: SubscribeRequest): void {
    const ahead = [...request.after].filter(([id, seq]) => seq > this.#channels.open(id).latest.seq);
    if (ahead.length === 0) return;
    throw new StreamError('future-sequence', someOf(ahead.map(([id]) => id)), request.id);
  }

  #requireRoom(ids: readonly number[], request: SubscribeRequest): void {
    const max = this.#settings.subscriptionsPerConnectionMax;
    const added = ids.filter((id) => !this.#bySecurity.has(id)).length;
    if (this.#bySecurity.size + added > max) {
      throw new StreamError('too-many-subscriptions', `at most ${max}`, request.id);
    }
  }
}

function someOf(ids: readonly number[]): string {
  const rest = ids.length > NAMED_IN_ERROR_MAX ? ` and ${ids.length - NAMED_IN_ERROR_MAX} more` : '';
  return ids.slice(0, NAMED_IN_ERROR_MAX).join(', ') + rest;
}
