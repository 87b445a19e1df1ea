/**
 * The register: who has which shares of each security, since when and at what cost (V52, F4).
 *
 * **The problem.** A venue decides by ownership: whether an order sells short, whether shares are old enough to be
 * sold, how many holders a security has. The same number is a position of an account, an entry of a register of
 * holders and a line of a statement. Kept in several places, these drift apart at everything that is not a match: a
 * bust, a correction, a settlement that failed, a report. So it is kept once, and everybody reads it here.
 *
 * **What is kept.** A holder has traded shares, which change at once with a match, and settled ones, which follow
 * reports of the settlement. What moved them are entries: the sides of a match, in the order of their matches, and
 * issues of units between these, which may have parts of a share. Each has a number in its security. A report states
 * what a holder has, and its entries begin there. Lots and cost are what a replay of the entries comes to, with each
 * correction at its original place; nothing else ever changes them. Sales take the oldest lots.
 * What comes from outside or goes there is counted for each security, and so is what corporate actions add, and what
 * the issuer bought back and keeps in its treasury, so that the sum over all of them is always 0. A split or a
 * redemption is an entry of the security: each replay multiplies at its place.
 *
 * **What can go wrong, and what is done about it.**
 * - A match is corrected, busted or canceled long after its shares were sold. Its side is found among the entries of
 *   each of its two holders by its number, changed there, and both are replayed; no other holder changes.
 * - A holder trades without end. At most 10,000 of its entries are kept, and 2,000,000 of all holders; the oldest
 *   become part of an opening. A correction of one of those changes the quantity of the opening, and its oldest lots;
 *   the average is then not known until the holder has had 0 shares.
 * - More was sold than was there: by a bust, or as nobody asked. The holder is below 0, has no lots and is no holder
 *   for a cap on holders; purchases cover that first.
 * - Nobody knows when shares were acquired (setPosition, data of older releases). Their lots have no day: they are too
 *   young for every holding period, and are sold last.
 * - The data are of a release that kept positions and the register of transfer rules as two (REGISTER_SINCE). Where
 *   both said the same of a holder, they are one; otherwise each goes on for itself until a report of that holder, or
 *   until they agree.
 *
 * **What is never done.** A bust, a correction or a cancel is never refused for what a holder has. An average is never
 * guessed: it is that of a replay, or not known. Two holders are never made to agree by changing one silently.
 */
import { violated } from '../../../invariant.ts';
import { type Fill, ISSUES_SINCE, idOf, type MatchId, type SecurityId, type Shares } from '../../api/index.ts';
import type { Held } from './cost.ts';
import type { AmendedSide, Issue } from './entries.ts';
import type { Holder } from './holder.ts';
import { Issues } from './issues.ts';
import { type Lot, Lots } from './lots.ts';
import type { AmendedMatch, Mover, Whose } from './moves.ts';
import type { HolderValues } from './opening.ts';
import type { SplitHolding } from './security-holders.ts';
import type { Split } from './splits.ts';
import { TenderingHolders } from './tendering-holders.ts';
import { minus, NO_UNITS, plus, signOf, type Units } from './units.ts';

export class Register extends TenderingHolders {
  /** What of each trade of an offering was issued. */
  readonly issues = new Issues();
  /** The securities of earlier releases whose settlements and trades are still to be imported (F18). */
  readonly imports = new Set<SecurityId>();

