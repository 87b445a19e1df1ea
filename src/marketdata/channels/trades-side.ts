import { easternDate } from '../../calendar/eastern-time.ts';
import type { EventSeq, SecurityId } from '../../exchange/api/index.ts';
import { HOUR_US } from '../../time/units.ts';
import type { Beginning, SecurityChoice, SubscribeRequest } from '../requests/index.ts';
import type { Exit, Frame } from '../wire/index.ts';
import type { Beaten, Beats } from './beats.ts';
import type { Peer } from './channel.ts';
import type { TradeItem, TradingDay } from './history.ts';
import type { SharedFrames } from './shared-frames.ts';
import type { SecurityItem, TapeDeps } from './tape-parts.ts';
import { TapeSide, type TapeTopics } from './tape-side.ts';
import { type Bar, encodeBar, encodeTrade, TradeFrame } from './trade-encoder.ts';

interface TradesDeps {
  readonly exit: Exit;
  readonly beats: Beats;
  /** Of bars, by their last trade. */
  readonly frames: SharedFrames<TradeItem>;
  readonly deps: Pick<TapeDeps, 'exchange' | 'timers' | 'history'>;
}

/** A bar that still grows. */
class OpenBar {
  /** The seq of its first trade. */
  readonly first: number;
  readonly intervalMs: number;
  last: TradeItem;
  bar: Bar;

  constructor({ item, prevSeq, day }: TradeFrame, intervalMs: number) {
    const { seq, time, securityId, price, quantity } = item;
    const prices = { open: price, high: price, low: price, last: price };
    this.first = seq;
    this.last = item;
    this.intervalMs = intervalMs;
    this.bar = { securityId, prevSeq, seq, time, trades: 1, volume: quantity, ...prices, day };
  }

  add(item: TradeItem, day: TradingDay | undefined): void {
    const { bar } = this;
    const { seq, time, price, quantity } = item;
    this.last = item;
    const [high, low] = [Math.max(bar.high, price), Math.min(bar.low, price)];
    const [trades, volume] = [bar.trades + 1, bar.volume + quantity];
    this.bar = { ...bar, seq, time, trades, volume, high, low, last: price, day };
  }
}

/**
 * The side of one connection in trades. The bars, where any were asked for, are between the reading of the tape, which
 * gives every trade once and in order, and the way out.
 */
export class TradesSide extends TapeSide {
  readonly #deps: TradesDeps;
  #bars: Bars | null = null;

  constructor(channel: TapeTopics<SecurityItem>, peer: Peer, shared: Omit<TradesDeps, 'exit'>) {
    super(channel, peer);
    this.#deps = { ...shared, exit: peer.sendQueue };
  }

  override get isCaughtUp(): boolean {
    return super.isCaughtUp && this.#bars?.isOpen !== true;
  }

  override subscribe(request: SubscribeRequest, nowMs: number, accepted: (beginning: Beginning) => void): void {
    super.subscribe(request, nowMs, (beginning) => {
      if (request.mode !== null) this.#bars ??= new Bars(this.#deps);
      this.#bars?.choose(request, beginning.seq, nowMs);
      accepted(beginning);
    });
  }

  override leave(securities: SecurityChoice, id: SubscribeRequest['id']): void {
    super.leave(securities, id);
    this.#bars?.leave(securities);
    if (securities === '*') this.#bars = null;
  }

  override list(): readonly object[] {
    const entries = super.list() as readonly ListEntry[];
    return this.#bars === null ? entries : entries.flatMap((entry) => (this.#bars as Bars).apart(entry));
  }

  override clear(): void {
    super.clear();
    this.#bars?.end();
    this.#bars = null;
  }

  protected override emit(frame: Frame, nowMs: number): void {
    if (this.#bars === null) super.emit(frame, nowMs);
    else this.#bars.send(frame, nowMs);
  }
}

/** The entry in `list` for securities with the same parameters. */
interface ListEntry {
  readonly securityIds: readonly string[];
}

/**
 * Adds up the trades that are wanted in bars (S36): so bars have every trade once, also on a
 * slow connection.
 */
class Bars {
  readonly #deps: TradesDeps;
  /** The interval of "*"; null: every trade. */
  #everything: number | null = null;
  /** Of the securities that have another one. */
  readonly #named = new Map<SecurityId, number | null>();
  /** In the order of their first trades. */
  readonly #open = new Map<SecurityId, OpenBar>();
  readonly #beating = new Map<number, Beaten>();
  /** The seq of the last trade, bust or correction that was read. */
  #position = Number.POSITIVE_INFINITY;
  /** Up to here single trades are sent: what was missed (S36). */
  #singleUpTo = 0;

  constructor(deps: TradesDeps) {
    this.#deps = deps;
  }

