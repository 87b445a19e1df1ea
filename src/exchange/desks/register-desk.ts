import {
  type AdjustCommand,
  accepted,
  adjustFields,
  type BustCommand,
  bustFields,
  type FeeChange,
  idOf,
  isVoid,
  type MatchId,
  type MatchTerms,
  matchTermsFields,
  type NoticeView,
  type Outcome,
  ownFees,
  ownSides,
  type RegisterCommand,
  type ReportedSettlement,
  refused,
  type SecurityId,
  type SetFeeScheduleCommand,
  type SetPositionsCommand,
  withFill,
} from '../api/index.ts';
import { costOfUnits, type EventPublisher, type VenueRecords } from '../records/index.ts';
import { FeeDesk } from './fee-desk.ts';
import { judgeHolders } from './judge-holders.ts';
import type { OrderDesk } from './order-desk.ts';
import { RegisterChanges } from './register-changes.ts';

const BY_OPERATOR = { clientId: null, byOperator: true, reason: null };

/** What moves shares apart from matches and reports of holders: positions that are set, and the outcome of matches. */
export class RegisterDesk {
  readonly #records: VenueRecords;
  readonly #events: EventPublisher;
  readonly #orders: OrderDesk;
  readonly #fees: FeeDesk;
  readonly changes: RegisterChanges;

  constructor(records: VenueRecords, events: EventPublisher, orders: OrderDesk) {
    this.#records = records;
    this.#events = events;
    this.#orders = orders;
    this.changes = new RegisterChanges(records, events);
    this.#fees = new FeeDesk(records);
  }

  apply(command: RegisterCommand | SetFeeScheduleCommand): Outcome {
    switch (command.type) {
      case 'setFeeSchedule':
        return this.#fees.set(command);
      case 'setPositions':
        return this.#setPositions(command);
      case 'bust':
        return this.#bust(command);
      case 'adjust':
        return this.#adjust(command);
    }
  }

  /** V43: the register follows, then the notice of it is emitted, which has the terms of a match that is taken back. */
  settle(notice: NoticeView, settlement: ReportedSettlement): void {
    const canceled = this.settled(settlement);
    if (canceled === undefined) {
      this.#events.notice(notice);
      return;
    }
    const to = notice.to.map(({ clientId, fields }) => {
      return { clientId, fields: { ...fields, ...matchTermsFields(canceled), ...ownSides(clientId, settlement) } };
    });
    this.#events.notice({ ...notice, to });
    this.judge(settlement.buyer.securityId);
  }

