/** What conversions leave among the kept entries of a holder (R13). */
import type { SecurityId } from '../../api/index.ts';
import type { Held } from './cost.ts';
import type { Converted } from './entries.ts';
import { NUMBER, placeOfIssue, placesAt, SHARES, WIDTH } from './entry-list.ts';
import { type Lot, Lots, lotsAfter, UNDATED } from './lots.ts';
import { lotsOf, type Opening } from './opening.ts';
import { amendedOpening, type KeptOfHolder, replay, restsOnFold } from './replay.ts';
import { comesBefore, heldAfter, type Into, type Place } from './splits.ts';
import { minus, NO_UNITS, plus, signOf, type Units } from './units.ts';

/** Shares with their cost and lots. */
export interface HeldLots extends Held {
  readonly lots: readonly Lot[];
  /** Whether entries that are kept no longer are part of the cost. */
  readonly isFolded: boolean;
}

/** What a holder gets of the other security, in lots with their dates and costs. @param entry the number of that */
export function convertedOf(held: HeldLots, into: Into, entry: number): HeldLots {
  const { quantity, rest, cost } = heldAfter(held, into);
  const lots = signOf(held) > 0 ? lotsAfter(held.lots, into) : [];
  return {
    quantity,
    rest,
    cost,
    isFolded: held.isFolded && quantity !== 0,
    lots: lots.map(([day, shares, paid, part = 0]) => [day, shares, paid, part, 'action', entry]),
  };
}

/** What the entry of the other security keeps of it. */
export function convertedParts(of: Omit<Converted, 'lots' | 'isFolded'>, { lots, isFolded }: HeldLots): Converted {
  return isFolded ? { ...of, lots, isFolded } : { ...of, lots };
}

/** What the holder had right before a split of its security; undefined: that is kept no longer. */
export function heldBefore(kept: KeptOfHolder, index: number): HeldLots | undefined {
  if (kept.opening.splits > index) return undefined;
  const split = kept.splits.all[index]!;
  let end = 0;
  while (end < kept.entries.length && !comesBefore(split, placesAt(kept.entries, end))) end += WIDTH;
  const until = { ...kept, entries: kept.entries.slice(0, end), splitCount: index };
  const { quantity, rest, cost, lots } = replay(until, end, lotsOf(kept.opening));
  return { quantity, rest, cost, lots: lots!.all, isFolded: restsOnFold(until) };
}

/** The entry of a conversion among those of a holder. */
export function entryOfConversion(
  { entries, issues }: KeptOfHolder,
  { securityId, actionId }: { readonly securityId: SecurityId; readonly actionId: number },
): Place | undefined {
  for (const [entry, { converted }] of issues ?? []) {
    if (converted?.securityId !== securityId || converted.actionId !== actionId) continue;
    for (let at = 0; at < entries.length; at += WIDTH) {
      if (entries[at + NUMBER] === entry) return placesAt(entries, at);
    }
  }
  return undefined;
}

/** What the conversion gave is more or less by these. */
export interface GivenAgain {
  readonly at: Place;
  readonly more: Units;
  /** All that it gives from now on; undefined: what the holder had before it is kept no longer. */
  readonly given: HeldLots | undefined;
}

/** Returns the opening from now on. What comes without its lots has no day, and no known cost. */
export function giveAgain(kept: KeptOfHolder, { at, more, given }: GivenAgain): Opening {
  const { entries, issues, opening } = kept;
  const index = placeOfIssue(entries, at);
  const parts = issues?.get(at.entry);
  if (index === undefined || parts?.converted === undefined) return amendedOpening(kept, at, more);
  const had = { quantity: entries[index + SHARES]!, rest: parts.rest };
  const { lots, isFolded = false } = parts.converted;
  const next = given ?? moved({ ...had, cost: parts.cost, lots, isFolded }, more);
  entries[index + SHARES] = next.quantity;
  const { actionId, securityId } = parts.converted;
  const converted = convertedParts({ actionId, securityId }, next);
  issues!.set(at.entry, { rest: next.rest, cost: next.cost, converted });
  return opening;
}

function moved(held: HeldLots, more: Units): HeldLots {
  if (signOf(more) === 0) return held;
  const lots = new Lots(held.lots);
  if (signOf(more) < 0) lots.take(minus(NO_UNITS, more));
  else lots.come(held, more, [UNDATED, more.quantity, null, more.rest]);
  const next = plus(held, more);
  return { ...next, cost: signOf(next) === 0 ? 0 : null, lots: lots.all, isFolded: held.isFolded };
}
