/** Conversions into another security (R13): what holders get, and what follows a change of an earlier entry. */
import { sharesAfter } from '../../api/index.ts';
import {
  convertedOf,
  convertedParts,
  entryOfConversion,
  giveAgain,
  type HeldLots,
  heldBefore,
} from './converted-entries.ts';
import type { Held } from './cost.ts';
import type { Holder } from './holder.ts';
import { Holders } from './holders.ts';
import { ENTRIES_MAX, KeptEntries } from './kept-entries.ts';
import type { VenueNumbers } from './moves.ts';
import type { Place, Split } from './splits.ts';
import { minus, plus, type Units } from './units.ts';

/** What a change of one security came to in another one. */
export interface Followed {
  readonly holder: Holder;
  readonly before: Held;
  readonly after: Held;
  readonly entry: number;
  /** The number of the entry that is another; null: it is new, or kept no longer. */
  readonly changed: number | null;
}

/** An entry that is changed. */
interface Earlier {
  readonly at: Place;
  /** By how many shares, as they were there. */
  readonly moved: Units;
}

export class ConvertingHolders extends Holders {
  protected readonly keptEntries: KeptEntries;
  #followed: Followed[] = [];

  /** @param max tests pass less */
  constructor(records: VenueNumbers, max = ENTRIES_MAX) {
    super(records);
    this.keptEntries = new KeptEntries(max);
  }

  protected fold(): void {
    for (let folded = this.keptEntries.foldOldest(); folded; folded = this.keptEntries.foldOldest())
      this.changed(folded);
  }

  /** What the last change came to in other securities, once. */
  takeFollowed(): readonly Followed[] {
    const followed = this.#followed;
    if (followed.length > 0) this.#followed = [];
    return followed;
  }

  /** The conversion under way is to reach the holder: it gets shares of the other security. */
  protected convert(holder: Holder, { into, actionId, day }: Split): void {
    const { clientId, accountId, securityId } = holder;
    const holders = this.in(into!.securityId);
    const target = this.made({ clientId, accountId, securityId: into!.securityId });
    const { quantity, rest, cost, lots, isFolded } = holder;
    const at = { place: this.now + 1, entry: ++holders.entries };
    const given = convertedOf({ quantity, rest, cost, lots: lots.all, isFolded }, into!, at.entry);
    const converted = convertedParts({ actionId, securityId }, given);
    this.#follow(target, { entry: at.entry, changed: null }, () => {
      this.keptEntries.issue(target, {
        quantity: given.quantity,
        rest: given.rest,
        cost: given.cost,
        ...at,
        day,
        converted,
      });
      this.changed(target, holders);
    });
  }

  /** Changes an earlier entry of the holder, and what came of it by a conversion since. */
  protected changeEarlier(holder: Holder, earlier: Earlier, work: () => void): void {
    const { splits } = this.in(holder.securityId);
    const since = splits.all.length === 0 ? 0 : splits.before(earlier.at);
    const conversion = splits.conversionAfter(since);
    const before = conversion === undefined ? undefined : heldBefore(holder.kept, conversion);
    this.keptEntries.change(holder, work);
    this.changed(holder);
    if (conversion !== undefined) this.#convertAgain(holder, conversion, before, earlier);
  }

  #convertAgain(holder: Holder, index: number, was: HeldLots | undefined, { at, moved }: Earlier): void {
    const { clientId, accountId, securityId } = holder;
    const { splits } = this.in(securityId);
    const { into, actionId, place } = splits.all[index]!;
    const is = heldBefore(holder.kept, index);
    const more =
      was === undefined || is === undefined
        ? sharesAfter(splits.unitsAfter(moved, splits.before(at), index), into!)
        : minus(sharesAfter(is, into!), sharesAfter(was, into!));
    const target = this.made({ clientId, accountId, securityId: into!.securityId });
    const found = entryOfConversion(target.kept, { securityId, actionId });
    const given = is === undefined || found === undefined ? undefined : convertedOf(is, into!, found.entry);
    const again = { at: found ?? { place, entry: 0 }, more, given };
    const entry = ++this.in(target.securityId).entries;
    this.#follow(target, { entry, changed: found?.entry ?? null }, () => {
      this.keptEntries.change(target, () => target.restate((kept) => giveAgain(kept, again)));
      this.changed(target);
    });
  }

  /** What the holder has more or less came by actions. */
  #follow(holder: Holder, of: Pick<Followed, 'entry' | 'changed'>, change: () => void): void {
    const holders = this.in(holder.securityId);
    const before = heldOf(holder);
    change();
    const after = heldOf(holder);
    holders.byActions = minus(plus(holders.byActions, before), after);
    this.#followed.push({ holder, before, after, ...of });
  }
}

function heldOf({ quantity, rest, cost }: Held): Held {
  return { quantity, rest, cost };
}
