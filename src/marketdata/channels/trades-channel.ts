import { easternDate } from '../../calendar/eastern-time.ts';
import type { EventSeq, ExchangeEvent, MatchId, MatchView, Note, SecurityId } from '../../exchange/api/index.ts';
import type { Frame } from '../wire/index.ts';
import { Beats } from './beats.ts';
import type { Peer, Side } from './channel.ts';
import type { PastRange, TradeItem, TradingDay } from './history.ts';
import { SecurityTape } from './security-tape.ts';
import { SharedFrames } from './shared-frames.ts';
import type { SecurityItem, TapeDeps } from './tape-parts.ts';
import type { SecurityTopic, TapeSide } from './tape-side.ts';
import { encodeDay, encodeTrade, encodeTradesSnapshot } from './trade-encoder.ts';
import { TradesSide } from './trades-side.ts';

/** Until the trades of a day are asked for again. */
const AGAIN_MS = 1000;

/** Every match, every bust and every correction (S24, S25). */
export class TradesChannel extends SecurityTape<TradeItem> {
  readonly name = 'trades';
  readonly #beats: Beats;
  readonly #bars = new SharedFrames<TradeItem>();
  /** Whose trades of the day are to be read, all at once. */
  readonly #toLoad = new Set<TradesTopic>();
  /** By older rules the venue publishes a bust or correction for each of its parties; the stream sends it once. */
  #lastAmendment = '';

  constructor(deps: TapeDeps) {
    super(deps);
    this.#beats = new Beats(deps.timers);
  }

