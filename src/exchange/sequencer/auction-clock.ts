import { randomInt } from 'node:crypto';
import { easternDay } from '../../calendar/eastern-time.ts';
import { type Microseconds, SECOND_US } from '../../time/units.ts';
import type { PlannedCall, SecurityId } from '../api/index.ts';
import { Deadlines } from '../collections/index.ts';
import type { AuctionCallCommand, UncrossCommand } from '../commands/index.ts';
import { type Call, mayCall, nextPlannedCall, type SecurityRecord, sessionsOf } from '../records/index.ts';
import type { Replica } from '../replica/index.ts';

/** Calls that one group commit begins or ends; the rest follow in the next ones. */
const CALLS_A_GROUP_MAX = 100;
/** Securities whose next call is looked up in one turn of the event loop: each look takes some 25 µs. */
const PLANS_A_TURN_MAX = 100;

type Venue = Pick<Replica, 'state' | 'calendar' | 'isAlwaysOpen'>;

type CallCommand = (AuctionCallCommand | UncrossCommand) & { readonly time: Microseconds };

/** A whole number from 0 up to and including the most. */
export type Draw = (most: number) => number;

/** Nobody can foresee it, and so time an order by it. */
export const UNFORESEEN: Draw = (most) => randomInt(most + 1);

/**
 * Knows which calls begin and end (Q8). When a call may end the leader draws the moment at which it does; another
 * leader draws again. A call whose latest end was over when this process began to lead was missed: it begins again, or
 * ends without an auction where its session is over (Q11).
 */
export class AuctionClock {
  readonly #venue: Venue;
  readonly #started: Microseconds;
  readonly #draw: Draw;
  /** Whose calls are others, and are not looked up yet. */
  readonly #unplanned = new Set<SecurityId>();
  /** When the next planned call of each security begins, as far as one is planned and none is on. */
  readonly #begins = new Deadlines<SecurityId>();
  /** When each call ends, or its end is drawn. */
  readonly #ends = new Deadlines<SecurityId>();
  /** The earliest ends for which an end was drawn. */
  readonly #drawnFor = new Map<SecurityId, Microseconds>();

  /** @param started when the process began to lead */
  constructor(venue: Venue, started: Microseconds, draw: Draw) {
    this.#venue = venue;
    this.#started = started;
    this.#draw = draw;
  }

