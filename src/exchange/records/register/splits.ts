/**
 * The splits of a security (R3 of docs/venue/corporate-actions.md), and redemptions (R12), which leave each holder a
 * ratio as well. They are kept once for all of its holders: a replay
 * of the entries of a holder multiplies what it has at the place of each, so that a correction of an earlier entry has
 * the ratios since.
 */
import {
  type Amount,
  exactlyAfter,
  type HolderName,
  type MatchId,
  type Millionths,
  priceAfter,
  type Rounded,
  type SecurityId,
  sharesAfter,
} from '../../api/index.ts';
import { type Held, NOTHING, partOfUnits } from './cost.ts';
import { signOf, type Units } from './units.ts';

export interface Split extends Rounded {
  /** As the place of an issue: between the match before and the match after. */
  readonly place: number;
  /** Its number in the security. */
  readonly entry: number;
  readonly actionId: number;
  readonly day: number;
  /** Whether what it takes goes to the treasury. */
  readonly isToTreasury?: true;
  /** Of a conversion, what each holder gets of another security (R13). */
  readonly into?: Into;
}

/** A tender that had effect (R14): what was bought in it are entries with higher numbers than this one. */
export interface BoughtIn extends Omit<Split, keyof Rounded | 'into'> {
  readonly price: Millionths;
}

export type Into = Rounded & { readonly securityId: SecurityId };

/** Of an entry of a holder. */
export type Place = Pick<Split, 'place' | 'entry'>;

/** The cost stays, but for the part of what is paid in cash. */
export function heldAfter(held: Held, split: Rounded): Held {
  if (split.cause !== undefined) return heldAfterTaken(held, split);
  const { size, left, after } = exactlyAfter(held, split);
  if (left === 0n) return NOTHING;
  const { cost } = held;
  if (cost === null || left >= size) return { ...after, cost };
  return { ...after, cost: amountOf((BigInt(cost) * left) / size) };
}

/** The shares that are taken take their part of the cost along. */
function heldAfterTaken(held: Held, split: Rounded): Held {
  const left = sharesAfter(held, split);
  if (signOf(left) === 0) return NOTHING;
  return { ...left, cost: held.cost === null ? null : partOfUnits(held.cost, left, held) };
}

function amountOf(millionths: bigint): Amount {
  const amount = Number(millionths);
  return amount <= Number.MAX_SAFE_INTEGER ? amount : String(millionths);
}

/** The splits of the security of a holder. */
export interface SplitsOfHolder {
  readonly splits: Splits;
  /** How many of them have reached the holder. */
  splitsOf(holder: HolderName): number;
}

/** In the order of their places. */
export class Splits {
  readonly all: Split[] = [];
  /** Tenders give holders no ratio: what was bought is among the entries of each, as a sale is. */
  readonly tenders: BoughtIn[] = [];
  /** While the newest goes through the holders: the last of them; null: none yet. */
  reached: HolderName | null = null;
  isUnderWay = false;

  /** `reach` follows for each holder, then `end`. */
  begin(split: Split): void {
    this.all.push(split);
    this.isUnderWay = true;
  }

  reach({ clientId, accountId }: HolderName): void {
    this.reached = { clientId, accountId };
  }

  end(): void {
    this.isUnderWay = false;
    this.reached = null;
  }

  /** How many come before an entry. */
  before(at: Place): number {
    let count = this.all.length;
    while (count > 0 && !comesBefore(this.all[count - 1]!, at)) count--;
    return count;
  }

  /** The index of the conversion, of which a security has at most one (R13); undefined: it is not after this number. */
  conversionAfter(count: number): number | undefined {
    const index = this.all.findIndex(({ into }) => into !== undefined);
    return index < count ? undefined : index;
  }

  /** The tender of such an entry. */
  tenderOf(entry: number): BoughtIn {
    return this.tenders.findLast((tender) => tender.entry < entry)!;
  }

  /** What they are after those from the first of these to the end, which is left out. */
  unitsAfter(units: Units, first: number, end: number): Units {
    let result = units;
    for (let index = first; index < end && signOf(result) !== 0; index++) {
      result = sharesAfter(result, this.all[index]!);
    }
    return result;
  }

  /** Shares of an entry, in shares of now. */
  ofNow({ quantity, rest, ...at }: Units & Place): Units {
    return this.unitsAfter({ quantity, rest }, this.before(at), this.all.length);
  }

  /** The price of a match, in shares of now. */
  priceOf(matchId: MatchId, price: Millionths): Millionths {
    let result = price;
    for (const split of this.all) {
      if (split.place > matchId && split.cause === undefined) result = priceAfter(result, split);
    }
    return result;
  }
}

export function comesBefore(split: Place, { place, entry }: Place): boolean {
  return split.place < place || (split.place === place && split.entry < entry);
}
