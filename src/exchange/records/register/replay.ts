/** What the kept entries of a holder come to, with the splits of its security between them. */
import { type Millionths, type Shares, sharesAfter } from '../../api/index.ts';
import { costAfter, costWith, type Held } from './cost.ts';
import type { Issue, IssueParts } from './entries.ts';
import { DAY, ISSUED, NUMBER, PRICE, placeOfIssue, placesAt, SHARES, STATE, WIDTH } from './entry-list.ts';
import { type Lots, UNDATED } from './lots.ts';
import { beganWith, lotsOf, type Opening } from './opening.ts';
import { comesBefore, heldAfter, type Splits } from './splits.ts';
import { minus, NO_UNITS, plus, signOf, type Units } from './units.ts';

export interface KeptOfHolder {
  readonly opening: Opening;
  readonly entries: number[];
  readonly issues: Map<number, IssueParts> | null;
  readonly splits: Splits;
  /** How many of the splits have reached the holder. */
  readonly splitCount: number;
}

/** @param end of the part of the list that is replayed, @param lots those of the opening, which follow; null: none */
export function replay(kept: KeptOfHolder, end: number, lots: Lots | null) {
  const { entries, issues, splitCount } = kept;
  const { quantity, rest, cost, began, splits } = kept.opening;
  // Changed in place: half of the entries of a busy holder are replayed at each fold.
  const held = { quantity, rest, cost, began, splits };
  for (let at = 0; at < end; at += WIDTH) {
    if (held.splits < splitCount) splitBefore(at, held, { kept, lots });
    const shares = entries[at + SHARES] as Shares;
    const day = entries[at + DAY] as number;
    const entry = entries[at + NUMBER] as number;
    const sign = signOf(held);
    if (entries[at + STATE] === ISSUED) {
      const issue = issues!.get(entry)!;
      const units = { quantity: shares, rest: issue.rest };
      if (lots !== null) lotsCome(lots, held, { ...issue, quantity: shares, day, entry });
      held.cost = costWith(held, units, issue.cost);
      Object.assign(held, plus(held, units));
    } else {
      const price = entries[at + PRICE] as Millionths;
      lots?.move(held, shares, { day, price, entry });
      held.cost = costAfter(held, shares, price);
      held.quantity += shares;
    }
    held.began = beganWith(entries[at] as number, held.began, sign, signOf(held));
  }
  if (held.splits < splitCount && end === entries.length) splitBefore(end, held, { kept, lots });
  return { ...held, lots };
}

/** What all of the kept entries come to. */
export function replayed(kept: KeptOfHolder): Held {
  return replay(kept, kept.entries.length, null);
}

/** Units of a raise are one lot; what a conversion gave keeps the lots of before. */
export function lotsCome(lots: Lots, held: Held, issue: Omit<Issue, 'place'>): void {
  const { day, quantity, rest, cost, entry, converted } = issue;
  if (converted === undefined) lots.come(held, issue, [day, quantity, cost, rest, 'issue', entry]);
  else lots.comeAll(held, issue, converted.lots);
}

/** The splits that come before the entry at this index. */
function splitBefore(
  at: number,
  held: Held & { began: number; splits: number },
  { kept, lots }: { readonly kept: KeptOfHolder; readonly lots: Lots | null },
): void {
  for (; held.splits < kept.splitCount && isBefore(kept, held.splits, at); held.splits++) {
    const split = kept.splits.all[held.splits]!;
    const sign = signOf(held);
    lots?.split(split);
    Object.assign(held, heldAfter(held, split));
    if (sign !== 0 && signOf(held) === 0) held.began = split.place;
  }
}

/** Whether a split comes before the entry at this index. After the last entry all do. */
function isBefore({ entries, splits }: KeptOfHolder, split: number, at: number): boolean {
  return at === entries.length || comesBefore(splits.all[split]!, placesAt(entries, at));
}

/** Whether entries that are kept no longer are part of the cost: of the opening, or of what a conversion gave. */
export function restsOnFold(kept: KeptOfHolder): boolean {
  const { opening, entries, issues, splits, splitCount } = kept;
  let isFolded = opening.isFolded;
  if (!isFolded && !isAnyFolded(issues)) return false;
  let had: Units = opening;
  let next = opening.splits;
  for (let at = 0; at <= entries.length; at += WIDTH) {
    const sign = signOf(had);
    for (; next < splitCount && isBefore(kept, next, at); next++) had = sharesAfter(had, splits.all[next]!);
    isFolded &&= signOf(had) === sign;
    if (at === entries.length) break;
    const issue = entries[at + STATE] === ISSUED ? issues!.get(entries[at + NUMBER]!) : undefined;
    const units = { quantity: entries[at + SHARES]!, rest: issue?.rest ?? 0 };
    const before = had;
    had = plus(had, units);
    isFolded = isFoldedWith({ isFolded, before, after: had }, { ...units, converted: issue?.converted });
  }
  return isFolded;
}

/** Shares of another sign have the cost of the entry alone; what a conversion gave may rest on a fold itself. */
export function isFoldedWith(
  { isFolded, before, after }: { readonly isFolded: boolean; readonly before: Units; readonly after: Units },
  entry: Pick<Issue, 'quantity' | 'rest' | 'converted'>,
): boolean {
  const sign = signOf(after);
  if (entry.converted?.isFolded === true && sign !== 0 && sign === signOf(entry)) return true;
  return isFolded && sign === signOf(before);
}

function isAnyFolded(issues: KeptOfHolder['issues']): boolean {
  return issues?.values().some(({ converted }) => converted?.isFolded === true) === true;
}

/** As if the units had never been issued. */
export function keptWithout(kept: KeptOfHolder, issue: Pick<Issue, 'place' | 'entry'>, units: Units): KeptOfHolder {
  const at = placeOfIssue(kept.entries, issue);
  if (at !== undefined) return { ...kept, entries: kept.entries.toSpliced(at, WIDTH) };
  return { ...kept, opening: amendedOpening(kept, issue, minus(NO_UNITS, units)) };
}

/**
 * An entry before the kept ones is another: what it left is known, but not at which cost.
 * @param moved in shares as they were there
 */
export function amendedOpening(
  { opening, splits: ratios }: KeptOfHolder,
  at: Pick<Issue, 'place' | 'entry'>,
  moved: Units,
): Opening {
  const { lots, began, entry, splits } = opening;
  const units = splits === 0 ? moved : ratios.unitsAfter(moved, ratios.before(at), splits);
  if (signOf(units) === 0 && at.place <= began) return opening;
  const next = plus(opening, units);
  const left = lotsOf(opening);
  if (signOf(units) < 0) left.take(minus(NO_UNITS, units));
  else left.come(opening, units, [UNDATED, units.quantity, null]);
  const cost = signOf(next) === 0 ? 0 : null;
  return { ...next, cost, lots: lots && left.all, began, entry, isFolded: signOf(next) !== 0, splits };
}