  /** Live orders are checked again where transfer rules go by the register (M16). */
  judge(securityId: SecurityId): void {
    if (this.#records.register.isOne) judgeHolders(this.#records, this.#orders.mass, securityId);
  }

  /** Returns the terms of a match that is void from now on. One that was so already stays so, whatever is reported. */
  settled({ matchId, outcome, matched, buyer, seller, reportedBy }: ReportedSettlement): MatchTerms | undefined {
    const { counters, register, risk } = this.#records;
    const known = risk.amendments.find(matchId);
    if (!register.isOne || isVoid(known)) return undefined;
    const adjusted = known?.adjusted ?? null;
    const before = adjusted ?? matched;
    const by = { clientId: reportedBy ?? null, byOperator: false, reason: null };
    const change = (kind: 'settled' | 'canceled', after: MatchTerms | null, work: () => void) => {
      if (this.#isTracked(matchId)) this.changes.match({ kind, matchId, buyer, seller, before, after }, by, work);
    };
    if (outcome === 'Settled') {
      change('settled', before, () => register.settle({ matchId, buyer, seller, before }));
      return undefined;
    }
    const { securityId } = buyer;
    risk.amendments.set({ matchId, securityId, adjusted, bustedAt: null, canceledAt: counters.time });
    change('canceled', null, () => {
      register.amend({ matchId, buyer, seller, before, after: null, isSettled: false });
    });
    return before;
  }

  /** V52. */
  #setPositions({ positions }: SetPositionsCommand): Outcome {
    const { register, risk } = this.#records;
    risk.track();
    this.changes.reports('position', positions, BY_OPERATOR, (position) => {
      const { quantity, averageCost } = position;
      const isGiven = averageCost !== undefined;
      const held = register.heldBy(position);
      const cost = isGiven ? withFill(0, averageCost, Math.abs(quantity)) : costOfUnits(held, { quantity, rest: 0 });
      register.report(position, { quantity, rest: 0, cost }, null);
    });
    for (const securityId of new Set(positions.map((position) => position.securityId))) this.judge(securityId);
    return accepted(null);
  }

  /** V45: each match once. */
  #bust(command: BustCommand): Outcome {
    const { counters, risk } = this.#records;
    const { matchId, matched, buyer } = command;
    const known = risk.amendments.find(matchId);
    if (isVoid(known)) return refused('match has another state');
    if (!this.#fees.knows(command)) return refused('fees have moved on');
    const { securityId } = buyer;
    const adjusted = known?.adjusted ?? null;
    const { time } = counters;
    risk.amendments.set({ matchId, securityId, adjusted, bustedAt: time });
    const terms = adjusted ?? matched;
    this.#amend(command, terms, null);
    this.#notifyParties(command, bustFields(command, terms, time), this.#fees.amend(command, terms, null));
    return accepted(null);
  }

  /** V65. */
  #adjust(command: AdjustCommand): Outcome {
    const { counters, risk } = this.#records;
    const { matchId, price, quantity, matched, buyer } = command;
    const known = risk.amendments.find(matchId);
    const before = known?.adjusted ?? matched;
    if (isVoid(known)) return refused('match has another state');
    if (before.price === price && before.quantity === quantity) return refused('match is so already');
    if (!this.#fees.knows(command)) return refused('fees have moved on');
    this.#amend(command, before, { price, quantity });
    const { securityId } = buyer;
    risk.amendments.set({ matchId, securityId, adjusted: { price, quantity }, bustedAt: null });
    const fees = this.#fees.amend(command, before, { price, quantity });
    this.#notifyParties(command, adjustFields(command, before, counters.time), fees);
    return accepted(null);
  }

  /** The register follows, where it knows the match. */
  #amend(command: BustCommand | AdjustCommand, before: MatchTerms, after: MatchTerms | null): void {
    const { matchId, buyer, seller, reason, settled = false } = command;
    if (!this.#isTracked(matchId)) return;
    const { register, risk } = this.#records;
    const { splits } = register.in(buyer.securityId);
    risk.prices.amended(buyer.securityId, matchId, after === null ? null : splits.priceOf(matchId, after.price));
    const kind = after === null ? 'bust' : 'correction';
    this.changes.match({ kind, matchId, buyer, seller, before, after }, { ...BY_OPERATOR, reason }, () => {
      register.amend({ matchId, buyer, seller, before, after, isSettled: settled });
    });
    this.judge(buyer.securityId);
  }

  #isTracked(matchId: MatchId): boolean {
    const { counters, risk, shard } = this.#records;
    const first = risk.tracksSince;
    return first !== null && matchId > idOf<MatchId>(first, shard) && matchId <= idOf<MatchId>(counters.matches, shard);
  }

  /** Both sides and the owner of the security, each once. */
  #notifyParties(command: BustCommand | AdjustCommand, fields: object, fees: readonly FeeChange[]): void {
    const { type: kind, matchId, buyer, seller } = command;
    const { counters, securities } = this.#records;
    const { securityId } = buyer;
    const owner = securities.get(securityId)?.ownerClientId ?? buyer.clientId;
    const noticeId = `${kind}-${matchId}-${counters.eventSeq + 1}`;
    const recipients = [...new Set([buyer.clientId, seller.clientId, owner])];
    const to = recipients.map((clientId) => {
      const own = { ...ownSides(clientId, command), ...ownFees(clientId, command, fees) };
      return { clientId, fields: { ...fields, ...own } };
    });
    this.#events.notice({ noticeId, kind, securityId, to }, fees);
  }
}
