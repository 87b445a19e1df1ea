/** What a split makes of shares, cost and lots, in the slow register. */
import type { Fractions } from '../../src/exchange/api/corporate-actions.ts';
import type { MadeLot } from './register-lots.ts';

const MILLION = 1_000_000n;

export const size = (number: bigint): bigint => (number < 0n ? -number : number);
export const signOf = (number: bigint): number => (number < 0n ? -1 : number > 0n ? 1 : 0);

export interface ModelSplit {
  readonly to: number;
  readonly from: number;
  readonly isUp: boolean;
  /** Where each share becomes whole ones, parts of a share are neither paid nor rounded. */
  readonly keepsParts?: boolean;
  /** Of `from` shares `to` are left; whole shares are taken, with their part of the cost. */
  readonly isRedemption?: boolean;
}

/** As the terms of an action have it. */
export function termsOfSplit({ to, from, isUp, keepsParts }: ModelSplit) {
  const fractions: Fractions = keepsParts && to % from === 0 ? 'kept' : isUp ? 'up' : 'cash';
  return { to, from, fractions, cashPrice: null };
}

/** Millionths: of whole shares, rounded by their size, where parts are not kept. */
export function afterSplit(units: bigint, { to, from, isUp, keepsParts, isRedemption }: ModelSplit): bigint {
  if (isRedemption) {
    if (to === 0) return 0n;
    const taken = (size(units) * BigInt(from - to)) / BigInt(from) / MILLION;
    return BigInt(signOf(units)) * (size(units) - taken * MILLION);
  }
  if (keepsParts && to % from === 0) return units * BigInt(to / from);
  const [exact, share] = [size(units) * BigInt(to), BigInt(from) * MILLION];
  const whole = exact / share + (isUp && exact % share !== 0n ? 1n : 0n);
  return BigInt(signOf(units)) * whole * MILLION;
}

/** What is paid in cash takes its part of the cost along. */
export function costAfter(units: bigint, cost: bigint | null, split: ModelSplit): bigint | null {
  const after = afterSplit(units, split);
  if (after === 0n) return 0n;
  if (split.isRedemption && cost !== null) return (cost * size(after)) / size(units);
  if (cost === null || split.isUp) return cost;
  return (cost * size(after) * BigInt(split.from)) / (size(units) * BigInt(split.to));
}

/** The end of each lot among all of them is where it was, in proportion. */
export function splitLots(lots: readonly MadeLot[], split: ModelSplit): readonly MadeLot[] {
  const all = lots.reduce((sum, { units }) => sum + units, 0n);
  const after = afterSplit(all, split);
  const endOf = (index: number) => lots.slice(0, index).reduce((sum, { units }) => sum + units, 0n);
  const next: MadeLot[] = [];
  let carried: bigint | null = 0n;
  const withCost = (cost: bigint | null) => (cost === null || carried === null ? null : cost + carried);
  for (const [index, lot] of lots.entries()) {
    const units = (endOf(index + 1) * after) / all - (endOf(index) * after) / all;
    const cost = withCost(costAfter(all, lot.cost, split));
    carried = units === 0n ? cost : 0n;
    if (units > 0n) next.push({ ...lot, units, cost });
  }
  const last = next.at(-1);
  if (last !== undefined && carried !== 0n) next[next.length - 1] = { ...last, cost: withCost(last.cost) };
  return next;
}
