/** The live stream: books, events and calls, over any number of connections. */
import type { CallOptions } from '../http/index.ts';
import type { Answer, Fields } from '../shared/index.ts';
import type { MarketMessage, Message, OrdersMessage, TradesMessage, TradingDay } from '../wire/index.ts';
import {
  Reconnector,
  type ReconnectorDeps,
  type StateChange,
  type StreamState,
  subscriptionNameOf,
} from '../wire/index.ts';
import { AUCTION_RULES, type AuctionView } from './auction-rules.ts';
import { BookChannel, type BookRules, type BookView, type Choice, type Conflation, modeOf } from './book-channel.ts';
import { type DepthParameters, type DepthView, depthRules } from './depth-rules.ts';
import { EventChannel, type EventSettings, type Gap } from './event-channel.ts';
import { Feed } from './feed.ts';
import { type TopView, topRules } from './top-rules.ts';

/** Events that an iterator keeps for its reader. */
const EVENTS_KEPT = 10_000;

/** One id, several, or all securities, those that come later too. */
export type Securities = string | readonly string[];

export interface Resume {
  /** The cursor to resume after; absent: from now on. */
  readonly since?: string | undefined;
  /** Of a separate subscription (S43): it can begin elsewhere than the other feeds of the channel. */
  readonly name?: string | undefined;
}

/** With intervalMs bars instead of single trades (S36). */
export interface TradesOptions extends Resume, Conflation {}

export interface OrdersOptions extends Resume {
  /** all: the events of the clients below, or those that a drop copy may see (S32). */
  readonly clients?: 'all' | undefined;
}

export interface Watch {
  /** The account whose orders are meant; absent: all of the client. */
  readonly accountId?: string | undefined;
  /** How long the connection may be silent, 5 to 60; 15 when absent. */
  readonly seconds?: number | undefined;
}

interface EventsChoice extends Pick<Resume, 'since'> {
  readonly choice?: Choice;
  readonly subscription?: string | undefined;
  readonly parameters?: object;
}

/**
 * The local copy of a book, and a feed of its changes: each change is the whole new state of one security. An iterator
 * that is slow gets the newest state of each.
 */
export class Book<V extends BookView> extends Feed<V> {
  readonly #channel: BookChannel<V>;
  readonly #choice: Choice;

  constructor(channel: BookChannel<V>, choice: Choice) {
    super({ newestOf: ({ securityId }) => securityId });
    this.#channel = channel;
    this.#choice = choice;
    channel.follow(this, choice);
  }

