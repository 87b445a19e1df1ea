/** Market data from the stream: tops, depth, trades and states of markets, by security. */

import type {
  AdjustMessage,
  Answer,
  AuctionView,
  Book,
  BustMessage,
  DepthView,
  Events,
  Gap,
  MarketMessage,
  MarketStateMessage,
  NoticeMessage,
  PricedSide,
  Side,
  TopView,
  TradeMessage,
  TradesMessage,
  TradingDay,
} from '../client/index.ts';
import type { Session } from './session.ts';
import { instantOf } from './times.ts';
import { Topic } from './topic.ts';
import { venueNow } from './venue-clock.ts';

export interface Market {
  readonly market: string;
  readonly reason: string | undefined;
  readonly nextChange: { readonly at: number; readonly market: string } | undefined;
}

export interface Trade {
  readonly id: string;
  readonly at: number;
  price: string;
  quantity: number;
  readonly side: 'Buy' | 'Sell' | null;
  readonly block: boolean;
  /** In which it traded; empty: in none. */
  readonly auctionId: string;
  busted: boolean;
  /** The operator corrected price or quantity, which are as they are now. */
  adjusted: boolean;
}

export interface Notice {
  readonly id: string;
  readonly at: number;
  readonly severity: string;
  readonly text: string;
  readonly securityId: string | null;
}

/** Whether the venue's stream has a channel: not known before it was asked. */
export type Offer = 'unknown' | 'offered' | 'not offered';

/** Of the security that is looked at. */
const TRADES_KEPT = 1000;
/** Of before the page was opened: some 70 kB. */
const EARLIER_TRADES = 500;
/** The same for other securities, for the ones that traded last. */
const OTHERS_KEPT = 50;
const SECURITIES_KEPT = 200;
const NOTICES_KEPT = 50;
/** The time before the page was opened from which data is read. */
const NOTICES_READ = 10;
const NOTICES_SINCE_MS = 12 * 3_600_000;
/** Levels of depth on each side. */
const LEVELS = 10;
/** The stream sends newer states of a book no more often (S33), so they are drawn no more often. */
const CONFLATION = { intervalMs: 50 };
/** Instead of a security: the venue itself. */
const VENUE = '';

type Channel = 'topOfBook' | 'trades' | 'market' | 'depth' | 'auction';

type Feed<T> = Pick<Events<T>, 'on' | 'onError'>;

/** A side that shows a price; undefined: nothing shows, or a request for quotes alone. */
export function priced(side: Side | undefined): PricedSide | undefined {
  return side === undefined || side === null || 'rfq' in side ? undefined : side;
}

export class MarketData {
  readonly tops = new Map<string, TopView>();
  readonly markets = new Map<string, Market>();
  readonly days = new Map<string, TradingDay>();
  /** When the page was opened. */
  readonly since = venueNow();
  /** Whether the trades of the security that is looked at are those of the day: else they begin with the page. */
  hasEarlierTrades = false;
  readonly notices: Notice[] = [];
  /** Of the security that is looked at; undefined: not there yet. */
  depth: DepthView | undefined;
  /** Its call and its newest auction; undefined: not there yet. */
  auction: AuctionView | undefined;
  readonly offers: Record<Channel, Offer> = {
    topOfBook: 'unknown',
    trades: 'unknown',
    market: 'unknown',
    depth: 'unknown',
    auction: 'unknown',
  };
  /** Tops, markets or days of any security. */
  readonly changed = new Topic();
  /** The market or the day of the security that is looked at. */
  readonly looked = new Topic(100);
  /** States of markets alone. */
  readonly stated = new Topic();
  /** Trades of the security that is looked at: a list of them is not read faster. */
  readonly traded = new Topic(200);
  /** As traded, for what takes longer to draw. */
  readonly charted = new Topic(250);
  readonly deepened = new Topic();
  /** The call of the security that is looked at. */
  readonly called = new Topic();
  readonly noticed = new Topic();
  readonly #trades = new Map<string, Trade[]>();
  readonly #session: Session;
  #securityId = '';
  #depth: Book<DepthView> | undefined;
  #auctions: Book<AuctionView> | undefined;

  constructor(session: Session) {
    this.#session = session;
    const { stream } = session.link;
    this.#follow('topOfBook', stream.topOfBook('*', CONFLATION), (view) => this.#top(view));
    this.#follow('market', stream.market('*'), (message) => this.#market(message));
    this.#follow('trades', stream.trades('*'), (message) => this.#trade(message));
  }

  /** Newest first. */
  tradesOf(securityId: string): readonly Trade[] {
    return this.#trades.get(securityId) ?? [];
  }