  protected itemOf(event: ExchangeEvent): TradeItem | null {
    if (event.type === 'match') return tradeOf(event.seq, event.match);
    if (event.type !== 'notice') return null;
    const { seq, time, notice } = event;
    const { kind, noticeId, securityId, to } = notice;
    if ((kind !== 'bust' && kind !== 'adjust') || noticeId === this.#lastAmendment) return null;
    this.#lastAmendment = noticeId;
    // What everybody may know of it is the same for all.
    const { fields } = to[0] as Note;
    return amendmentOf(kind, { seq, time, securityId, matchId: Number(fields.tradeID) as MatchId }, fields);
  }

  protected make(securityId: SecurityId): SecurityTopic {
    const topic = new TradesTopic(securityId, this.deps);
    this.#load(topic);
    return topic;
  }

  protected note(item: TradeItem, topic: SecurityTopic): void {
    const trades = topic as TradesTopic;
    if (item.type === 'trade') trades.add(item);
    else this.#load(trades);
  }

  override open(peer: Peer): Side {
    const shared = { beats: this.#beats, frames: this.#bars, deps: this.deps };
    return new TradesSide(this as SecurityTape<SecurityItem>, peer, shared);
  }

  protected encode(item: TradeItem, prevSeq: EventSeq, topic: SecurityTopic | undefined): Frame {
    // The day's figures after a bust or correction are a separate message (S25), also when it is sent late.
    const known = item.type === 'trade' ? (topic ?? this.#endingWith(item)) : undefined;
    const { day } = (known ?? {}) as { readonly day?: TradingDay | null };
    return encodeTrade(item, prevSeq, this.deps.history.cursorAt(item.seq), day ?? undefined);
  }

  /** The security, where this trade is the newest of it, also if it is sent late. */
  #endingWith({ type, seq, securityId }: TradeItem): TradesTopic | undefined {
    const topic = this.topicOf(securityId);
    return type === 'trade' && topic?.seq === seq ? (topic as TradesTopic) : undefined;
  }

  older(range: PastRange, securityIds: readonly SecurityId[] | null): Promise<readonly TradeItem[]> {
    return this.deps.history.trades(range, securityIds);
  }

  /** Has the day calculated again from the history: at first, and after a bust or correction. */
  #load(topic: TradesTopic): void {
    topic.forget();
    if (this.#toLoad.size === 0) queueMicrotask(() => void this.#loadAll());
    this.#toLoad.add(topic);
  }

  async #loadAll(): Promise<void> {
    const { exchange, history, turns, timers, log } = this.deps;
    const topics = [...this.#toLoad];
    this.#toLoad.clear();
    const upTo = exchange.lastEventSeq();
    const date = easternDate(exchange.nowUs());
    const loads = topics.map((topic) => topic.begin());
    try {
      const ids = topics.map(({ securityId }) => securityId);
      const days = await turns.run(() => history.tradingDays(ids, date, upTo));
      // Not those that have to begin again, or that nobody reads any more.
      const loaded = topics.filter((topic, at) => topic.loaded(loads[at] as number, days.get(topic.securityId)));
      this.settle(loaded.filter((topic) => this.has(topic)));
    } catch (error) {
      log.warn({ err: error }, 'stream: the trades of the day could not be read yet');
      timers.after(AGAIN_MS, () => {
        for (const topic of topics) if (this.has(topic) && !topic.isReady) this.#load(topic);
      });
    }
  }
}

/** The trades of one security. */
class TradesTopic implements SecurityTopic {
  readonly securityId: SecurityId;
  readonly sides = new Set<TapeSide>();
  seq: EventSeq;
  readonly #deps: TapeDeps;
  /** undefined: not known now; null: there was no trade. */
  #day: TradingDay | null | undefined;
  /** The events that came while the earlier trades were being read. */
  #meanwhile: TradeItem[] = [];
  #load = 0;

  constructor(securityId: SecurityId, deps: TapeDeps) {
    this.securityId = securityId;
    this.#deps = deps;
    this.seq = deps.exchange.lastEventSeq();
  }

  get isReady(): boolean {
    return this.#day !== undefined;
  }

  /** Null: none today; undefined: not known now. */
  get day(): TradingDay | null | undefined {
    return this.#day;
  }

  add(trade: TradeItem): void {
    if (this.#day === undefined) this.#meanwhile.push(trade);
    else this.#day = dayWith(this.#day, trade);
  }

  forget(): void {
    this.#day = undefined;
    this.#load += 1;
    this.#meanwhile = [];
  }

  /** Begins a load: events until now will be found in the history. Returns the number of the load. */
  begin(): number {
    this.#meanwhile = [];
    return this.#load;
  }

  /** Returns false where the day has to be calculated again. */
  loaded(load: number, before: TradingDay | undefined): boolean {
    if (load !== this.#load) return false;
    let day = before ?? null;
    for (const trade of this.#meanwhile) day = dayWith(day, trade);
    this.#meanwhile = [];
    this.#day = day;
    return true;
  }

  snapshot(): Frame {
    return encodeTradesSnapshot(this.#heading(this.seq), this.#today());
  }

  afterwards(seq: EventSeq): Frame {
    return encodeDay(this.#heading(seq), this.#today());
  }

  #heading(seq: EventSeq) {
    const { exchange, history } = this.#deps;
    const cursor = history.cursorAt(exchange.lastEventSeq());
    return { securityId: this.securityId, seq, cursor, time: exchange.nowUs() };
  }

  #today(): TradingDay | string {
    const date = easternDate(this.#deps.exchange.nowUs());
    const day = this.#day ?? null;
    return day?.date === date ? day : date;
  }
}

/** The initiator came, unless it was negotiated: then nobody did. */
export function tradeOf(seq: EventSeq, match: Omit<MatchView, 'buyClientId' | 'sellClientId'>): TradeItem {
  const { matchId, securityId, time, price, quantity, buyOrderId, initiatorOrderId } = match;
  const block = match.block === true;
  const side = block ? null : initiatorOrderId === buyOrderId ? 'buy' : 'sell';
  const item = { type: 'trade', seq, time, securityId, tradeId: matchId, price, quantity, side, block } as const;
  return match.auction === undefined ? item : { ...item, auction: match.auction };
}

/** @param fields prices with six decimals, always, and quantities, as the notice has them */
export function amendmentOf(
  type: 'bust' | 'adjust',
  { matchId, ...happened }: Pick<TradeItem, 'seq' | 'time' | 'securityId'> & { readonly matchId: MatchId },
  fields: Readonly<Record<string, unknown>>,
): TradeItem {
  const termsOf = (price: unknown, quantity: unknown) => {
    return { price: Number(String(price).replace('.', '')), quantity: Number(quantity) };
  };
  const terms = termsOf(fields.price, fields.quantity);
  const item = { type, ...happened, tradeId: matchId, ...terms, side: null, block: false };
  return type === 'bust' ? item : { ...item, before: termsOf(fields.priceBefore, fields.quantityBefore) };
}

/** The day with one trade more, which is its last; null: no trade yet. A trade of another day begins it. */
export function dayWith(day: TradingDay | null, { time, price, quantity }: TradeItem): TradingDay {
  const date = easternDate(time);
  if (day === null || day.date !== date) {
    return { date, open: price, high: price, low: price, last: price, volume: quantity, trades: 1 };
  }
  return {
    date,
    open: day.open,
    high: Math.max(day.high, price),
    low: Math.min(day.low, price),
    last: price,
    // The same bound as that of getBars (S42).
    volume: Math.min(day.volume + quantity, Number.MAX_SAFE_INTEGER),
    trades: day.trades + 1,
  };
}