  /** undefined: not there yet, or not followed. */
  get(securityId: string): V | undefined {
    if (this.isClosed || (this.#choice !== '*' && !this.#choice.includes(securityId))) return undefined;
    return this.#channel.view(securityId);
  }

  /** Of all securities that are there. */
  views(): V[] {
    return this.isClosed ? [] : this.#channel.views(this.#choice);
  }
}

/**
 * Events of a channel, in order, each once. Those that nobody has read yet are kept: an iterator, or the first
 * listener, begins with them. At most 10,000; then reading throws FeedOverflow.
 */
export class Events<M> extends Feed<M> {
  constructor(channel: EventChannel, choice: Choice, since: string | undefined) {
    super({ itemsMax: EVENTS_KEPT });
    channel.follow(this as unknown as Feed<Message>, choice, since);
  }

  /**
   * Where to begin next time: after the last item that was read, by the slowest of several readers. An item is read
   * when next() resolves with it, or a listener is called with it. undefined before the first answer.
   */
  get cursor(): string | undefined {
    return this.cursorRead;
  }
}

/** Trades, or bars, and the trading day of each security that they lead to. */
export class Trades extends Events<TradesMessage | Gap> {
  readonly #days = new Map<string, TradingDay>();

  protected override note(message: TradesMessage | Gap): void {
    if (message.type !== 'gap' && 'day' in message) this.#days.set(message.securityId, message.day);
  }

  /** As it was reported last (S25), read or not; undefined: not there yet, or not followed. */
  day(securityId: string): TradingDay | undefined {
    return this.#days.get(securityId);
  }
}

export class Stream {
  readonly #reconnector: Reconnector;

  constructor(deps: ReconnectorDeps) {
    this.#reconnector = new Reconnector(deps);
  }

  get state(): StreamState {
    return this.#reconnector.state;
  }

  /** Calls `listener` when the connection opens, ends, or is tried again; the returned function ends that. */
  onState(listener: (change: StateChange) => void): () => void {
    return this.#reconnector.onState(listener);
  }

  /** The visible top of each book (S5). Throws TypeError for an empty list, StreamRefusal when the stream is closed. */
  topOfBook(securities: Securities, conflation: Conflation = {}): Book<TopView> {
    return this.#book(topRules(conflation), choiceOf(securities));
  }

  /** The disclosed price levels (S26), checked by their checksum. */
  depth(securities: Securities, parameters: DepthParameters = {}): Book<DepthView> {
    return this.#book(depthRules(parameters), choiceOf(securities));
  }

  /** Calls, their indications, and what they came to (S44). */
  auctions(securities: Securities): Book<AuctionView> {
    return this.#book(AUCTION_RULES, choiceOf(securities));
  }

  /** Each match, once (S24), or the matches of each interval in a bar. */
  trades(securities: Securities, { since, name, intervalMs }: TradesOptions = {}): Trades {
    const subscription = subscriptionNameOf({ intervalMs, name });
    const parameters = modeOf({ intervalMs });
    const channel = this.#eventChannel({ channel: 'trades', subscription, bySecurity: true, parameters });
    return new Trades(channel, choiceOf(securities), since);
  }

  /** States of markets, and notices (S29). */
  market(securities: Securities, { since, name }: Resume = {}): Events<MarketMessage | Gap> {
    const subscription = subscriptionNameOf({ name });
    return this.#events('market', { choice: choiceOf(securities), since, subscription });
  }

  /** What happens to the client's own orders (S31). */
  orders({ since, name, clients }: OrdersOptions = {}): Events<OrdersMessage | Gap> {
    const parameters = clients === undefined ? {} : { clients };
    const subscription = subscriptionNameOf({ clients, name });
    return this.#events('orders', { since, subscription, parameters });
  }

  /** Rejects with ApiRefusal, NoAnswer, StreamRefusal, StreamClosed, or the signal's reason; so do the next three. */
  createOrder(fields: Fields<'createOrder'>, options?: CallOptions): Promise<Answer<'createOrder'>> {
    return this.#call('createOrder', fields, options);
  }

  replaceOrder(fields: Fields<'replaceOrder'>, options?: CallOptions): Promise<Answer<'replaceOrder'>> {
    return this.#call('replaceOrder', fields, options);
  }

  cancelOrder(fields: Fields<'cancelOrder'>, options?: CallOptions): Promise<Answer<'cancelOrder'>> {
    return this.#call('cancelOrder', fields, options);
  }

  cancelOrders(fields: Fields<'cancelOrders'>, options?: CallOptions): Promise<Answer<'cancelOrders'>> {
    return this.#call('cancelOrders', fields, options);
  }

  /** Has orders cancelled when the connection is lost (S20); renewed on each one. Rejects with StreamRefusal. */
  async cancelOnDisconnect({ accountId, seconds }: Watch = {}): Promise<void> {
    await this.#reconnector.watch(accountId ?? '', { op: 'cancelOnDisconnect', accountId, seconds });
  }

  /** Takes cancelOnDisconnect back. */
  async stayOnDisconnect({ accountId }: Pick<Watch, 'accountId'> = {}): Promise<void> {
    this.#reconnector.unwatch(accountId ?? '');
    if (this.#reconnector.isOpen) await this.#reconnector.ask({ op: 'cancelOnDisconnect', accountId, enabled: false });
  }

  /** Feeds are done; calls without an answer reject with StreamClosed. */
  close(): void {
    this.#reconnector.close();
  }

  #book<V extends BookView>(rules: BookRules<V>, choice: Choice): Book<V> {
    return new Book(
      this.#channel(rules, () => new BookChannel(this.#reconnector, rules)),
      choice,
    );
  }

  #events<M>(channel: string, { choice, since, subscription, parameters = {} }: EventsChoice): Events<M> {
    const events = this.#eventChannel({ channel, subscription, bySecurity: choice !== undefined, parameters });
    return new Events<M>(events, choice ?? [], since);
  }

  #eventChannel(settings: EventSettings): EventChannel {
    return this.#channel(settings, () => new EventChannel(this.#reconnector, settings));
  }

  #channel<C>({ channel, subscription }: Pick<EventSettings, 'channel' | 'subscription'>, make: () => C): C {
    return this.#reconnector.channel(channel, subscription, make as never) as C;
  }

  async #call(op: string, fields: object, options: CallOptions | undefined): Promise<never> {
    return (await this.#reconnector.calls.call(op, fields as Readonly<Record<string, unknown>>, options)) as never;
  }
}

function choiceOf(securities: Securities): Choice {
  if (securities === '*') return '*';
  const ids = [securities].flat();
  if (ids.length === 0 || ids.includes('*')) throw new TypeError('name securities, or "*" alone');
  return ids;
}
