import { type HalfBook, mustNotTrade, type Records, type Ref, type Shares } from '../store/index.ts';

/** Reads the contras of an initiator in priority order without touching the book. */
export class ContraWalk {
  #against: HalfBook | null = null;
  readonly #records: Records;
  #initiatorRank = 0;
  /** The initiator, where it may have to leave out orders of its owner (M15). */
  #guarded: Ref = 0;
  #plain: Ref = 0;
  #contingent: Ref = 0;
  /** How many orders were left out for M15. */
  skipped = 0;

  constructor(records: Records) {
    this.#records = records;
  }

  /** @param guarded whether the initiator may have to leave out orders of its owner */
  start(against: HalfBook, initiator: Ref, guarded: boolean): void {
    this.#against = against;
    this.#initiatorRank = this.#records.rank(initiator);
    this.#guarded = guarded ? initiator : 0;
    this.skipped = 0;
    const { best } = against.plain;
    const remaining = this.#records.remaining(initiator);
    this.#plain = this.#eligiblePlain(best === 0 ? 0 : this.#records.first(best));
    this.#contingent = this.#eligible(against.index.first(remaining), remaining);
  }

  /** The next contra whose least fill is at most `quantity`, which must never grow; 0 at the end. */
  next(quantity: Shares): Ref {
    const index = (this.#against as HalfBook).index;
    if (this.#contingent !== 0 && this.#records.leastFill(this.#contingent) > quantity) {
      this.#contingent = this.#eligible(index.after(this.#contingent, quantity), quantity);
    }
    const { plain, contingent } = { plain: this.#plain, contingent: this.#contingent };
    if (contingent !== 0 && (plain === 0 || this.#records.byPriority(contingent, plain) < 0)) {
      this.#contingent = this.#eligible(index.after(contingent, quantity), quantity);
      return contingent;
    }
    if (plain !== 0) this.#plain = this.#eligiblePlain(this.#after(plain));
    return plain;
  }

  #after(plain: Ref): Ref {
    const next = this.#records.next(plain);
    if (next !== 0) return next;
    const level = (this.#against as HalfBook).plain.worse(this.#records.level(plain));
    return level === 0 ? 0 : this.#records.first(level);
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
