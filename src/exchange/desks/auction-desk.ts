/**
 * Call auctions (docs/venue/auctions.md, Q7 to Q14): plans, calls and what ends them. The engine finds the price and
 * makes the matches, in slices (M17); until the last of them the book takes no other command. Before the market opens
 * again the venue ends the orders of that auction alone, and makes the cancels and expirations that waited for it.
 */
import type { AuctionOutcome, Engine } from '../../matching/index.ts';
import { type Microseconds, SECOND_US } from '../../time/units.ts';
import {
  type AuctionPhase,
  type AuctionPlanCommand,
  accepted,
  type CallTerms,
  type MarketState,
  NOTHING_TRADED,
  type Outcome,
  refused,
  type SecurityId,
  textOf,
} from '../api/index.ts';
import type { AuctionCallCommand, UncrossCommand } from '../commands/index.ts';
import {
  type Call,
  callView,
  type Effect,
  type EventPublisher,
  hasAuctions,
  keepEnded,
  marketOf,
  mayCall,
  newAuctions,
  openingOf,
  type SecurityRecord,
  type SessionChange,
  timesOf,
  type VenueRecords,
  viewOfSecurity,
} from '../records/index.ts';
import { auctionTermsOf, resultOf, termsOf } from './auction-terms.ts';
import type { MarketStates } from './market-states.ts';
import type { MassDesk } from './mass-desk.ts';
import type { OrderDesk } from './order-desk.ts';

export type AuctionCommand = AuctionPlanCommand | AuctionCallCommand | UncrossCommand;

/** A call that begins now. */
type Beginning = Pick<AuctionCallCommand, 'kind' | 'terms' | 'endsAt'>;

export class AuctionDesk {
  readonly #records: VenueRecords;
  readonly #events: EventPublisher;
  readonly #mass: MassDesk;
  readonly #engine: Engine;
  readonly #states: MarketStates;

  constructor(records: VenueRecords, events: EventPublisher, orders: OrderDesk, states: MarketStates) {
    this.#records = records;
    this.#events = events;
    this.#mass = orders.mass;
    this.#engine = orders.engine;
    this.#states = states;
    orders.mass.onAuction = (securityId, effect) => this.#perform(securityId, effect);
    orders.reports.onUncrossed = (securityId, outcome) => this.#uncrossed(securityId, outcome);
  }

  apply(command: AuctionCommand): Outcome {
    switch (command.type) {
      case 'auctionPlan':
        return this.#setPlan(command);
      case 'auctionCall':
        return this.#call(command);
      case 'uncross':
        return this.#uncross(command);
    }
  }

