/** What a conversion into another security makes of shares, cost and lots, in the slow register. */
import type { ConvertedEntry, Held, SplitEntry } from './register-entries.ts';
import { least, type MadeLot, withLot, without } from './register-lots.ts';
import { afterSplit, costAfter, type ModelSplit, signOf, size, splitLots } from './register-splits.ts';

interface Holding {
  readonly units: bigint;
  readonly cost: bigint | null;
  readonly lots: readonly MadeLot[];
}

/** What comes covers first what is missing; what is owed goes out of the oldest lots. */
export function afterGiven({ units, cost, lots }: Holding, given: ReturnType<ConvertedEntry['given']>): Holding {
  const next = units + given.units;
  const covered = without(given.made, least(-units, given.units));
  const isMore = next > 0n && given.units > 0n;
  const all = given.units < 0n ? without(lots, -given.units) : (isMore ? covered : []).reduce(withLot, lots);
  return { units: next, cost: costOf({ units, cost }, given, next), lots: all };
}

type Costs = Pick<Holding, 'units' | 'cost'>;

function costOf(held: Costs, given: Costs, next: bigint): bigint | null {
  if (next === 0n) return 0n;
  if (held.units === 0n) return given.cost;
  if (signOf(held.units) === signOf(given.units)) {
    return held.cost === null || given.cost === null ? null : held.cost + given.cost;
  }
  const { units, cost } = signOf(held.units) === signOf(next) ? held : given;
  return cost === null ? null : (cost * size(next)) / size(units);
}

interface Converted {
  add(entry: SplitEntry | ConvertedEntry): void;
  heldBefore(entry: SplitEntry): Held;
}

/** All shares of the holder become those of another security. @param number of the entry there */
export function convertTo(from: Converted, target: Converted, split: ModelSplit, number: number): void {
  const gone = goneEntry();
  from.add(gone);
  target.add({
    matchId: 'converted',
    given: () => {
      const { units, cost, made } = from.heldBefore(gone);
      const lots = splitLots(made, split).map((lot) => ({ ...lot, origin: 'action' as const, entry: number }));
      return { units: afterSplit(units, split), cost: costAfter(units, cost, split), made: lots };
    },
  });
}

/** A holder of whom nothing was kept when its security was converted. */
export interface PassedBy {
  /** @param unitsAt what an earlier match moved, as it was at the conversion: an entry of the holder */
  come(unitsAt: (gone: SplitEntry) => bigint): void;
}

/** It gets nothing; what a correction of an earlier match gives it afterwards is converted by itself (R13). */
export function passBy(from: Converted, target: { come(units: bigint): void }, split: ModelSplit): PassedBy {
  const gone = goneEntry();
  from.add(gone);
  return { come: (unitsAt) => target.come(afterSplit(unitsAt(gone), split)) };
}

const goneEntry = (): SplitEntry => ({ matchId: 'split', to: 0, from: 1, isUp: false, isRedemption: true });
