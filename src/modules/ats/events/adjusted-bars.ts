/** Bars in the shares of now: those of before a split, a stock dividend or a cash dividend are adjusted (R8). */
import {
  actionWords,
  BAR_ADJUSTMENTS,
  type BarAdjustment,
  type CorporateAction,
  type MatchIds,
  type Ratio,
} from '../../../exchange/api/index.ts';
import { type TradeSums, VOLUME_MAX } from './trade-sums.ts';

/** An exact fraction. */
type Fraction = readonly [numerator: bigint, denominator: bigint];

interface Factors {
  readonly price: Fraction;
  readonly shares: Fraction;
}

/** The matches between two effects, and what their prices and shares are multiplied by. */
export interface Era {
  readonly ids: MatchIds;
  /** null: they stay. */
  readonly factors: Factors | null;
}

/** Oldest first. @param actions of the security, in any order */
export function erasOf({ after, upTo }: MatchIds, actions: readonly CorporateAction[], adjusted: BarAdjustment): Era[] {
  const eras: Era[] = [];
  let [end, factors] = [upTo, null as Factors | null];
  const effective = actions.flatMap((action) => (action.effect === undefined ? [] : { action, ...action.effect }));
  for (const { action, lastMatch } of effective.sort((one, other) => other.lastMatch - one.lastMatch)) {
    const own = factorsOf(action, adjusted);
    if (own === null) continue;
    if (lastMatch <= after) break;
    if (lastMatch < end) {
      eras.push({ ids: { after: lastMatch, upTo: end }, factors });
      end = lastMatch;
    }
    factors =
      factors === null
        ? own
        : { price: product(factors.price, own.price), shares: product(factors.shares, own.shares) };
  }
  return [...eras, { ids: { after, upTo: end }, factors }].reverse();
}

function factorsOf({ terms, effect }: CorporateAction, adjusted: BarAdjustment): Factors | null {
  const { adjustsBarsOf, factorsOf: factors } = actionWords(terms);
  const isMeant = BAR_ADJUSTMENTS.indexOf(adjustsBarsOf ?? 'No') <= BAR_ADJUSTMENTS.indexOf(adjusted);
  const found = isMeant && effect !== undefined ? factors?.(terms, effect) : undefined;
  return found ? { price: fractionOf(found.price), shares: fractionOf(found.shares) } : null;
}

const fractionOf = ({ to, from }: Ratio): Fraction => [BigInt(to), BigInt(from)];

const product = (one: Fraction, other: Fraction): Fraction => [one[0] * other[0], one[1] * other[1]];

/** Prices to the millionth, at least one, and shares to whole ones: both rounded half up, once. */
export function adjustedSums<Sums extends TradeSums>(sums: Sums, factors: Factors | null): Sums {
  if (factors === null) return sums;
  const price = (value: number) => Math.max(1, times(value, factors.price));
  const { open, high, low, last, volume } = sums;
  const prices = { open: price(open), high: price(high), low: price(low), last: price(last) };
  return { ...sums, ...prices, volume: times(volume, factors.shares) };
}

function times(value: number, [numerator, denominator]: Fraction): number {
  const rounded = (2n * BigInt(value) * numerator + denominator) / (2n * denominator);
  return Math.min(Number(rounded), Number.MAX_SAFE_INTEGER);
}

/** Of one interval: an effect came between the trades of both. */
export function joined<Sums extends TradeSums>(earlier: Sums, later: Sums): Sums {
  return {
    ...later,
    open: earlier.open,
    high: Math.max(earlier.high, later.high),
    low: Math.min(earlier.low, later.low),
    volume: Math.min(earlier.volume + later.volume, VOLUME_MAX),
    trades: earlier.trades + later.trades,
  };
}
