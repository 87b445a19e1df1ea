import { type HalfBook, mustNotTrade, type Records, type Ref, type Shares } from '../store/index.ts';

/**
 * Reads the contras of an initiator in priority order without touching the book. An order with a display quantity comes
 * with its displayed part in its place, unless it counts whole; all reserves of a price come as one contra after its
 * other orders, under the name of the first order that has one (M19).
 */
export class ContraWalk {
  initiator: Ref = 0;
  #against: HalfBook | null = null;
  readonly #records: Records;
  #initiatorRank = 0;
  /** The initiator, where it may have to leave out orders of its owner (M15). */
  #guarded: Ref = 0;
  #plain: Ref = 0;
  #contingent: Ref = 0;
  /** The first order of this price with a reserve, what all its reserves have, and whether it is their turn. */
  #holder: Ref = 0;
  #reserves: Shares = 0;
  #atReserves = false;
  #countsWhole = false;
  /** The shares of the last contra that it can give in its place. */
  part: Shares = 0;
  /** Whether any contra so far has a display quantity. */
  parted = false;
  /** How many orders were left out for M15. */
  skipped = 0;

  constructor(records: Records) {
    this.#records = records;
  }

  /**
   * @param guarded whether the initiator may have to leave out orders of its owner (M15), @param countsWhole whether
   * orders with a display quantity count whole (M19)
   */
  start(initiator: Ref, against: HalfBook, guarded: boolean, countsWhole: boolean): void {
    this.initiator = initiator;
    this.#against = against;
    this.#initiatorRank = this.#records.rank(initiator);
    this.#guarded = guarded ? initiator : 0;
    this.#countsWhole = countsWhole;
    this.restart();
  }

  /** Begins with the first contra again. */
  restart(): void {
    this.skipped = 0;
    this.parted = false;
    this.#endLevel();
    const against = this.#against as HalfBook;
    const { best } = against.plain;
    const remaining = this.#records.remaining(this.initiator);
    this.#plain = this.#eligiblePlain(best === 0 ? 0 : this.#records.first(best));
    this.#contingent = this.#eligible(against.index.first(remaining), remaining);
  }

  /** The next contra whose least fill is at most `quantity`, which must never grow; 0 at the end. */
  next(quantity: Shares): Ref {
    const records = this.#records;
    const index = (this.#against as HalfBook).index;
    if (this.#contingent !== 0 && records.leastFill(this.#contingent) > quantity) {
      this.#contingent = this.#eligible(index.after(this.#contingent, quantity), quantity);
    }
    const { plain, contingent } = { plain: this.#plain, contingent: this.#contingent };
    if (contingent !== 0 && (plain === 0 || this.#comesFirst(contingent, plain))) {
      this.#contingent = this.#eligible(index.after(contingent, quantity), quantity);
      this.part = records.remaining(contingent);
      return contingent;
    }
    if (plain === 0) return 0;
    this.#takePart(plain);
    this.#plain = this.#eligiblePlain(this.#after(plain));
    return plain;
  }

  #comesFirst(contingent: Ref, plain: Ref): boolean {
    const records = this.#records;
    if (this.#atReserves) return records.rank(contingent) <= records.rank(plain);
    return records.byPriority(contingent, plain) < 0;
  }

  #takePart(plain: Ref): void {
    const records = this.#records;
    if (this.#atReserves) {
      this.part = this.#reserves;
      return;
    }
    const remaining = records.remaining(plain);
    this.part = remaining;
    if (this.#countsWhole || records.further(plain) === 0) return;
    this.parted = true;
    this.part = records.displayed(plain);
    if (this.part === remaining) return;
    if (this.#holder === 0) this.#holder = plain;
    this.#reserves += remaining - this.part;
  }

  #after(plain: Ref): Ref {
    const records = this.#records;
    const next = this.#atReserves ? 0 : records.next(plain);
    if (next !== 0) return next;
    if (this.#holder !== 0 && !this.#atReserves) {
      this.#atReserves = true;
      return this.#holder;
    }
    this.#endLevel();
    const level = (this.#against as HalfBook).plain.worse(records.level(plain));
    return level === 0 ? 0 : records.first(level);
  }

  #endLevel(): void {
    this.#holder = 0;
    this.#reserves = 0;
    this.#atReserves = false;
  }

  /** The order, or the first one after it, that is eligible (M2, M15). */
  #eligiblePlain(from: Ref): Ref {
    let order = this.#crossing(from);
    while (order !== 0 && this.#mustSkip(order)) order = this.#crossing(this.#after(order));
    return order;
  }

  #eligible(from: Ref, quantity: Shares): Ref {
    let order = this.#crossing(from);
    while (order !== 0 && this.#mustSkip(order)) {
      order = this.#crossing((this.#against as HalfBook).index.after(order, quantity));
    }
    return order;
  }

  #mustSkip(order: Ref): boolean {
    if (this.#guarded === 0 || !mustNotTrade(this.#records, this.#guarded, order)) return false;
    this.skipped++;
    return true;
  }

  #crossing(order: Ref): Ref {
    return order !== 0 && this.#records.rank(order) + this.#initiatorRank <= 0 ? order : 0;
  }
}
