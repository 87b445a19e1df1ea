import { easternDate } from '../../calendar/eastern-time.ts';
import {
  type AdjustCommand,
  type AmendedFee,
  accepted,
  type BustCommand,
  FEE_LIMITS,
  type FeeChange,
  type MatchTerms,
  type Outcome,
  refused,
  type SetFeeScheduleCommand,
  withAmendment,
} from '../api/index.ts';
import type { VenueRecords } from '../records/index.ts';

/** Sets schedules of fees (X5), and computes the fees of amended orders again (X6). */
export class FeeDesk {
  readonly #records: Pick<VenueRecords, 'counters' | 'fees' | 'orders' | 'securities'>;

  constructor(records: Pick<VenueRecords, 'counters' | 'fees' | 'orders' | 'securities'>) {
    this.#records = records;
  }

  set(command: SetFeeScheduleCommand): Outcome {
    const { counters, fees, securities } = this.#records;
    const { scope, date, expected } = command;
    if (scope.securityId !== undefined && !securities.has(scope.securityId)) return refused('unknown security');
    const versions = fees.versionsOf(scope);
    if (expected !== null && expected !== (versions.at(-1)?.version ?? 0)) {
      return refused('fee schedule has another version');
    }
    const today = easternDate(counters.time);
    if (date <= today) return refused('fees begin later');
    if (!fees.mayAdd(scope)) return refused('too many fee schedules');
    const waiting = versions.filter((version) => version.date > today).length;
    if (waiting >= FEE_LIMITS.versionsMax - 1) return refused('too many fee versions');
    return { ...accepted(null), version: fees.set(command, counters.time) };
  }

  /**
   * Whether it knows the fees of both orders of a match that is to be amended. It does not where an order was live when
   * its fees were to be read, and has ended since.
   */
  knows({ fees = [] }: BustCommand | AdjustCommand): boolean {
    return fees.every((side) => this.#of(side) !== undefined);
  }

  /** X6. @param after null: the match is void */
  amend(command: BustCommand | AdjustCommand, before: MatchTerms, after: MatchTerms | null): readonly FeeChange[] {
    const { fees: sides = [], matchId, buyer, seller } = command;
    return sides.map((side) => {
      const { orderId, role, isBuy } = side;
      const known = this.#of(side)!;
      const fees = withAmendment(known, role, before, after);
      this.#records.fees.amend(orderId, fees);
      const live = this.#records.orders.get(orderId);
      if (live !== undefined) live.fees = fees;
      const { clientId, accountId, securityId } = isBuy ? buyer : seller;
      const whose = { orderId, matchId, clientId, accountId, securityId };
      return { cause: command.type, ...whose, role, fee: fees.charged - known.charged, fees };
    });
  }

  /** Its own: what a command brings is as it was at the end of an order, before its first amendment. */
  #of({ orderId, fees }: AmendedFee) {
    const { fees: book, orders } = this.#records;
    return book.amendedOf(orderId) ?? orders.get(orderId)?.fees ?? fees ?? undefined;
  }
}
