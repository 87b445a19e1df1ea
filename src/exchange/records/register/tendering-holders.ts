/** Tenders (R14): shares that the issuer buys of single holders, as entries of these. */
import type { MatchId, SecurityId, Shares } from '../../api/index.ts';
import { ConvertingHolders } from './converting-holders.ts';
import type { Holder } from './holder.ts';
import type { Whose } from './moves.ts';
import type { SplitHolding } from './security-holders.ts';
import type { BoughtIn } from './splits.ts';
import { plus } from './units.ts';

export class TenderingHolders extends ConvertingHolders {
  /** A tender has effect: `buy` follows for each holder. Nothing else may change them meanwhile. */
  beginTender(securityId: SecurityId, tender: Omit<BoughtIn, 'place' | 'entry'>): void {
    const { splits, entries } = this.in(securityId);
    splits.tenders.push({ ...tender, place: this.now + 1, entry: entries });
  }

  /** Returns the holder, which has these shares, and what it had. */
  buy(whose: Whose, shares: Shares): { readonly holder: Holder; readonly before: SplitHolding } {
    const holder = this.made(whose);
    const holders = this.in(whose.securityId);
    const { place, price, day, isToTreasury } = holders.splits.tenders.at(-1)!;
    const { quantity, rest, cost, pending } = holder;
    const entry = ++holders.entries;
    this.keptEntries.add(holder, -shares, {
      ...{ matchId: place as MatchId, price, day, entry },
      ...{ isPending: false, isTender: true },
    });
    const bought = { quantity: shares, rest: 0 };
    holder.apart?.take(bought);
    const sum = isToTreasury === true ? 'treasury' : 'byActions';
    holders[sum] = plus(holders[sum], bought);
    this.changed(holder, holders);
    this.fold();
    return { holder, before: { quantity, rest, cost, pending } };
  }
}