  /** Whether entries have numbers. */
  get #numbers(): boolean {
    return (this.records.counters.rules ?? 1) >= ISSUES_SINCE;
  }

  // ---------------------------------------------------------------- what moves shares

  /** The two orders traded with each other. */
  match(buy: Mover, sell: Mover, { matchId, price, quantity }: Fill, day: number): void {
    const [buyer, seller] = [this.#holderOf(buy), this.#holderOf(sell)];
    const sum = buyer.quantity + seller.quantity;
    if (this.keepsEntries) {
      const entry = this.#numbers ? ++this.in(buyer.securityId).entries : 0;
      const trade = { matchId, price, day, isPending: this.isOne, entry };
      this.keptEntries.add(buyer, quantity, trade);
      this.keptEntries.add(seller, -quantity, trade);
    } else {
      buyer.addUnkept(quantity, price);
      seller.addUnkept(-quantity, price);
    }
    if (buyer.quantity + seller.quantity !== sum) violated('V52', `match ${matchId} made shares, or lost some`);
    const holders = this.in(buyer.securityId);
    this.changed(buyer, holders);
    if (seller !== buyer) this.changed(seller, holders);
    this.fold();
  }

  /** Units of a raise, which were unissued. Returns the place and the number of the entry. */
  issue(whose: Whose, units: Units, { cost, day }: Pick<Issue, 'cost' | 'day'>): Pick<Issue, 'place' | 'entry'> {
    const holder = this.made(whose);
    const holders = this.in(whose.securityId);
    // Ids of matches end in the number of the shard: there is room between two of them.
    const at = { place: this.now + 1, entry: ++holders.entries };
    holders.unissued = minus(holders.unissued, units);
    this.keptEntries.issue(holder, { ...units, ...at, cost, day });
    holder.apart?.add([day, units.quantity, cost, units.rest, 'issue', at.entry]);
    this.changed(holder, holders);
    this.fold();
    return at;
  }

  /**
   * As if the units had never been issued. It is never refused here.
   * @param units as they were issued, @param at absent: the venue did not issue them
   */
  takeBack(whose: Whose, units: Units, at: Pick<Issue, 'place' | 'entry'> = { place: 0, entry: 0 }): void {
    const holder = this.made(whose);
    const holders = this.in(whose.securityId);
    holders.entries++;
    holders.unissued = plus(holders.unissued, units);
    this.#balance([whose], units, () => {
      holder.apart?.take(units);
      this.changeEarlier(holder, { at, moved: minus(NO_UNITS, units) }, () => holder.takeBack(at, units));
    });
  }

  /** A split begins: `splitNext` takes it to one holder after another (R3). Nothing else may change them meanwhile. */
  beginSplit(securityId: SecurityId, split: Omit<Split, 'place' | 'entry'>): void {
    this.in(securityId).beginSplit(split, this.now + 1);
  }

  /** Returns the holder that the split has reached, and what it had; undefined where none is left. */
  splitNext(securityId: SecurityId): { readonly holder: Holder; readonly before: SplitHolding } | undefined {
    const holders = this.in(securityId);
    const holder = holders.nextToSplit();
    if (holder === undefined) {
      holders.splits.end();
      return undefined;
    }
    const split = holders.splits.all.at(-1)!;
    if (split.into !== undefined) this.convert(holder, split);
    const before = holders.split(holder);
    this.changed(holder, holders);
    this.fold();
    return { holder, before };
  }

  /**
   * Splits round: what holders have together after the change of an earlier entry may be more or less.
   * @param of the holders; the change may delete one that has nothing left, and make it again
   * @param given what others than they got by it
   */
  #balance(of: readonly Whose[], given: Units, change: () => void): void {
    const holders = this.in(of[0]!.securityId);
    if (holders.splits.all.length === 0) {
      change();
      return;
    }
    const sum = () => {
      const found = new Set(of.map((whose) => this.find(whose)));
      return [...found].reduce<Units>((units, holder) => plus(units, holder ?? NO_UNITS), NO_UNITS);
    };
    const before = sum();
    change();
    holders.byActions = minus(plus(holders.byActions, before), plus(sum(), given));
  }

  /** As if the match had always had its new terms. It is never refused. */
  amend({ matchId, buyer, seller, before, after, isSettled }: AmendedMatch): void {
    const { quantity = 0, price = 0 } = after ?? {};
    const sides = [
      [buyer, { matchId, before: before.quantity, shares: quantity, price, isSettled }],
      [seller, { matchId, before: -before.quantity, shares: -quantity, price, isSettled }],
    ] as const;
    this.#number(buyer.securityId);
    const eachSide = (work: (holder: Holder, side: AmendedSide) => void) => {
      for (const [whose, side] of sides) {
        work(this.made(whose), side);
      }
    };
    if (this.keepsEntries) {
      this.#balance([buyer, seller], NO_UNITS, () => {
        eachSide((holder, side) => {
          const moved = { quantity: side.shares - side.before, rest: 0 };
          const earlier = { at: { place: matchId, entry: 0 }, moved };
          this.changeEarlier(holder, earlier, () => holder.amend(this.#ofNow(side)));
        });
      });
      return;
    }
    // Both sides first, as it was: a client may trade with itself.
    eachSide((holder, side) => {
      holder.undo(side.before, before.price);
      this.changed(holder);
    });
    if (after === null) return;
    eachSide((holder, side) => {
      holder.addUnkept(side.shares, price);
      this.changed(holder);
    });
  }

  /** The settlement of a match was reported. One of before the register was one is settled. */
  settle({ matchId, buyer, seller, before }: Omit<AmendedMatch, 'after' | 'isSettled'>): void {
    if (this.#isOfBefore(matchId)) return;
    for (const [whose, shares] of [
      [buyer, before.quantity],
      [seller, -before.quantity],
    ] as const) {
      const holder = this.made(whose);
      holder.settle(matchId, shares);
      this.changed(holder);
    }
    this.#number(buyer.securityId);
  }

  /** Somebody who knows says what the holder has. @param lots null: it is not known since when */
  report(whose: Whose, held: Held, lots: readonly Lot[] | null): void {
    const holder = this.made(whose);
    const holders = this.in(whose.securityId);
    holders.outside = minus(plus(holders.outside, holder), held);
    const entry = this.#numbers ? ++holders.entries : 0;
    const made =
      entry === 0
        ? lots
        : (lots?.map(([day, quantity, cost, rest = 0]): Lot => [day, quantity, cost, rest, 'report', entry]) ?? null);
    this.keptEntries.change(holder, () => holder.open(held, made, this.keepsEntries ? this.now : 0, entry));
    if (this.isOne) holder.apart = null;
    this.changed(holder);
  }

  // ---------------------------------------------------------------- the register of transfer rules, while it is apart

  /** The register of transfer rules, while it is not one with the positions: the holder has these lots there. */
  reportApart(whose: Whose, lots: readonly Lot[]): void {
    const holder = this.made(whose);
    holder.apart = lots.length === 0 ? null : new Lots(lots);
    this.changed(holder);
  }

  /** A match moves it by its own rules: sales of shares that it does not have change nothing. */
  moveApart(order: Mover, shares: Shares, day: number): void {
    const known = order.holder?.isGone === false ? order.holder : this.find(order.ticket);
    if (shares < 0 || this.isOne) {
      if (known === undefined || known.apart === null) return;
    }
    const holder = this.#holderOf(order);
    holder.apart ??= new Lots();
    if (shares < 0) holder.apart.take({ quantity: -shares, rest: 0 });
    else holder.apart.add([day, shares, null]);
    if (this.isOne ? this.#agrees(holder) : holder.apart.total === 0) this.#unite(holder);
    this.changed(holder);
  }

  /** REGISTER_SINCE: the two become one. @param hasRules of which securities the one of transfer rules was kept */
  becomeOne(hasRules: (securityId: SecurityId) => boolean): void {
    this.records.counters.registerFrom = this.records.counters.matches;
    for (const holder of [...this.holders()]) {
      if (hasRules(holder.securityId)) {
        holder.apart ??= new Lots();
        if (this.#agrees(holder)) this.#unite(holder);
      }
      this.changed(holder);
    }
  }

  #agrees(holder: Holder): boolean {
    const { quantity, rest } = holder.apart!.units;
    return signOf(holder) > 0 ? quantity === holder.quantity && rest === holder.rest : quantity === 0 && rest === 0;
  }

  #unite(holder: Holder): void {
    const lots = holder.apart!.all;
    holder.apart = null;
    if (lots.length > 0 && this.isOne) this.keptEntries.change(holder, () => holder.open(holder, lots, this.now));
  }

  // ---------------------------------------------------------------- snapshots and checks

  /** For checkRegister. */
  get kept(): number {
    return this.keptEntries.kept;
  }

  restore(whose: Whose, values: HolderValues, apart: readonly Lot[] | undefined): void {
    const holder = this.made(whose);
    this.keptEntries.change(holder, () => holder.restore(values));
    if (apart !== undefined) holder.apart = new Lots(apart);
    const holders = this.in(whose.securityId);
    holders.outside = minus(holders.outside, holder);
    this.changed(holder);
  }

  #isOfBefore(matchId: MatchId): boolean {
    const { counters, shard } = this.records;
    return matchId <= idOf<MatchId>(counters.registerFrom ?? 0, shard);
  }

  #ofNow(side: AmendedSide): AmendedSide {
    return this.#isOfBefore(side.matchId) || !this.isOne ? { ...side, isSettled: true } : side;
  }

  #holderOf(order: Mover): Holder {
    const known = order.holder;
    if (known !== null && !known.isGone) return known;
    order.holder = this.made(order.ticket);
    return order.holder;
  }

  /** An entry that changes another one, or the end of its settlement. */
  #number(securityId: SecurityId): void {
    if (this.#numbers) this.in(securityId).entries++;
  }
}
