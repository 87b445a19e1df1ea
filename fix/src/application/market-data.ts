/** MarketDataRequest (V): books and trades as snapshots and updates, conflated while the peer is slow. */
import type { AuctionView, Book, DepthView, Gap, Trades, TradesMessage } from '../client.ts';
import { type Field, fieldValue } from '../codec/index.ts';
import type { OutgoingMessage } from './api.ts';
import type { Context, Received } from './context.ts';
import {
  AUCTION_TYPES,
  auctionEntriesOf,
  BID,
  changedEntries,
  type Entries,
  entriesOf,
  OFFER,
  snapshotEntries,
  TRADE,
  tradeEntry,
} from './market-data-entries.ts';
import { LEVELS_MAX, REASON, type Request, RequestRefusal, rejectOf, requestOf } from './market-data-requests.ts';
import { routed } from './routes.ts';
import { MSG, TAG } from './tags.ts';
import { fieldsOf, groupOf } from './values.ts';

/** Requests of one session that are followed. */
const REQUESTS_MAX = 200;
/** Depths that the stream is asked for: few, so that requests share subscriptions (S43). */
const DEPTHS = [1, 5, 10, 20, 50, LEVELS_MAX];
/** Bytes that the peer has not read, above which books wait and trades are left to the next snapshot of it. */
const UNSENT_MAX = 1_000_000;
const AGAIN_MS = 50;
const UNSUBSCRIBE = '2';
export class MarketData {
  readonly #context: Context;
  readonly #followed = new Map<string, Subscription>();
  #trades: Trades | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  request({ inboxId, message }: Received): void {
    const { port } = this.#context;
    const id = fieldValue(message, TAG.MDReqID) ?? '';
    try {
      if (fieldValue(message, TAG.SubscriptionRequestType) === UNSUBSCRIBE) {
        this.#end(id);
      } else {
        if (this.#followed.has(id)) throw new RequestRefusal(REASON.duplicate, 'MDReqID (262) is in use');
        if (this.#followed.size >= REQUESTS_MAX) throw new RequestRefusal('', 'there are too many requests');
        const request = requestOf(message, this.#context);
        const trades = request.types.has(TRADE) ? this.#tradesOfAll() : undefined;
        const ended = (refusal: unknown) => this.#ended(id, refusal);
        this.#followed.set(id, new Subscription(this.#context, request, { trades, ended }));
      }
      port.append([], { inbox: [inboxId] });
    } catch (error) {
      port.append([rejectOf(id, error)], { inbox: [inboxId] });
    }
  }

  /** Requests end with the connection. */
  disconnected(): void {
    for (const id of [...this.#followed.keys()]) this.#end(id);
  }

  close(): void {
    this.disconnected();
    this.#trades?.close();
  }

  /** One feed for all requests, from the first one on: it knows the day of each security, also for later ones. */
  #tradesOfAll(): Trades {
    if (this.#trades !== undefined) return this.#trades;
    const trades = this.#context.stream.trades('*');
    this.#trades = trades;
    trades.on((message) => {
      for (const one of this.#followed.values()) one.takeTrade(message);
    });
    trades.onError((error) => {
      this.#trades = undefined;
      for (const [id, one] of this.#followed) if (one.hasTrades) this.#ended(id, error);
    });
    return trades;
  }

  #ended(id: string, error: unknown): void {
    const route = this.#followed.get(id)?.route ?? '';
    this.#end(id);
    if (error === undefined || this.#context.isClosed()) return;
    this.#context.port.append([routed(rejectOf(id, error), route)]);
  }

  #end(id: string): void {
    this.#followed.get(id)?.close();
    this.#followed.delete(id);
  }
}

interface Deps {
  readonly trades: Trades | undefined;
  /** Called once: with why it was refused, or with undefined after a snapshot. */
  readonly ended: (error: unknown) => void;
}

/** What is known of a security. */
interface Views {
  readonly depth?: DepthView;
  readonly auction?: AuctionView;
}

/** One request: its feeds, and what the peer has of each book. */
class Subscription {
  readonly #context: Context;
  readonly #request: Request;
  readonly #depth: Book<DepthView> | undefined;
  readonly #auctions: Book<AuctionView> | undefined;
  readonly #trades: Trades | undefined;
  readonly #ids: ReadonlySet<string>;
  /** By security. */
  readonly #sent = new Map<string, Entries>();
  readonly #views = new Map<string, Views>();
  readonly #changed = new Set<string>();
  readonly #ended: (error: unknown) => void;
  #isFlushing = false;
  #stopTimer: () => void = () => {};

  constructor(context: Context, request: Request, { trades, ended }: Deps) {
    this.#context = context;
    this.#request = request;
    this.#ids = new Set(request.securityIds);
    this.#trades = trades;
    this.#ended = ended;
    const { types, securityIds, levels } = request;
    if (types.has(BID) || types.has(OFFER)) {
      this.#depth = context.stream.depth(securityIds, { levels: DEPTHS.find((depth) => depth >= levels) ?? 'all' });
      this.#depth.on((depth) => this.#take(depth, { depth }));
      this.#depth.onError(ended);
    }
    if (AUCTION_TYPES.some((type) => types.has(type))) {
      this.#auctions = context.stream.auctions(securityIds);
      this.#auctions.on((auction) => this.#take(auction, { auction }));
      this.#auctions.onError(ended);
    }
    if (this.#hasTradesAlone) {
      const known = securityIds.filter((id) => trades?.day(id) !== undefined);
      this.#stopTimer = context.timers.after(0, () => this.#showTrades(known));
    }
  }

  get route(): string {
    return this.#request.route;
  }

  get hasTrades(): boolean {
    return this.#trades !== undefined;
  }

  get #hasTradesAlone(): boolean {
    return this.#depth === undefined && this.#auctions === undefined;
  }

  close(): void {
    this.#stopTimer();
    this.#depth?.close();
    this.#auctions?.close();
  }

  takeTrade(message: TradesMessage | Gap): void {
    const { isFollowed } = this.#request;
    if (!this.hasTrades || message.type === 'gap' || message.type === 'bar') return;
    if (!this.#ids.has(message.securityId)) return;
    if (message.type === 'snapshot' || message.type === 'day') {
      if (this.#hasTradesAlone) this.#showTrades([message.securityId]);
      return;
    }
    if (!isFollowed) return;
    const instrument = this.#context.securities.fieldsOf(message.securityId);
    const action = ({ trade: 'new', adjust: 'change', bust: 'delete' } as const)[message.type];
    this.#context.port.append([this.#incremental([tradeEntry(action, message, instrument)])]);
  }

  /** The snapshot of a request for trades alone: the last one of the day. */
  #showTrades(securityIds: readonly string[]): void {
    for (const id of securityIds) {
      if (this.#sent.has(id)) continue;
      this.#sent.set(id, new Map());
      this.#context.port.append([this.#snapshot(this.#context.securities.fieldsOf(id), this.#lastTrade(id))]);
    }
    this.#endSnapshot();
  }

  #endSnapshot(): void {
    const { isFollowed, securityIds } = this.#request;
    if (!isFollowed && this.#sent.size === securityIds.length) this.#ended(undefined);
  }

  #take({ securityId, stale }: DepthView | AuctionView, view: Views): void {
    if (stale) return;
    this.#views.set(securityId, { ...this.#views.get(securityId), ...view });
    this.#changed.add(securityId);
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    this.#stopTimer = this.#context.timers.after(0, () => this.#flush());
  }

  #flush(): void {
    const { port, timers } = this.#context;
    if (port.unsentBytes > UNSENT_MAX) {
      this.#stopTimer = timers.after(AGAIN_MS, () => this.#flush());
      return;
    }
    this.#isFlushing = false;
    const messages = [...this.#changed].flatMap((securityId) => this.#messageOf(securityId));
    this.#changed.clear();
    if (messages.length > 0) port.append(messages);
    this.#endSnapshot();
  }

  #messageOf(securityId: string): OutgoingMessage[] {
    const { isIncremental, isFollowed } = this.#request;
    const before = this.#sent.get(securityId);
    if (before !== undefined && !isFollowed) return [];
    const now = this.#entriesNow(securityId);
    if (now === undefined) return [];
    const instrument = this.#context.securities.fieldsOf(securityId);
    this.#sent.set(securityId, now);
    if (before !== undefined) {
      const changes = changedEntries(before, now, instrument);
      if (changes.length === 0) return [];
      if (isIncremental) return [this.#incremental(changes)];
    }
    return [this.#snapshot(instrument, [...snapshotEntries(now), ...this.#lastTrade(securityId)])];
  }

  /** undefined: a feed has not shown the security yet. */
  #entriesNow(securityId: string): Entries | undefined {
    const { types, levels } = this.#request;
    const { depth, auction } = this.#views.get(securityId) ?? {};
    if (this.#depth !== undefined && depth === undefined) return undefined;
    if (this.#auctions !== undefined && auction === undefined) return undefined;
    return new Map([
      ...(depth === undefined ? [] : entriesOf(depth, types, levels)),
      ...(auction === undefined ? [] : auctionEntriesOf(auction, types)),
    ]);
  }

  /** Of the day, in a snapshot that asks for trades too. */
  #lastTrade(securityId: string): Field[][] {
    const last = this.#trades?.day(securityId)?.last;
    return last ? [fieldsOf([TAG.MDEntryType, TRADE], [TAG.MDEntryPx, last])] : [];
  }

  #snapshot(instrument: readonly Field[], entries: readonly (readonly Field[])[]): OutgoingMessage {
    const body = [...fieldsOf([TAG.MDReqID, this.#request.id]), ...instrument, ...groupOf(TAG.NoMDEntries, entries)];
    return routed({ msgType: MSG.MarketDataSnapshotFullRefresh, body, isTransient: true }, this.route);
  }

  #incremental(entries: readonly (readonly Field[])[]): OutgoingMessage {
    const body = [...fieldsOf([TAG.MDReqID, this.#request.id]), ...groupOf(TAG.NoMDEntries, entries)];
    return routed({ msgType: MSG.MarketDataIncrementalRefresh, body, isTransient: true }, this.route);
  }
}