  /** The depth and the call of this security from now on. */
  lookAt(securityId: string): void {
    if (securityId === this.#securityId) return;
    this.#depth?.close();
    this.#auctions?.close();
    const before = this.#trades.get(this.#securityId);
    if (before !== undefined) before.length = Math.min(before.length, OTHERS_KEPT);
    this.#securityId = securityId;
    this.hasEarlierTrades = false;
    void this.#readEarlierTrades(securityId);
    this.depth = undefined;
    this.auction = undefined;
    this.#depth = this.#session.link.stream.depth(securityId, { levels: LEVELS, ...CONFLATION });
    this.#follow('depth', this.#depth, (view) => {
      if (view.securityId !== this.#securityId) return;
      this.depth = view;
      this.deepened.changed();
    });
    this.#auctions = this.#session.link.stream.auctions(securityId);
    this.#follow('auction', this.#auctions, (view) => {
      if (view.securityId !== this.#securityId) return;
      this.auction = view;
      this.called.changed();
    });
    for (const topic of [this.deepened, this.called, this.traded, this.charted, this.looked]) topic.changed();
  }

  /** Adds earlier trades of today to those that the stream has sent meanwhile. */
  async #readEarlierTrades(securityId: string): Promise<void> {
    if (!this.#session.may('getTimeAndSales')) return;
    try {
      const { trades } = await this.#session.api.call('getTimeAndSales', { securityId, limit: EARLIER_TRADES });
      if (securityId !== this.#securityId) return;
      const live = this.tradesOf(securityId);
      const known = new Set(live.map(({ id }) => id));
      const earlier = (trades as EarlierTrade[]).filter(({ tradeId }) => !known.has(tradeId)).map(earlierTradeOf);
      const all = [...live, ...earlier].sort((one, other) => Number(other.id) - Number(one.id));
      this.#keepTrades(securityId, all);
      this.hasEarlierTrades = true;
    } catch {
      // Then trades begin where the page does, and the panel says so.
    }
    for (const topic of [this.traded, this.charted]) topic.changed();
  }

  /** Takes what comes; a channel that is refused is one that this venue, or this key, does not have. */
  #follow<T>(channel: Channel, feed: Feed<T>, take: (item: T) => void): void {
    feed.on((item) => {
      this.offers[channel] = 'offered';
      take(item);
    });
    feed.onError(() => {
      this.offers[channel] = 'not offered';
      for (const topic of [this.changed, this.looked, this.traded, this.deepened]) topic.changed();
    });
  }

  #top(view: TopView): void {
    this.tops.set(view.securityId, view);
    this.changed.changed();
  }

  #market(message: MarketMessage | Gap): void {
    if (message.type === 'notice') this.#notice(message);
    else if (message.type !== 'gap') this.#state(message);
  }

  #state(message: MarketStateMessage): void {
    const { securityId, market, nextChange } = message;
    const known = this.markets.get(securityId ?? VENUE)?.nextChange;
    this.markets.set(securityId ?? VENUE, {
      market,
      reason: ('reason' in message && message.reason) || undefined,
      nextChange:
        nextChange === undefined
          ? known
          : nextChange === null
            ? undefined
            : { market: nextChange.market, at: Date.parse(nextChange.at) },
    });
    for (const topic of [this.changed, this.stated, this.looked]) topic.changed();
  }

  /** Data of the last hours before the page was opened; empty if it cannot be read. */
  async readNotices({ api, may }: Session): Promise<void> {
    if (!may('getNotices')) return;
    const { notices } = (await api.call('getNotices', { limit: NOTICES_READ }).catch(() => ({ notices: [] }))) as {
      readonly notices: readonly (Omit<Notice, 'id' | 'at'> & {
        readonly noticeId: string;
        readonly sentDate: string;
      })[];
    };
    for (const { noticeId, sentDate, severity, securityId, text } of notices) {
      const at = instantOf(sentDate);
      if (at > venueNow() - NOTICES_SINCE_MS) this.#keepNotice({ id: noticeId, at, severity, securityId, text });
    }
  }

  #notice({ noticeId: id, time, severity, text, securityId }: NoticeMessage): void {
    this.#keepNotice({ id, at: Date.parse(time), severity, text, securityId });
  }

  /** Newest first. */
  #keepNotice(notice: Notice): void {
    if (this.notices.some(({ id }) => id === notice.id)) return;
    this.notices.push(notice);
    this.notices.sort((one, other) => other.at - one.at);
    this.notices.length = Math.min(this.notices.length, NOTICES_KEPT);
    this.noticed.changed();
  }

  #trade(message: TradesMessage | Gap): void {
    if (message.type === 'gap') return void this.#readEarlierTrades(this.#securityId);
    const { securityId } = message;
    if ('day' in message && message.day !== undefined) this.days.set(securityId, message.day);
    this.changed.changed();
    if (securityId === this.#securityId) this.looked.changed();
    if (message.type !== 'trade' && message.type !== 'bust' && message.type !== 'adjust') return;
    const trades = this.#trades.get(securityId) ?? [];
    if (message.type === 'trade') trades.unshift(tradeOf(message));
    else {
      const trade = trades.find(({ id }) => id === message.tradeId);
      if (trade !== undefined) amend(trade, message);
    }
    this.#keepTrades(securityId, trades);
    if (securityId !== this.#securityId) return;
    this.traded.changed();
    this.charted.changed();
  }

  /** The security that traded last is last. */
  #keepTrades(securityId: string, trades: Trade[]): void {
    trades.length = Math.min(trades.length, securityId === this.#securityId ? TRADES_KEPT : OTHERS_KEPT);
    this.#trades.delete(securityId);
    this.#trades.set(securityId, trades);
    if (this.#trades.size > SECURITIES_KEPT) this.#trades.delete(this.#trades.keys().next().value as string);
  }
}

function amend(trade: Trade, { type, price, quantity }: BustMessage | AdjustMessage): void {
  if (type === 'bust') trade.busted = true;
  else Object.assign(trade, { price, quantity, adjusted: true });
}

type EarlierTrade = Answer<'getTimeAndSales'>['trades'][number];

function earlierTradeOf(trade: EarlierTrade): Trade {
  const marks = { block: trade.block === 'Yes', busted: trade.busted === 'Yes', adjusted: trade.adjusted === 'Yes' };
  const { tradeId: id, time, quantity, price, side, auctionId = '' } = trade;
  return { id, at: Date.parse(time), price, quantity: Number(quantity), side, auctionId, ...marks };
}

function tradeOf({ tradeId, time, price, quantity, side, block, auctionId = '' }: TradeMessage): Trade {
  const marks = { block: block === true, auctionId, busted: false, adjusted: false };
  return { id: tradeId, at: Date.parse(time), price, quantity, side, ...marks };
}
