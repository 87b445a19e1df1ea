/** What a holder had before the first of its kept entries, and how snapshots keep it. */
import type { Amount, Shares } from '../../api/index.ts';
import type { Held } from './cost.ts';
import type { Converted, IssueParts } from './entries.ts';
import { type Lot, Lots, type Origin, UNDATED } from './lots.ts';
import { signOf } from './units.ts';

/** What a holder had before the first of its kept entries. */
export interface Opening extends Held {
  /** Oldest first; null: all of its shares are without a day. */
  readonly lots: readonly Lot[] | null;
  /** Matches up to this one that are not among the kept entries do not matter to the cost. */
  readonly began: number;
  /** The number of the report that stated it; 0: no report did, or its number is not known. */
  readonly entry: number;
  /** Whether entries that are kept no longer are part of it: their corrections cannot be replayed. */
  readonly isFolded: boolean;
  /** How many splits of its security are part of it. */
  readonly splits: number;
}

interface Kept {
  readonly opening: Opening;
  readonly entries: number[];
  readonly issues: Map<number, IssueParts> | null;
}

/** As a snapshot keeps a holder: JSON has null for UNDATED. */
export type HolderValues = readonly [
  opening: readonly [
    quantity: Shares,
    cost: Amount | null,
    lots: readonly KeptLot[] | null,
    began: number,
    rest?: number,
    entry?: number,
    isFolded?: boolean,
    splits?: number,
  ],
  entries: readonly (number | null)[],
  pending: Shares,
  /** Of its issues the numbers, with the millionths and the cost of each; absent before ISSUES_SINCE. */
  issues?: readonly IssueValues[],
  /** As in PendingShares; absent: none. */
  pendingBefore?: readonly PendingBefore[],
];

/** Shares of matches that are not settled, as they were after this number of splits. */
export type PendingBefore = readonly [splits: number, shares: Shares];

/** What a conversion gave has its lots, too. */
type IssueValues = readonly [
  entry: number,
  rest: number,
  cost: Amount | null,
  converted?: Omit<Converted, 'lots'> & { readonly lots: readonly KeptLot[] },
];

type KeptLot = readonly [
  day: number | null,
  quantity: Shares,
  cost: Amount | null,
  rest?: number,
  origin?: Origin | null,
  entry?: number,
];

/** @param before as in PendingShares */
export function holderValues(
  { opening, entries, issues }: Kept,
  pending: Shares,
  before: readonly PendingBefore[],
): HolderValues {
  // JSON writes UNDATED as null, and so does this, so that both are the same.
  const kept = entries.map((value) => (value === UNDATED ? null : value));
  const values = [openingValues(opening), kept, pending, issueValues(issues)] as const;
  return before.length === 0 ? values : [...values, before];
}

export function partsFrom([opening, entries, , issues]: HolderValues): Kept {
  const known = entries.map((value) => value ?? UNDATED);
  return {
    ...{ opening: openingFrom(opening), issues: issuesFrom(issues) },
    entries: issues === undefined ? numbered(known) : known,
  };
}

function openingValues({ quantity, rest, cost, lots, began, entry, isFolded, splits }: Opening): HolderValues[0] {
  const kept = lots?.map(keptLot) ?? null;
  if (splits > 0) return [quantity, cost, kept, began, rest, entry, isFolded, splits];
  return isFolded ? [quantity, cost, kept, began, rest, entry, true] : [quantity, cost, kept, began, rest, entry];
}

function openingFrom(values: HolderValues[0]): Opening {
  const [quantity, cost, lots, began, rest = 0, entry = 0, isFolded, splits = 0] = values;
  const dated = lots?.map(lotFrom) ?? null;
  return { quantity, rest, cost, lots: dated, began, entry, isFolded: isFolded === true, splits };
}

function issueValues(issues: ReadonlyMap<number, IssueParts> | null): IssueValues[] {
  return [...(issues ?? [])].map(([number, { rest, cost, converted }]) => {
    if (converted === undefined) return [number, rest, cost];
    return [number, rest, cost, { ...converted, lots: converted.lots.map(keptLot) }];
  });
}

/** null: none. */
function issuesFrom(values: readonly IssueValues[] = []): Map<number, IssueParts> | null {
  if (values.length === 0) return null;
  return new Map(
    values.map(([number, rest, cost, converted]) => {
      if (converted === undefined) return [number, { rest, cost }];
      return [number, { rest, cost, converted: { ...converted, lots: converted.lots.map(lotFrom) } }];
    }),
  );
}

const keptLot = ([day, ...more]: Lot): KeptLot => [day === UNDATED ? null : day, ...more];
const lotFrom = ([day, ...more]: KeptLot): Lot => [day ?? UNDATED, ...more];

/** The width of entries before ISSUES_SINCE, which had no number. */
const WIDTH_BEFORE = 5;

/**
 * Before which match corrections do not matter, after this one: where the shares come to 0, the cost begins again.
 * @param before the sign of the shares before the entry at this place, @param next and after it
 */
export function beganWith(place: number, began: number, before: number, next: number): number {
  if (next === 0) return place;
  return next === before ? Math.min(began, place - 1) : place - 1;
}

export function lotsOf(opening: Opening): Lots {
  const { quantity, rest, cost, lots, entry } = opening;
  if (lots !== null) return new Lots(lots);
  if (signOf(opening) <= 0) return new Lots();
  return new Lots([entry === 0 ? [UNDATED, quantity, cost, rest] : [UNDATED, quantity, cost, rest, 'report', entry]]);
}

export function isUndated(lots: readonly Lot[]): boolean {
  return lots.length === 0 || (lots.length === 1 && lots[0]![0] === UNDATED);
}

/** Entries of a release before ISSUES_SINCE, which did not number them. */
function numbered(entries: readonly number[]): number[] {
  const all: number[] = [];
  for (let at = 0; at < entries.length; at += WIDTH_BEFORE) all.push(...entries.slice(at, at + WIDTH_BEFORE), 0);
  return all;
}
