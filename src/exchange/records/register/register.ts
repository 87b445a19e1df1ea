/**
 * The register: who has which shares of each security, since when and at what cost (V52, F4).
 *
 * **The problem.** A venue decides by ownership: whether an order sells short, whether shares are old enough to be
 * sold, how many holders a security has. The same number is a position of an account, an entry of a register of
 * holders and a line of a statement. Kept in several places, these drift apart at everything that is not a match: a
 * bust, a correction, a settlement that failed, a report. So it is kept once, and everybody reads it here.
 *
 * **What is kept.** A holder has traded shares, which change at once with a match, and settled ones, which follow
 * reports of the settlement. What moved them are entries: the sides of a match, in the order of their matches, which
 * number them. A report states what a holder has, and its entries begin there. Lots and cost are what a replay of the
 * entries comes to, with each correction at its original place; nothing else ever changes them. Sales take the oldest
 * lots. What comes from outside or goes there is counted for each security, so that the sum over all of them is always
 * 0.
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
import {
  type Fill,
  idOf,
  type MatchId,
  type PositionAtCost,
  type PositionPage,
  REPLAYED_COST_SINCE,
  type SecurityId,
  type Shares,
} from '../../api/index.ts';
import { ClientPositions } from './client-positions.ts';
import type { Held } from './cost.ts';
import { type AmendedSide, Holder, type HolderValues } from './holder.ts';
import { ENTRIES_MAX, KeptEntries } from './kept-entries.ts';
import { type Lot, Lots } from './lots.ts';
import type { AmendedMatch, Mover, VenueNumbers, Whose } from './moves.ts';
import { SecurityHolders } from './security-holders.ts';

const NOTHING: Held = { quantity: 0, cost: 0 };

export class Register {
  readonly #records: VenueNumbers;
  readonly #positions = new ClientPositions();
  readonly #securities = new Map<SecurityId, SecurityHolders>();
  readonly #entries: KeptEntries;

  /** @param max tests pass less */
  constructor(records: VenueNumbers, max = ENTRIES_MAX) {
    this.#records = records;
    this.#entries = new KeptEntries(max);
  }

  /** Whether positions and the register of transfer rules are one (REGISTER_SINCE). */
  get isOne(): boolean {
    return this.#records.counters.registerFrom !== undefined;
  }

  get #keepsEntries(): boolean {
    return (this.#records.counters.rules ?? 1) >= REPLAYED_COST_SINCE;
  }

  get #now(): MatchId {
    return idOf(this.#records.counters.matches, this.#records.shard);
  }

  // ---------------------------------------------------------------- questions

  find(whose: Whose): Holder | undefined {
    return this.#securities.get(whose.securityId)?.find(whose);
  }

  /** Its traded shares. */
  of(whose: Whose): Shares {
    return this.find(whose)?.quantity ?? 0;
  }

  heldBy(whose: Whose): Held {
    return this.find(whose) ?? NOTHING;
  }

  /** The holders of a security. */
  in(securityId: SecurityId): SecurityHolders {
    let holders = this.#securities.get(securityId);
    if (holders === undefined) {
      holders = new SecurityHolders(this, securityId);
      this.#securities.set(securityId, holders);
    }
    return holders;
  }

  /** The positions of one client, by security, then by account. */
  ofClient(clientId: string, page?: PositionPage): Holder[] {
    return this.#positions.of(clientId, page);
  }

  /** The positions of all clients, by client. */
  *positions(): Generator<PositionAtCost, void, undefined> {
    for (const clientId of this.#positions.clientIds) yield* this.ofClient(clientId).map(positionOf);
  }

  // ---------------------------------------------------------------- what moves shares

  /** The two orders traded with each other. */
  match(buy: Mover, sell: Mover, { matchId, price, quantity }: Fill, day: number): void {
    const [buyer, seller] = [this.#holderOf(buy), this.#holderOf(sell)];
    const sum = buyer.quantity + seller.quantity;
    if (this.#keepsEntries) {
      const trade = { matchId, price, day, isPending: this.isOne };
      this.#entries.add(buyer, quantity, trade);
      this.#entries.add(seller, -quantity, trade);
    } else {
      buyer.addUnkept(quantity, price);
      seller.addUnkept(-quantity, price);
    }
    if (buyer.quantity + seller.quantity !== sum) violated('V52', `match ${matchId} made shares, or lost some`);
    const holders = this.in(buyer.securityId);
    this.#changed(buyer, holders);
    if (seller !== buyer) this.#changed(seller, holders);
    for (let folded = this.#entries.foldOldest(); folded; folded = this.#entries.foldOldest()) this.#changed(folded);
  }

  /** As if the match had always had its new terms. It is never refused. */
  amend({ matchId, buyer, seller, before, after, isSettled }: AmendedMatch): void {
    const { quantity = 0, price = 0 } = after ?? {};
    const sides = [
      [buyer, { matchId, before: before.quantity, shares: quantity, price, isSettled }],
      [seller, { matchId, before: -before.quantity, shares: -quantity, price, isSettled }],
    ] as const;
    const eachSide = (work: (holder: Holder, side: AmendedSide) => void) => {
      for (const [whose, side] of sides) {
        const holder = this.#made(whose);
        work(holder, side);
        this.#changed(holder);
      }
    };
    if (this.#keepsEntries) {
      eachSide((holder, side) => this.#entries.change(holder, () => holder.amend(this.#ofNow(side))));
      return;
    }
    // Both sides first, as it was: a client may trade with itself.
    eachSide((holder, side) => holder.undo(side.before, before.price));
    if (after !== null) eachSide((holder, side) => holder.addUnkept(side.shares, price));
  }

  /** The settlement of a match was reported. One of before the register was one is settled. */
  settle({ matchId, buyer, seller, before }: Omit<AmendedMatch, 'after' | 'isSettled'>): void {
    if (this.#isOfBefore(matchId)) return;
    for (const [whose, shares] of [
      [buyer, before.quantity],
      [seller, -before.quantity],
    ] as const) {
      const holder = this.#made(whose);
      holder.settle(matchId, shares);
      this.#changed(holder);
    }
  }

  /** Somebody who knows says what the holder has. @param lots null: it is not known since when */
  report(whose: Whose, held: Held, lots: readonly Lot[] | null): void {
    const holder = this.#made(whose);
    const { outside } = this.in(whose.securityId);
    this.in(whose.securityId).outside = outside + holder.quantity - held.quantity;
    this.#entries.change(holder, () => holder.open(held, lots, this.#keepsEntries ? this.#now : 0));
    if (this.isOne) holder.apart = null;
    this.#changed(holder);
  }

  // ---------------------------------------------------------------- the register of transfer rules, while it is apart

  /** The register of transfer rules, while it is not one with the positions: the holder has these lots there. */
  reportApart(whose: Whose, lots: readonly Lot[]): void {
    const holder = this.#made(whose);
    holder.apart = lots.length === 0 ? null : new Lots(lots);
    this.#changed(holder);
  }

  /** A match moves it by its own rules: sales of shares that it does not have change nothing. */
  moveApart(order: Mover, shares: Shares, day: number): void {
    const known = order.holder?.isGone === false ? order.holder : this.find(order.ticket);
    if (shares < 0 || this.isOne) {
      if (known === undefined || known.apart === null) return;
    }
    const holder = this.#holderOf(order);
    holder.apart ??= new Lots();
    if (shares < 0) holder.apart.take(-shares);
    else holder.apart.add(day, shares, null);
    if (this.isOne ? this.#agrees(holder) : holder.apart.total === 0) this.#unite(holder);
    this.#changed(holder);
  }

  /** REGISTER_SINCE: the two become one. @param hasRules of which securities the one of transfer rules was kept */
  becomeOne(hasRules: (securityId: SecurityId) => boolean): void {
    this.#records.counters.registerFrom = this.#records.counters.matches;
    for (const holder of [...this.holders()]) {
      if (hasRules(holder.securityId)) {
        holder.apart ??= new Lots();
        if (this.#agrees(holder)) this.#unite(holder);
      }
      this.#changed(holder);
    }
  }

  #agrees({ apart, quantity }: Holder): boolean {
    return apart?.total === Math.max(0, quantity);
  }

  #unite(holder: Holder): void {
    const lots = holder.apart!.all;
    holder.apart = null;
    if (lots.length > 0 && this.isOne) this.#entries.change(holder, () => holder.open(holder, lots, this.#now));
  }

  // ---------------------------------------------------------------- snapshots and checks

  /** All of whom something is kept, in an order that depends on nothing else. */
  *holders(): Generator<Holder, void, undefined> {
    for (const securityId of [...this.#securities.keys()].sort((a, b) => a - b)) yield* this.in(securityId).all;
  }

  restore(whose: Whose, values: HolderValues, apart: readonly Lot[] | undefined): void {
    const holder = this.#made(whose);
    this.#entries.change(holder, () => holder.restore(values));
    if (apart !== undefined) holder.apart = new Lots(apart);
    this.in(whose.securityId).outside -= holder.quantity;
    this.#changed(holder);
  }

  /** For checkRegister. */
  get kept(): number {
    return this.#entries.kept;
  }

  get securities(): Iterable<SecurityHolders> {
    return this.#securities.values();
  }

  // ----------------------------------------------------------------

  #isOfBefore(matchId: MatchId): boolean {
    const { counters, shard } = this.#records;
    return matchId <= idOf<MatchId>(counters.registerFrom ?? 0, shard);
  }

  #ofNow(side: AmendedSide): AmendedSide {
    return this.#isOfBefore(side.matchId) || !this.isOne ? { ...side, isSettled: true } : side;
  }

  #holderOf(order: Mover): Holder {
    const known = order.holder;
    if (known !== null && !known.isGone) return known;
    order.holder = this.#made(order.ticket);
    return order.holder;
  }

  #made(whose: Whose): Holder {
    const known = this.find(whose);
    if (known !== undefined) return known;
    const holder = new Holder(whose, this.#keepsEntries ? this.#now : 0);
    this.in(whose.securityId).add(holder);
    return holder;
  }

  /** The lists follow what a holder has. */
  #changed(holder: Holder, holders = this.in(holder.securityId)): void {
    const hasPosition = holder.quantity !== 0;
    if (hasPosition !== holder.hasPosition) {
      if (hasPosition) this.#positions.add(holder);
      else this.#positions.delete(holder);
      holder.hasPosition = hasPosition;
    }
    holders.list(holder);
    if (hasPosition || holder.size > 0 || holder.pending !== 0 || holder.apart !== null) return;
    holder.isGone = true;
    holders.delete(holder);
  }
}

function positionOf({ clientId, accountId, securityId, quantity, cost }: Holder): PositionAtCost {
  return { clientId, accountId, securityId, quantity, cost };
}
