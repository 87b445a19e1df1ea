/** The lots of the slow register, one after the other. */

/** Dated later than every day: nobody knows since when. */
export const UNDATED = Infinity;

/** Of one day, in millionths of a share. */
export interface ModelLot {
  readonly day: number;
  readonly units: bigint;
}

/** The same in whole shares. */
export interface ShareLot {
  readonly day: number;
  readonly quantity: number;
}

export const inShares = ({ day, units }: ModelLot): ShareLot => ({ day, quantity: Number(units / 1_000_000n) });

/** With what the shares cost, what made them, and the number of the entry that did, or its first shares. */
export interface MadeLot extends ModelLot {
  /** Millionths of a dollar; null: not known. */
  readonly cost: bigint | null;
  readonly origin: 'issue' | 'match' | 'report' | 'action' | null;
  readonly entry: number;
}

/** Of a report without days. */
export function undatedLot({
  units,
  cost,
  number,
}: Pick<MadeLot, 'units' | 'cost'> & { readonly number: number }): readonly MadeLot[] {
  const origin = number === 0 ? null : 'report';
  return units > 0n ? [{ day: UNDATED, units, cost, origin, entry: number }] : [];
}

/** The oldest go first, those without a day last. */
export function without(lots: readonly MadeLot[], units: bigint): readonly MadeLot[] {
  let left = units;
  const rest = lots.map((lot) => {
    const taken = least(left, lot.units);
    left -= taken;
    const kept = lot.units - taken;
    return { ...lot, units: kept, cost: lot.cost === null ? null : (lot.cost * kept) / lot.units };
  });
  return rest.filter((lot) => lot.units > 0n);
}

/** After all of the same day or of earlier ones; the one before it takes it where day and origin are the same. */
export function withLot(lots: readonly MadeLot[], lot: MadeLot): readonly MadeLot[] {
  if (lot.units === 0n) return lots;
  const after = lots.findIndex(({ day }) => day > lot.day);
  const at = after === -1 ? lots.length : after;
  const before = lots[at - 1];
  // Of shares without a day there is one lot, whatever made them.
  const isSame = before?.day === lot.day && (before.origin === lot.origin || lot.day === UNDATED);
  if (before === undefined || !isSame) return lots.toSpliced(at, 0, lot);
  const cost = before.cost === null || lot.cost === null ? null : before.cost + lot.cost;
  return lots.with(at - 1, { ...before, units: before.units + lot.units, cost });
}

/** The lower of both, and at least 0. */
export function least(one: bigint, other: bigint): bigint {
  const lower = one < other ? one : other;
  return lower > 0n ? lower : 0n;
}

export function byDay(lots: readonly ModelLot[]): ModelLot[] {
  const sums = new Map<number, bigint>();
  for (const { day, units } of lots) sums.set(day, (sums.get(day) ?? 0n) + units);
  const days = [...sums.keys()].filter((day) => sums.get(day)! > 0n).sort((a, b) => (a < b ? -1 : 1));
  return days.map((day) => ({ day, units: sums.get(day)! }));
}
