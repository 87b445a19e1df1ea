import { easternDate } from '../../../src/calendar/eastern-time.ts';
import { formatInstant } from '../../../src/calendar/format-time.ts';
import type { ExchangeEvent } from '../../../src/exchange/api/events.ts';
import { recipientsOf } from '../../../src/exchange/api/notices.ts';
import type { MatchId, SecurityId } from '../../../src/exchange/api/units.ts';
import type {
  CursorFault,
  MarketItem,
  NoticeItem,
  OwnEvent,
  PastRange,
  StreamHistory,
  TradeItem,
  TradingDay,
} from '../../../src/marketdata/channels/history.ts';
import { noticeOf } from '../../../src/marketdata/channels/market-channel.ts';
import { amendmentOf, dayWith, tradeOf } from '../../../src/marketdata/channels/trades-channel.ts';
import type { FakeExchange } from './fake-exchange.ts';

/** What it needs of an exchange: each event before everybody else. */
export type Recorded = Pick<FakeExchange, 'lastEventSeq' | 'record'>;

/** Has all events of the exchange, as the order history does. */
export class FakeHistory implements StreamHistory {
  readonly items: TradeItem[] = [];
  readonly marketItems: (MarketItem | NoticeItem)[] = [];
  readonly ownEvents: OwnEvent[] = [];
  /** The clients below each parent. */
  readonly below = new Map<string, string[]>();
  readonly #exchange: Recorded;
  readonly #amendments = new Set<string>();
  /** Reads fail while it is true. */
  isDown = false;
  reads = 0;

  constructor(exchange: Recorded) {
    this.#exchange = exchange;
    exchange.record = (event) => this.#take(event);
  }

  #take(event: ExchangeEvent): void {
    const own = this.eventOf(event);
    if (own !== null) this.ownEvents.push(own);
    if (event.type === 'match') this.items.push(tradeOf(event.seq, event.match));
    if (event.type === 'market') {
      const { seq, time, securityId, market, reason, cause } = event;
      this.marketItems.push({ type: 'market', seq, time, securityId, market, reason, cause });
    }
    if (event.type !== 'notice') return;
    const notice = noticeOf(event.seq, event.time, event.notice);
    if (notice !== null) this.marketItems.push(notice);
    const { kind, noticeId, securityId, to } = event.notice;
    if ((kind !== 'bust' && kind !== 'adjust') || this.#amendments.has(noticeId)) return;
    this.#amendments.add(noticeId);
    const { fields } = to[0]!;
    const { seq, time } = event;
    this.items.push(amendmentOf(kind, { seq, time, securityId, matchId: Number(fields.tradeID) as MatchId }, fields));
  }

  cursorAt(seq: number): string {
    return `c${seq}`;
  }

  seqOf(cursor: string): number | CursorFault {
    if (cursor.startsWith('x')) return 'foreign';
    const seq = /^c(\d+)$/.exec(cursor)?.[1];
    if (seq === undefined) return 'malformed';
    return Number(seq) > this.#exchange.lastEventSeq() ? 'future' : Number(seq);
  }

  async trades({ after, upTo }: PastRange, securityIds: readonly number[] | null): Promise<readonly TradeItem[]> {
    return this.#read(() => this.items.filter((item) => isIn(item, after, upTo, securityIds)));
  }

  async markets(
    { after, upTo }: PastRange,
    securityIds: readonly number[] | null,
  ): Promise<readonly (MarketItem | NoticeItem)[]> {
    return this.#read(() => this.marketItems.filter((item) => isIn(item, after, upTo, securityIds)));
  }

  eventOf(event: ExchangeEvent): OwnEvent | null {
    const { seq } = event;
    const text = (clientId: string | null) => (named: boolean) =>
      JSON.stringify({
        eventSeq: seq,
        eventTime: formatInstant(event.time),
        eventType: event.type,
        ...(named ? { clientId } : {}),
      });
    if (event.type === 'order') {
      const { clientId } = event.order.ticket;
      return { seq, clientIds: [clientId], text: text(clientId) };
    }
    if (event.type === 'notice') {
      const clientIds = recipientsOf(event.notice.to);
      return { seq, clientIds, text: text(clientIds?.length === 1 ? (clientIds[0] ?? null) : null) };
    }
    if (event.type === 'market') return { seq, clientIds: null, text: text(null) };
    if (event.type !== 'match') return null;
    return { seq, clientIds: [event.match.buyClientId, event.match.sellClientId], text: text(null) };
  }

  async events({ after, upTo }: PastRange, clientIds: readonly string[] | null): Promise<readonly OwnEvent[]> {
    return this.#read(() =>
      this.ownEvents.filter(
        ({ seq, clientIds: whose }) =>
          seq > after &&
          seq <= upTo &&
          (clientIds === null || whose === null || whose.some((id) => clientIds.includes(id))),
      ),
    );
  }

  async clientsUnder(parentId: string): Promise<readonly string[]> {
    return this.#read(() => [parentId, ...(this.below.get(parentId) ?? [])]);
  }

  async tradingDays(
    securityIds: readonly SecurityId[],
    date: string,
    upTo: number,
  ): Promise<ReadonlyMap<SecurityId, TradingDay>> {
    return this.#read(() => {
      const days = new Map<SecurityId, TradingDay>();
      const past = this.items.filter(({ seq }) => seq <= upTo);
      const busted = new Set(past.filter(({ type }) => type === 'bust').map(({ tradeId }) => tradeId));
      const adjusted = new Map(past.filter(({ type }) => type === 'adjust').map((item) => [item.tradeId, item]));
      for (const item of past) {
        const { securityId, tradeId, type, time } = item;
        const counts = type === 'trade' && !busted.has(tradeId) && easternDate(time) === date;
        if (!counts || !securityIds.includes(securityId)) continue;
        const { price, quantity } = adjusted.get(tradeId) ?? item;
        days.set(securityId, dayWith(days.get(securityId) ?? null, { ...item, price, quantity }));
      }
      return days;
    });
  }

  async #read<R>(read: () => R): Promise<R> {
    this.reads += 1;
    if (this.isDown) throw new Error('the history is down');
    const found = read();
    // As with a real database, the world goes on meanwhile.
    await new Promise((resolve) => setImmediate(resolve));
    return found;
  }
}

function isIn(
  item: { readonly seq: number; readonly securityId: number | null },
  after: number,
  upTo: number,
  securityIds: readonly number[] | null,
): boolean {
  const { seq, securityId } = item;
  return seq > after && seq <= upTo && (securityId === null || securityIds?.includes(securityId) !== false);
}
