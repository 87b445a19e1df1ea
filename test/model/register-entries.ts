/** What the slow register keeps of a holder: everything that ever moved it. */
import type { MadeLot, ModelLot } from './register-lots.ts';
import { afterSplit, type ModelSplit } from './register-splits.ts';

const MILLION = 1_000_000n;

export const millionths = (shares: number): bigint => BigInt(shares) * MILLION;

export interface TradeEntry {
  readonly matchId: number;
  readonly side: 1 | -1;
  readonly day: number;
  readonly number: number;
  shares: number;
  price: bigint;
  settled: boolean;
}

/** Units of a raise, in millionths; taken back: it never was. */
export interface IssueEntry {
  readonly matchId: undefined;
  readonly tradeId: number;
  readonly units: bigint;
  readonly cost: bigint;
  readonly day: number;
  readonly number: number;
}

export interface ReportEntry {
  readonly matchId: null;
  /** What the holder has at this point, in millionths. */
  units: bigint;
  cost: bigint | null;
  lots: readonly MadeLot[];
  /** Its shares are one lot without a day, of which only this number is kept; 0: not that either. */
  undated: boolean;
  number: number;
}

/** Each share becomes `to` for `from`; parts of one are paid in cash or rounded up. */
export interface SplitEntry extends ModelSplit {
  readonly matchId: 'split';
}

/** The issuer buys shares of the holder at a price, which are settled. */
export interface TenderEntry {
  readonly matchId: 'tender';
  /** Millionths. */
  readonly units: bigint;
  readonly price: bigint;
}

/** What a conversion of another security gives, by what the holder had of that. */
export interface ConvertedEntry {
  readonly matchId: 'converted';
  readonly given: () => Pick<Held, 'units' | 'cost' | 'made'>;
}

export interface Held {
  /** Millionths of a share. */
  readonly units: bigint;
  readonly cost: bigint | null;
  /** Oldest first, one of each day. */
  readonly lots: readonly ModelLot[];
  /** Oldest first, one of each day and origin that follow each other. */
  readonly made: readonly MadeLot[];
}

export function movedBy(entry: TradeEntry | IssueEntry | SplitEntry | ConvertedEntry | TenderEntry): bigint {
  if (entry.matchId === 'split') return 0n;
  if (entry.matchId === 'tender') return -entry.units;
  if (entry.matchId === 'converted') return entry.given().units;
  return entry.matchId === undefined ? entry.units : millionths(entry.shares);
}

export type Entry = TradeEntry | IssueEntry | ReportEntry | SplitEntry | ConvertedEntry | TenderEntry;

/** The shares after the splits among these. */
export function splitBy(entries: readonly Entry[], units: bigint): bigint {
  return entries.reduce((left, one) => (one.matchId === 'split' ? afterSplit(left, one) : left), units);
}

/** Matches between the same two splits are rounded together: the sums of these as they were then, and as they are. */
export function unsettledOf(entries: readonly Entry[]): readonly (readonly [then: bigint, now: bigint])[] {
  let [before, since] = [[] as (readonly [bigint, bigint])[], 0n];
  for (const entry of entries) {
    if ('settled' in entry && !entry.settled) since += millionths(entry.shares);
    if (entry.matchId !== 'split') continue;
    before = [...before, [since, since] as const].map(([then, units]) => [then, afterSplit(units, entry)]);
    since = 0n;
  }
  return [...before, [since, since]];
}

export interface ModelIssue {
  readonly tradeId: number;
  readonly holder: string;
  /** Millionths. */
  readonly units: bigint;
  readonly cost: bigint;
  isTakenBack: boolean;
  /** Of the security. */
  readonly redemptionsBefore: number;
}

export interface ModelMatch {
  readonly matchId: number;
  readonly buyer: string;
  readonly seller: string;
  price: number;
  quantity: number;
  state: 'PENDING' | 'SETTLED' | 'CANCELED' | 'BUSTED';
}
