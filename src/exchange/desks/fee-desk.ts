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
   * its fees were to be read, and has ended since, and where an amendment may be missing in what was read.
   */
  knows(command: BustCommand | AdjustCommand): boolean {
    return (command.fees ?? []).every((side) => this.#of(side, command) !== undefined);
  }

  /** X6. @param after null: the match is void */
  amend(command: BustCommand | AdjustCommand, before: MatchTerms, after: MatchTerms | null): readonly FeeChange[] {
    const { fees: sides = [], matchId, buyer, seller } = command;
    // Before the first one is kept, which may push out the other.
    const paid = sides.map((side) => this.#of(side, command)!);
    return sides.map(({ orderId, role, isBuy }, at) => {
      const known = paid[at]!;
      const fees = withAmendment(known, role, before, after);
      // The next event is the notice of the amendment.
      this.#records.fees.amend(orderId, { fees, eventSeq: this.#records.counters.eventSeq + 1 });
      const live = this.#records.orders.get(orderId);
      if (live !== undefined) live.fees = fees;
      const { clientId, accountId, securityId } = isBuy ? buyer : seller;
      const whose = { orderId, matchId, clientId, accountId, securityId };
      return { cause: command.type, ...whose, role, fee: fees.charged - known.charged, fees };
    });
  }

  /** Its own: what a command brings was read at the end of the order or later. */
  #of({ orderId, fees }: AmendedFee, { feesUpTo = 0 }: BustCommand | AdjustCommand) {
    const { fees: book, orders } = this.#records;
    const own = book.amendedOf(orderId) ?? orders.get(orderId)?.fees;
    return own ?? (feesUpTo >= book.forgottenUpTo ? (fees ?? undefined) : undefined);
  }
}
