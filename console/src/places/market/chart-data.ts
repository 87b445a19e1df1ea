/** What the chart draws: bars of any days (S42), the trades of today, and own fills. */
import type { Desk, Fields, OwnTrade, Trade } from '../../data/index.ts';
import { instantOf, tradeOf } from '../../data/index.ts';

export const FRAMES = [
  ['ticks', 'Ticks'],
  ['1m', '1 min'],
  ['5m', '5 min'],
  ['1h', '1 h'],
  ['1d', '1 day'],
] as const;
export type Frame = (typeof FRAMES)[number][0];

/** What bars of before a split or dividend are adjusted for (R8). */
export const ADJUSTMENTS = [
  ['No', 'As traded'],
  ['Splits', 'Adjusted for splits'],
  ['Splits and Dividends', 'For splits and dividends'],
] as const;
export type Adjustment = (typeof ADJUSTMENTS)[number][0];

/** Their length, and the days of one read, which are those that one answer may have. */
const LENGTHS: Readonly<Record<Exclude<Frame, 'ticks'>, { readonly seconds: number; readonly days: number }>> = {
  '1m': { seconds: 60, days: 1 },
  '5m': { seconds: 300, days: 5 },
  '1h': { seconds: 3600, days: 31 },
  '1d': { seconds: 86_400, days: 31 },
};
/** Reads for a chart of days, one after the other: some nine months. */
const DAY_READS = 9;
const DAY_MS = 86_400_000;
const OWN_FILLS_MAX = 500;

export interface Bar {
  /** Seconds since 1970. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly shares: number;
}

/** One point a second, as the library takes them: the last price, and the shares of all. Oldest first. */
export function pointsOf(trades: readonly Trade[]): Bar[] {
  const points = new Map<number, Bar>();
  for (const { at, price: text, quantity, busted } of trades.toReversed()) {
    if (busted) continue;
    const time = Math.floor(at / 1000);
    const price = Number(text);
    const shares = (points.get(time)?.shares ?? 0) + quantity;
    points.set(time, { time, open: price, high: price, low: price, close: price, shares });
  }
  return [...points.values()].sort((one, other) => one.time - other.time);
}

export const secondsOf = (frame: Frame): number => (frame === 'ticks' ? 1 : LENGTHS[frame].seconds);

export interface ReadBars {
  readonly bars: readonly Bar[];
  /** The first of their days: YYYY-MM-DD. */
  readonly from: string;
}

const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);

interface BarsAsked {
  readonly securityId: string;
  readonly frame: Exclude<Frame, 'ticks'>;
  readonly adjusted: Adjustment;
}

/** The bars that end with a day. */
export async function readBars({ session }: Desk, asked: BarsAsked, to: string): Promise<ReadBars> {
  const { securityId, frame, adjusted } = asked;
  const { days } = LENGTHS[frame];
  const reads = frame === '1d' ? DAY_READS : 1;
  const begins = Array.from({ length: reads }, (_, read) => dayBefore(to, days * (read + 1) - 1)).reverse();
  const bars: Bar[] = [];
  for (const date of begins) {
    const answer = await session.api.call('getBars', { securityId, interval: frame, date, days, adjusted });
    bars.push(...(answer.bars as Fields[]).map(barOf));
  }
  return { bars, from: begins[0] ?? to };
}

function barOf({ time, open, high, low, last, volume }: Fields): Bar {
  const prices = { open: Number(open), high: Number(high), low: Number(low), close: Number(last) };
  return { time: Math.floor(Date.parse(String(time)) / 1000), ...prices, shares: Number(volume) };
}

/** Own sides of matches of the days that are shown; a key without the right has none. */
export async function readOwnFills({ session }: Desk, securityId: string, from: string): Promise<readonly OwnTrade[]> {
  if (!session.may('listAtsTrades') || session.capabilities.operator) return [];
  const filter = JSON.stringify({ offeringId: securityId, createdDate: { min: dayBefore(from, 1) } });
  const { ats_trades } = await session.api.call('listAtsTrades', { limit: OWN_FILLS_MAX, filter });
  return (ats_trades as Fields[]).map(tradeOf);
}

/** The bar that a fill is marked at; undefined: it is not shown. */
export function barAt(bars: readonly Bar[], date: string, seconds: number): Bar | undefined {
  const at = instantOf(date) / 1000;
  const bar = bars.findLast(({ time }) => time <= at);
  // Times of records have whole seconds, those of trades do not.
  return bar !== undefined && at < bar.time + Math.max(seconds, 2) + (seconds >= 86_400 ? 3600 : 0) ? bar : undefined;
}
