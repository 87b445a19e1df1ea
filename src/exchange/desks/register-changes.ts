import {
  type ActionId,
  type Amount,
  type ChangedBy,
  type MatchTerms,
  REGISTER_CHANGES_SINCE,
  type RegisterChange,
  type RegisterChangeKind,
  type SharesAndRest,
} from '../api/index.ts';
import {
  type AmendedMatch,
  type EventPublisher,
  type Followed,
  NO_UNITS,
  type SplitHolding,
  signOf,
  type VenueRecords,
} from '../records/index.ts';
import type { Whose } from './free-shares.ts';

type RegisterHolding = SharesAndRest & { readonly cost: Amount | null };

type OfMatch = Pick<AmendedMatch, 'matchId' | 'buyer' | 'seller' | 'before' | 'after'> & {
  readonly kind: RegisterChangeKind;
};

type OfTrade = Pick<RegisterChange, 'tradeId' | 'costBefore' | 'costAfter'> & {
  readonly kind: 'issue' | 'takeBack';
  readonly whose: Whose;
  readonly units: SharesAndRest;
  readonly changed: number | null;
};

const BY_VENUE: ChangedBy = { clientId: null, byOperator: false, reason: null };

const NO_MATCH_TERMS = { matchId: null, priceBefore: null, priceAfter: null } as const;

/** Does what changes the register apart from matches, and makes its event (F17), since REGISTER_CHANGES_SINCE. */
export class RegisterChanges {
  readonly #records: Pick<VenueRecords, 'counters' | 'register'>;
  readonly #events: EventPublisher;

  constructor(records: Pick<VenueRecords, 'counters' | 'register'>, events: EventPublisher) {
    this.#records = records;
    this.#events = events;
  }

  /** Of both sides of a match. */
  match({ kind, matchId, buyer, seller, before, after }: OfMatch, by: ChangedBy, change: () => void): void {
    const { register } = this.#records;
    const sides = [
      { whose: buyer, sign: 1 },
      { whose: seller, sign: -1 },
    ].map((side) => {
      const changed = register.find(side.whose)?.numberOf(matchId, side.sign * before.quantity) ?? null;
      return { ...side, changed };
    });
    const { securityId } = buyer;
    const entry = this.#numberOf(securityId, change);
    if (entry === null) return;
    this.#publish(by, () =>
      sides.map(({ whose: { clientId, accountId }, sign, changed }): RegisterChange => {
        return {
          ...{ securityId, entry, clientId, accountId, kind, matchId, tradeId: null, changed },
          ...{ before: sharesOf(before, sign), after: sharesOf(after, sign) },
          ...{ priceBefore: before.price, priceAfter: after?.price ?? null, costBefore: null, costAfter: null },
        };
      }),
    );
  }

  /** Of the units of an investment. */
  units({ kind, whose, units, ...more }: OfTrade, by: ChangedBy, change: () => void): void {
    const { securityId, clientId, accountId } = whose;
    const entry = this.#numberOf(securityId, change);
    if (entry === null) return;
    const { quantity, rest } = units;
    const [before, after] = kind === 'issue' ? [NO_UNITS, { quantity, rest }] : [{ quantity, rest }, NO_UNITS];
    const holder = { securityId, entry, clientId, accountId };
    this.#publish(by, () => [{ ...holder, kind, ...NO_MATCH_TERMS, ...more, before, after }]);
  }

  /** Of a holder that a corporate action has reached: what it had, and has now. */
  action(
    holder: RegisterHolding & Whose,
    before: SplitHolding,
    of: Pick<RegisterChange, 'kind' | 'entry'> & { readonly actionId: ActionId },
  ): void {
    const { securityId, clientId, accountId } = holder;
    // A conversion also reaches whoever had shares once (R13): there is nothing to list of them.
    if (signOf(before) === 0 && signOf(holder) === 0 && before.pending === 0) {
      this.#publishFollowed(BY_VENUE);
      return;
    }
    this.#publish(BY_VENUE, () => [
      {
        ...{ securityId, clientId, accountId, ...of, tradeId: null, changed: null, ...NO_MATCH_TERMS },
        ...{ before: sharesOfHeld(before), after: sharesOfHeld(holder) },
        ...{ costBefore: before.cost, costAfter: holder.cost, pending: before.pending },
      },
    ]);
  }

  /** Of holders of whom somebody says what they have; `change` is called for each of them. */
  reports<T extends Whose>(
    kind: 'report' | 'position',
    reported: readonly T[],
    by: ChangedBy,
    change: (one: T) => void,
  ): void {
    const changes: RegisterChange[] = [];
    for (const one of reported) {
      const { securityId, clientId, accountId } = one;
      const before = this.#heldBy(one);
      const entry = this.#numberOf(securityId, () => change(one));
      if (entry === null) continue;
      const after = this.#heldBy(one);
      changes.push({
        ...{ securityId, entry, clientId, accountId, kind, tradeId: null, changed: null, ...NO_MATCH_TERMS },
        ...{ before: before.units, after: after.units, costBefore: before.cost, costAfter: after.cost },
      });
    }
    if (changes.length > 0) this.#publish(by, () => changes);
  }

  /** A copy: the holder changes. */
  #heldBy(whose: Whose) {
    const { quantity, rest, cost } = this.#records.register.heldBy(whose);
    return { units: { quantity, rest }, cost };
  }

  /** The number that the change took; null: it took none, or has no event. */
  #numberOf(securityId: Whose['securityId'], change: () => void): number | null {
    const holders = this.#records.register.in(securityId);
    const { entries } = holders;
    change();
    const isEvent = (this.#records.counters.rules ?? 1) >= REGISTER_CHANGES_SINCE;
    return isEvent && holders.entries !== entries ? holders.entries : null;
  }

  #publish(by: ChangedBy, changes: () => readonly RegisterChange[]): void {
    this.#events.register(by, this.#events.hasListeners ? changes() : null);
    this.#publishFollowed(by);
  }

  #publishFollowed(by: ChangedBy): void {
    for (const followed of this.#records.register.takeFollowed()) this.#follow(by, followed);
  }

  /** What a conversion gave of another security is new, or another (R13). */
  #follow(by: ChangedBy, { holder, before, after, entry, changed }: Followed): void {
    if (changed === null && signOf(before) === 0 && signOf(after) === 0) return;
    const { securityId, clientId, accountId } = holder;
    const of = { securityId, clientId, accountId, entry, changed, kind: 'conversion', tradeId: null } as const;
    const change: RegisterChange = {
      ...{ ...of, ...NO_MATCH_TERMS, before: sharesOfHeld(before), after: sharesOfHeld(after) },
      ...{ costBefore: before.cost, costAfter: after.cost },
    };
    this.#events.register(by, this.#events.hasListeners ? [change] : null);
  }
}

function sharesOfHeld({ quantity, rest }: RegisterHolding): SharesAndRest {
  return { quantity, rest };
}

function sharesOf(terms: MatchTerms | null, sign: number): SharesAndRest {
  return { quantity: terms === null ? 0 : sign * terms.quantity, rest: 0 };
}