  /** The instant of the next begin or end; 0 while it is not known, Infinity without any. */
  get next(): number {
    if (this.isPlanning || this.#venue.state.auctions.changed.size > 0) return 0;
    return Math.min(this.#begins.next, this.#ends.next);
  }

  /** Whether a slice of the changes is still to be taken: until then nobody knows what is due. */
  get isPlanning(): boolean {
    return this.#unplanned.size > 0;
  }

  /**
   * Takes note of changed plans, hours and calls, of a slice of them each time: after a start, or a change of the usual
   * hours, they are those of all securities. @param hours securities whose hours are others; all: those of all
   */
  takeChanges(hours: ReadonlySet<SecurityId> | 'all', nowUs: Microseconds): void {
    const { auctions } = this.#venue.state;
    if (auctions.planned.size === 0) return;
    for (const securityId of hours === 'all' ? auctions.planned : hours.intersection(auctions.planned)) {
      this.#unplanned.add(securityId);
    }
    for (const securityId of auctions.changed) this.#unplanned.add(securityId);
    auctions.changed.clear();
    for (const securityId of this.#unplanned.values().take(PLANS_A_TURN_MAX)) {
      this.#unplanned.delete(securityId);
      this.#plan(securityId, nowUs);
    }
  }

  #plan(securityId: SecurityId, nowUs: Microseconds): void {
    const call = this.#venue.state.auctions.calls.get(securityId);
    if (call?.state === 'called') {
      this.#begins.clear(securityId);
      if (this.#drawnFor.get(securityId) !== call.endsAt) this.#ends.set(securityId, call.endsAt);
    } else {
      this.#ends.clear(securityId);
      this.#drawnFor.delete(securityId);
      this.#planBegin(securityId, nowUs);
    }
  }

  #planBegin(securityId: SecurityId, after: Microseconds): void {
    const call = this.#nextCall(this.#venue.state.securities.known(securityId), after);
    if (call === undefined) this.#begins.clear(securityId);
    else this.#begins.set(securityId, call.begins);
  }

  /** To be asked before dueBegins: a call may begin at the instant at which another one ends. */
  dueEnds(nowUs: Microseconds): CallCommand[] {
    return this.#ends.due(nowUs, CALLS_A_GROUP_MAX).flatMap((securityId) => this.#endOf(securityId, nowUs) ?? []);
  }

  dueBegins(nowUs: Microseconds): CallCommand[] {
    return this.#begins.due(nowUs, CALLS_A_GROUP_MAX).flatMap((securityId) => this.#beginOf(securityId, nowUs) ?? []);
  }

  #endOf(securityId: SecurityId, time: Microseconds): CallCommand | undefined {
    const call = this.#venue.state.auctions.calls.get(securityId) as Call;
    if (this.#isMissed(call)) return this.#afterMissed(securityId, call, time);
    if (this.#drawnFor.get(securityId) !== call.endsAt) {
      const from = Math.max(time, call.endsAt);
      const end = from + this.#draw(Math.max(0, call.latestEnd - from));
      this.#drawnFor.set(securityId, call.endsAt);
      this.#ends.set(securityId, end);
      if (end > time) return undefined;
    }
    return { type: 'uncross', securityId, missed: false, time };
  }

  #isMissed({ latestEnd }: Call): boolean {
    return latestEnd < this.#started;
  }

  /** Q11. */
  #afterMissed(securityId: SecurityId, { kind, terms, calledAt }: Call, time: Microseconds): CallCommand {
    const security = this.#venue.state.securities.known(securityId);
    const session = this.#sessionOf(security)(easternDay(time));
    const isSameSession = session !== null && session.open <= calledAt && time < session.close;
    if (!isSameSession) return { type: 'uncross', securityId, missed: true, time };
    return { type: 'auctionCall', securityId, kind, terms, endsAt: time + terms.callSeconds * SECOND_US, time };
  }

  /** Missed calls of a security, or (null) of all that follow the default hours, whose session closes then. */
  missedAtClose(closing: SecurityId | null, time: Microseconds): CallCommand[] {
    const { auctions, securities } = this.#venue.state;
    const missed: CallCommand[] = [];
    for (const [securityId, call] of auctions.calls) {
      const isClosing = closing === null ? securities.known(securityId).hours === null : closing === securityId;
      if (isClosing && call.state === 'called' && this.#isMissed(call))
        missed.push({ type: 'uncross', securityId, missed: true, time });
    }
    return missed;
  }

  #beginOf(securityId: SecurityId, time: Microseconds): CallCommand | undefined {
    const security = this.#venue.state.securities.known(securityId);
    const call = this.#nextCall(security, time);
    if (call !== undefined && call.begins <= time && mayCall(security)) {
      return { type: 'auctionCall', securityId, kind: call.kind, terms: call.terms, endsAt: call.ends, time };
    }
    // Not now: a change of the market has it planned again.
    this.#planBegin(securityId, call !== undefined && call.begins <= time ? call.ends : time);
    return undefined;
  }

  #nextCall(security: SecurityRecord, after: Microseconds): PlannedCall | undefined {
    const plan = security.auctions?.plan ?? null;
    if (plan === null || security.status === 'ended') return undefined;
    return nextPlannedCall(plan, this.#sessionOf(security), after);
  }

  #sessionOf({ securityId, hours }: SecurityRecord) {
    return sessionsOf(this.#venue.calendar, hours, this.#venue.isAlwaysOpen(securityId));
  }
}