  /** Whether there is a bar that still grows. */
  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  /** @param seq where the subscription begins */
  choose({ securities, mode, since }: SubscribeRequest, seq: EventSeq, nowMs: number): void {
    this.#sendBars([...this.#open.values()], nowMs);
    const intervalMs = mode?.intervalMs ?? null;
    if (securities === '*') {
      this.#named.clear();
      this.#everything = intervalMs;
    } else {
      for (const id of securities) this.#named.set(id, intervalMs);
    }
    if (since !== undefined) this.#singleUpTo = this.#deps.deps.exchange.lastEventSeq();
    this.#position = Math.min(this.#position, seq);
  }

  /** Sends what is open of them. */
  leave(securities: SecurityChoice): void {
    const left = securities === '*' ? [...this.#open.keys()] : securities;
    const bars = left.map((securityId) => this.#open.get(securityId)).filter((bar) => bar !== undefined);
    this.#sendBars(bars, this.#deps.deps.timers.nowMs());
    if (securities === '*') this.end();
    else for (const securityId of securities) this.#named.delete(securityId);
  }

  /** An entry for each interval. */
  apart(entry: ListEntry): object[] {
    if (entry.securityIds.length === 0) return [{ ...entry, ...modeOf(this.#everything) }];
    const byInterval = Map.groupBy(entry.securityIds, (securityId) =>
      this.#intervalOf(Number(securityId) as SecurityId),
    );
    return [...byInterval].map(([intervalMs, securityIds]) => ({ ...entry, ...modeOf(intervalMs), securityIds }));
  }

  end(): void {
    for (const [intervalMs, member] of this.#beating) this.#deps.beats.remove(member, intervalMs);
  }

  #intervalOf(securityId: SecurityId): number | null {
    const named = this.#named.get(securityId);
    return named === undefined ? this.#everything : named;
  }

  send(frame: Frame, nowMs: number): void {
    if (frame instanceof TradeFrame) {
      this.#take(frame, nowMs);
    } else {
      // A snapshot or a day: it has in it, and before its cursor, the trades of the open bars.
      this.#sendBars([...this.#open.values()], nowMs);
      this.#deps.exit.send(frame, nowMs);
    }
  }

  #take(frame: TradeFrame, nowMs: number): void {
    const { item, prevSeq, day } = frame;
    const intervalMs = this.#intervalOf(item.securityId);
    const isAlone = item.type !== 'trade' || intervalMs === null || item.seq <= this.#singleUpTo;
    const open = this.#open.get(item.securityId);
    if (open !== undefined && (isAlone || !isSameDay(open.bar.time, item.time))) this.#sendBars([open], nowMs);
    this.#position = item.seq;
    if (!isAlone) {
      this.#count(frame, intervalMs);
      return;
    }
    const seq = this.#safeSeq();
    const { history } = this.#deps.deps;
    const sent = seq === item.seq ? frame : encodeTrade(item, prevSeq, history.cursorAt(seq), day);
    this.#deps.exit.send(sent, nowMs);
  }

  #count(frame: TradeFrame, intervalMs: number): void {
    const { securityId } = frame.item;
    const open = this.#open.get(securityId);
    if (open !== undefined) {
      open.add(frame.item, frame.day);
      return;
    }
    this.#open.set(securityId, new OpenBar(frame, intervalMs));
    if (this.#beating.has(intervalMs)) return;
    const member = { tick: (nowMs: number) => this.#beat(intervalMs, nowMs) };
    this.#beating.set(intervalMs, member);
    this.#deps.beats.add(member, intervalMs);
  }

  /** An interval is over. While the connection is slow, the bars keep growing. */
  #beat(intervalMs: number, nowMs: number): void {
    if (this.#deps.exit.congested) return;
    this.#sendBars(
      [...this.#open.values()].filter((open) => open.intervalMs === intervalMs),
      nowMs,
    );
    const member = this.#beating.get(intervalMs);
    this.#beating.delete(intervalMs);
    if (member !== undefined) this.#deps.beats.remove(member, intervalMs);
  }

  #sendBars(bars: readonly OpenBar[], nowMs: number): void {
    const { frames, deps, exit } = this.#deps;
    for (const { bar, last } of bars.toSorted((one, other) => one.bar.seq - other.bar.seq)) {
      this.#open.delete(bar.securityId);
      const seq = this.#safeSeq();
      const key = `${bar.prevSeq} ${seq} ${bar.day === undefined}`;
      exit.send(
        frames.frame(last, key, () => encodeBar(bar, deps.history.cursorAt(seq))),
        nowMs,
      );
    }
  }

  /** Where a reader of everything sent so far can resume: the trades of open bars come after it. */
  #safeSeq(): EventSeq {
    const [oldest] = this.#open.values();
    return oldest === undefined ? this.#position : Math.min(this.#position, oldest.first - 1);
  }
}

function modeOf(intervalMs: number | null): object {
  return intervalMs === null ? { mode: 'every' } : { mode: 'conflated', intervalMs };
}

/** US Eastern, whose days begin with an hour. */
function isSameDay(one: number, other: number): boolean {
  return Math.floor(one / HOUR_US) === Math.floor(other / HOUR_US) || easternDate(one) === easternDate(other);
}
