/** How answers show the register: shares with their millionths, costs, and the place of a page. */
import Type from 'typebox';
import {
  type Amount,
  type EntryPlace,
  inMillionths,
  priceText,
  type SharesAndRest,
  type SharesAtCost,
} from '../../exchange/api/index.ts';
import { signedText, textOrNull, yesNoSchema, yesOrNo } from '../shared/values/index.ts';

const MILLION = 1_000_000n;

export const unitsSchema = (description: string) =>
  Type.String({ description: `${description} With six decimals where it is no whole number.` });

export const lotSchema = {
  date: textOrNull('Null: not known, as of shares that setPosition set.'),
  quantity: unitsSchema('Shares.'),
  origin: Type.Union([Type.Enum(['issue', 'match', 'report', 'action']), Type.Null()], {
    description: 'What made the lot; null: not known, as of before entries had numbers.',
  }),
  entry: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The number of the entry of the register that made it; null: it has none.',
  }),
};

/** Whole shares as a whole number. */
export function unitsText(units: SharesAndRest): string {
  return units.rest === 0 ? String(units.quantity) : signedText(inMillionths(units));
}

/** In dollars; null: not known. */
export function costText(cost: Amount | null): string | null {
  return cost === null ? null : signedText(BigInt(cost));
}

/** Of a share, rounded half up; null: not known, or without shares. */
export function averageText(cost: Amount | null, units: SharesAndRest): string | null {
  const signed = inMillionths(units);
  const count = signed < 0n ? -signed : signed;
  if (cost === null || count === 0n) return null;
  return priceText(Number((2n * BigInt(cost) * MILLION + count) / (2n * count)));
}

/** What a holder has. */
export const heldSchema = {
  quantity: unitsSchema('Traded shares; below 0 when more was sold than was there.'),
  settled: unitsSchema('Of these, without those of matches whose settlement is not reported.'),
  averageCost: textOrNull('Of a share, or what it was sold for below 0; null: not known, or no shares.'),
  cost: textOrNull('Of all its shares, or the proceeds of their sale below 0; null: not known.'),
  costCarriedForward: yesNoSchema('Whether the cost rests on earlier entries that are kept no longer.'),
};

export function heldFields({ quantity, rest, pending, cost, isFolded }: SharesAtCost) {
  return {
    quantity: unitsText({ quantity, rest }),
    settled: unitsText({ quantity: quantity - pending, rest }),
    averageCost: averageText(cost, { quantity, rest }),
    cost: costText(cost),
    costCarriedForward: yesOrNo(isFolded),
  };
}

export function isEntryPlace(place: unknown): place is EntryPlace {
  const { place: at, entry, isSale } = (place ?? {}) as Record<keyof EntryPlace, unknown>;
  return typeof at === 'number' && typeof entry === 'number' && typeof isSale === 'boolean';
}