  /** Q7. A call that is on keeps its terms. */
  #setPlan({ securityId, plan, expected }: AuctionPlanCommand): Outcome {
    const { auctions, counters, risk, securities } = this.#records;
    const security = securities.get(securityId);
    if (security === undefined) return refused('unknown security');
    const version = security.auctions?.version ?? 0;
    if (expected !== null && expected !== version) return refused('auction plan has another version');
    // A collar needs the price of the last match.
    risk.track();
    const before = marketOf(security);
    security.auctions ??= newAuctions();
    Object.assign(security.auctions, { version: version + 1, updatedAt: counters.time, plan });
    auctions.planned.add(securityId);
    auctions.changed.add(securityId);
    this.#events.security(viewOfSecurity(security));
    this.#states.publish(security, before, 'auction plan', null);
    this.#states.syncBook(security);
    // Q9: no auction is to come for them.
    if (!hasAuctions(security.auctions)) this.#mass.endAtAuction(security);
    return { ...accepted(null), version: version + 1 };
  }

  /** Q8, and Q11 where a call is on. */
  #call({ securityId, kind, terms, endsAt }: AuctionCallCommand): Outcome {
    const security = this.#records.securities.get(securityId);
    const call = security?.auctions?.call;
    if (security === undefined) return refused('unknown security');
    if (call?.state === 'called') {
      Object.assign(call, timesOf(terms, endsAt));
      this.#changed(security, call, 'called');
    } else if (mayCall(security)) this.#begin(security, { kind, terms, endsAt }, marketOf(security));
    return accepted(null);
  }

  /** Q8: a session opens with a call, if the plan has one for its date. Returns whether it does. */
  callAtOpening(security: SecurityRecord, date: string, before: MarketState): boolean {
    const opening = openingOf(security.auctions?.plan ?? null, date);
    if (opening === undefined || before !== 'closed' || !mayCall(security)) return false;
    this.#begin(security, { kind: 'open', terms: opening, endsAt: this.#endAfter(opening) }, before);
    return true;
  }

  /** Q8: the same of the end of a halt. */
  callAfterHalt(security: SecurityRecord, before: MarketState): boolean {
    const terms = security.auctions?.plan?.afterHalt ?? null;
    if (terms === null || before !== 'halted' || !mayCall(security)) return false;
    this.#begin(security, { kind: 'halt', terms, endsAt: this.#endAfter(terms) }, before);
    return true;
  }

  #begin(security: SecurityRecord, { kind, terms, endsAt }: Beginning, before: MarketState): void {
    const { auctions, securityId } = security;
    if (auctions === undefined) return;
    const call: Call = {
      auctionId: ++auctions.count,
      kind,
      terms: termsOf(terms),
      calledAt: this.#now,
      ...timesOf(terms, endsAt),
      isExtended: false,
      state: 'called',
      outcome: null,
      closeAfter: null,
      waiting: {},
    };
    auctions.call = call;
    this.#records.auctions.calls.set(securityId, call);
    this.#changed(security, call, 'called');
    this.#states.publish(security, before, 'auction', null);
    this.#states.syncBook(security);
    this.#mass.joinAll(security);
  }

  /** The end of the call is another one. */
  #changed({ securityId }: SecurityRecord, call: Call, phase: AuctionPhase): void {
    this.#records.auctions.changed.add(securityId);
    this.#events.auction(securityId, phase, callView(call), NOTHING_TRADED);
  }

  /** The session of the security changes: its calls may begin at other times. */
  noteSession({ auctions, securityId }: SecurityRecord): void {
    if (auctions !== undefined) this.#records.auctions.changed.add(securityId);
  }

  /** Q8: a call goes on after the end of its session, whose orders expire after it. Returns whether one does. */
  defersClose({ auctions }: SecurityRecord, { date, dayOver }: SessionChange): boolean {
    if (!auctions?.call) return false;
    if (dayOver) auctions.call.closeAfter = { date };
    return true;
  }

  #uncross({ securityId, missed }: UncrossCommand): Outcome {
    const { auctions, securities } = this.#records;
    const call = auctions.calls.get(securityId);
    if (call?.state !== 'called') return accepted(null);
    if (!missed) this.#engine.beginAuction(securityId, auctionTermsOf(securities.known(securityId), this.#records));
    this.#endCall(securityId, call, missed ? 'auctionOver' : 'uncross');
    return accepted(null);
  }

  /** Until the last effect no command concerns the book (M17). */
  #endCall(securityId: SecurityId, call: Call, first: 'uncross' | 'auctionOver'): void {
    const { auctions, pending } = this.#records;
    call.state = 'uncrossing';
    auctions.changed.add(securityId);
    pending.add(securityId, [first]);
    pending.perform(securityId);
  }

  #uncrossed(securityId: SecurityId, outcome: AuctionOutcome): void {
    const call = this.#records.auctions.calls.get(securityId);
    if (call === undefined) return;
    call.outcome = outcome;
    if (!outcome.isOutside) this.#events.auction(securityId, 'uncrossed', callView(call), resultOf(outcome));
  }

  /** Kill switches end orders first, then the calls (Q11). @param only absent: of all securities */
  endAfterCancels(only?: SecurityId): void {
    const { calls } = this.#records.auctions;
    // By id: a snapshot does not have the order in which they began (M11).
    for (const securityId of only === undefined ? [...calls.keys()].sort((a, b) => a - b) : [only]) {
      const call = calls.get(securityId);
      if (call?.state === 'called') this.#endCall(securityId, call, 'auctionOver');
    }
  }

  /** Q11: the market stops, and with it the call. `endWhatWaited` must follow when the market has its new state. */
  stop(security: SecurityRecord): Call | null {
    const call = security.auctions?.call ?? null;
    if (call !== null) {
      this.#close(security, call, false);
      this.#forget(security);
    }
    return call;
  }

  #perform(securityId: SecurityId, [type]: Effect): void {
    const security = this.#records.securities.known(securityId);
    const call = security.auctions?.call;
    if (type === 'uncross') this.#resume(securityId);
    else if (call && type === 'auctionOver') this.#over(security, call);
    else if (call) this.#closed(security, call);
  }

  #resume(securityId: SecurityId): void {
    const { pending } = this.#records;
    this.#engine.resume((other) => other !== securityId);
    const isUncrossing = this.#engine.isUncrossing(securityId);
    // After the matches that did not fit into the slice, of which a piece of the computation is one (Q6).
    pending.add(securityId, [isUncrossing ? 'uncross' : 'auctionOver']);
    if (isUncrossing) pending.endSlice();
  }

  #over(security: SecurityRecord, call: Call): void {
    const { outcome } = call;
    if (outcome?.isOutside && !call.isExtended) this.#extend(security, call);
    else {
      call.state = 'over';
      this.#close(security, call, outcome !== null && !outcome.isOutside);
      this.endWhatWaited(security, call);
      this.#records.pending.add(security.securityId, ['auctionClosed']);
    }
  }

  /** Q12. */
  #extend(security: SecurityRecord, call: Call): void {
    Object.assign(call, timesOf(call.terms, this.#endAfter(call.terms)));
    call.isExtended = true;
    call.state = 'called';
    call.outcome = null;
    this.#changed(security, call, 'extended');
    this.#events.market(security.securityId, 'call', 'volatility', null);
    this.#cancelWaiting(security, call);
  }

  /** The market after an auction: no order or cancel waits for it any more. */
  #closed(security: SecurityRecord, call: Call): void {
    const before = marketOf(security);
    const isOutside = call.outcome?.isOutside === true;
    this.#forget(security);
    if (isOutside) {
      security.halted = true;
      security.haltReason = textOf('volatility');
      security.haltCause = 'volatility';
    }
    this.#states.publish(security, before, isOutside ? 'volatility' : 'auction', security.haltReason);
    this.#states.syncBook(security);
  }

  #close(security: SecurityRecord, call: Call, isUncrossed: boolean): void {
    const { auctionId, kind, calledAt, isExtended, outcome } = call;
    const result = isUncrossed && outcome !== null ? resultOf(outcome) : NOTHING_TRADED;
    const ended = { auctionId, kind, calledAt, endedAt: this.#now, isExtended, isUncrossed, ...result };
    if (security.auctions !== undefined) keepEnded(security.auctions, ended);
    if (!isUncrossed) this.#events.auction(security.securityId, 'ended', callView(call), NOTHING_TRADED);
  }

  #forget({ auctions, securityId }: SecurityRecord): void {
    if (auctions !== undefined) auctions.call = null;
    this.#records.auctions.calls.delete(securityId);
    this.#records.auctions.changed.add(securityId);
  }

  /** What a call kept from ending, and the orders that live for one auction. */
  endWhatWaited(security: SecurityRecord, call: Call | null): void {
    if (call === null) return;
    this.#cancelWaiting(security, call);
    this.#mass.endAtAuction(security);
    if (call.closeAfter !== null) this.#mass.expire(security, { date: call.closeAfter.date, atClose: true });
  }

  /** Q10. */
  #cancelWaiting({ securityId }: SecurityRecord, call: Call): void {
    for (const cancel of Object.values(call.waiting)) this.#mass.cancelDue(securityId, cancel);
    call.waiting = {};
  }

  #endAfter({ callSeconds }: CallTerms): Microseconds {
    return this.#now + callSeconds * SECOND_US;
  }

  get #now(): Microseconds {
    return this.#records.counters.time;
  }
}
