import { easternDate } from '../../calendar/eastern-time.ts';
import type { WeekSchedule } from '../../calendar/schedule.ts';
import type { Transition } from '../../calendar/trading-calendar.ts';
import type { Microseconds } from '../../time/units.ts';
import type { SecurityId } from '../api/index.ts';
import { SortedKeys } from '../collections/index.ts';
import type { JournaledCommand } from '../commands/index.ts';
import type { SecurityRecord } from '../records/index.ts';
import type { Replica } from '../replica/index.ts';
import { ActionClock } from './action-clock.ts';
import { AuctionClock, type Draw, UNFORESEEN } from './auction-clock.ts';
import { costOf, isLarge } from './command-cost.ts';
import { type Planned, ScheduleQueue } from './schedule-queue.ts';

/** Transitions that one group commit takes; the rest follow in the next ones. */
const TRANSITIONS_A_GROUP_MAX = 1000;

type DueType =
  | ('session' | 'dateEnd' | 'actionDue' | 'auctionCall' | 'uncross' | 'expire' | 'cancelTimer')
  | ('blockTimer' | 'quoteTimer' | 'disconnectSession' | 'transferDue');
type DueCommand = Extract<JournaledCommand, { readonly type: DueType }>;

/** The inputs of market hours: the securities, the calendar, and the settings. */
type Hours = Pick<
  Replica,
  'state' | 'calendar' | 'alwaysOpen' | 'neverCloses' | 'isAlwaysOpen' | 'hoursChanges' | 'nowUs'
>;

type Schedule = Pick<Planned, 'securityId' | 'own'>;

/**
 * Knows which openings, closes, ends of dates, expirations of orders at a minute (M14), cancel timers of clients (V48),
 * blocks (V62), quotes (Y3), sessions that stay disconnected (V58), changes under transfer rules (F8), calls of
 * auctions (Q8) and corporate actions (R1) are due. The sequencer asks it before each group of commands, so that a
 * transition that is due always comes before the orders that came after it.
 * Nothing here waits or submits: it answers from the calendar and the venue's state.
 *
 * Closes and ends of dates have effect at the time that the schedule has for them, also when a restart makes up for
 * them: what expires then expires at that time. Openings have effect at the time at which they are made, and only a
 * market that should be open now is opened: a session that passed wholly while the venue was down never traded.
 */
export class SessionClock {
  readonly #venue: Hours;
  /** When the process started: where the schedule of a venue without any command begins. */
  readonly #started: number;
  readonly #queue: ScheduleQueue;
  readonly #auctions: AuctionClock;
  readonly #actions: ActionClock;
  /** Securities of which is still to be seen whether their market is as it should be. */
  readonly #unchecked = new Set<SecurityId>();

  /** @param draw the end of a call between its bounds */
  constructor(venue: Hours, draw: Draw = UNFORESEEN) {
    this.#venue = venue;
    this.#started = venue.nowUs();
    this.#auctions = new AuctionClock(venue, this.#started, draw);
    this.#actions = new ActionClock(venue);
    this.#queue = new ScheduleQueue(venue.calendar, (securityId) => this.#isAlwaysOpen(securityId));
    venue.hoursChanges.noteAll();
  }

  /** Whether due() has something to check now. */
  isDue(nowUs: Microseconds): boolean {
    return nowUs >= this.next;
  }

  /** The instant at which the next transition is scheduled, in microseconds; 0 while it is not known. */
  get next(): number {
    if (!this.#venue.hoursChanges.isEmpty || this.#unchecked.size > 0) return 0;
    const { cancelTimers, watched, transfers, blocks, orders, quotes } = this.#venue.state;
    const ofOrders = Math.min(cancelTimers.next, watched.cutOff.next, orders.expiries.next, quotes.deadlines.next);
    const planned = Math.min(this.#queue.next, this.#auctions.next, this.#actions.next);
    return Math.min(planned, ofOrders, transfers.next, blocks.deadlines.next);
  }

  /** Whether calls of auctions are still to be looked up: what is due is not known yet, and clients wait. */
  get isPlanning(): boolean {
    return this.#auctions.isPlanning;
  }

  /**
   * The commands that are due at an instant, in order: they come before anything else of that instant. To be asked
   * again when they have been applied, and have left nothing pending (M17), until no such command is left; while it is
   * planning, in another turn of the event loop.
   */
  due(nowUs: Microseconds): DueCommand[] {
    this.#takeChanges(nowUs);
    if (this.isPlanning) return [];
    const missed = this.#closesUntil(nowUs);
    if (missed.length > 0) return missed;
    const due = this.#dueNow(nowUs);
    // One after a command that leaves effects pending would have to finish them all.
    const large = due.findIndex((command) => this.#isLarge(command));
    return large === -1 ? due : due.slice(0, large + 1);
  }

  #isLarge(command: DueCommand): boolean {
    return isLarge(costOf(command, this.#venue.state));
  }

  #dueNow(nowUs: Microseconds): DueCommand[] {
    // Before an opening: orders that have expired, or that a client wants cancelled, must not trade first.
    const expired = this.#expired(nowUs);
    if (expired.length > 0) return expired;
    const silent = this.#venue.state.cancelTimers.due(nowUs, TRANSITIONS_A_GROUP_MAX);
    if (silent.length > 0) return silent.map((clientId) => ({ type: 'cancelTimer', clientId, time: nowUs }));
    const late = this.#venue.state.blocks.deadlines.due(nowUs, TRANSITIONS_A_GROUP_MAX);
    if (late.length > 0) return late.map((blockId) => ({ type: 'blockTimer', blockId, time: nowUs }));
    const quoteIds = this.#venue.state.quotes.due(nowUs);
    if (quoteIds.length > 0) return [{ type: 'quoteTimer', quoteIds, time: nowUs }];
    const lost = this.#venue.state.watched.cutOff.due(nowUs, TRANSITIONS_A_GROUP_MAX);
    if (lost.length > 0)
      return lost.map((session) => ({ type: 'disconnectSession', session, lost: true, time: nowUs }));
    // Before a trading window closes: an auction takes place at its last moment, too.
    const ends = this.#auctions.dueEnds(nowUs);
    if (ends.length > 0) return ends;
    // Before an opening, so that nothing trades by old terms (R1).
    const actions = this.#actions.due(nowUs);
    if (actions.length > 0) return actions;
    // Before an opening too: a market must not open outside of its trading windows.
    const looks = this.#venue.state.transfers.due(nowUs, TRANSITIONS_A_GROUP_MAX);
    if (looks.length > 0) return looks.map((securityId) => ({ type: 'transferDue', securityId, time: nowUs }));
    const begins = this.#auctions.dueBegins(nowUs);
    if (begins.length > 0) return begins;
    const passed = this.#queue.upTo(nowUs);
    const corrections = this.#corrections(nowUs, passed);
    // Their commands have opened and closed the markets by now.
    if (corrections.length === 0) for (const { securityId, own } of passed) this.#queue.plan(securityId, own, nowUs);
    return corrections;
  }

  /** Orders of one security end in one command, so that none of them trades because another one left. */
  #expired(time: Microseconds): DueCommand[] {
    const { orders } = this.#venue.state;
    const due = orders.expiries.due(time, TRANSITIONS_A_GROUP_MAX);
    const bySecurity = Map.groupBy(due, (orderId) => orders.known(orderId).ticket.securityId);
    return [...bySecurity].map(([securityId, orderIds]) => ({ type: 'expire', securityId, orderIds, time }));
  }

  /** Whether an opening, a close or the end of a date is due, or may be. */
  isTransitionDue(nowUs: Microseconds): boolean {
    if (this.#queue.next <= nowUs || this.isPlanning) return true;
    if (this.#venue.hoursChanges.isEmpty && this.#unchecked.size === 0) return false;
    return this.due(nowUs).some(({ type }) => type === 'session') || this.isPlanning;
  }

  #takeChanges(nowUs: Microseconds): void {
    const changed = this.#venue.hoursChanges.take();
    this.#auctions.takeChanges(changed, nowUs);
    this.#actions.takeChanges(changed);
    const { securities } = this.#venue.state;
    if (changed === 'all') {
      this.#queue.clear();
      this.#queue.plan(null, null, this.#through);
    }
    for (const securityId of changed === 'all' ? securities.keys() : changed) {
      const { hours, status } = securities.known(securityId);
      if (hours !== null && status !== 'ended') this.#queue.plan(securityId, hours, this.#through);
      else this.#queue.remove(securityId);
      this.#unchecked.add(securityId);
    }
  }

  /**
   * Every command comes after all that was scheduled up to its time. So the time of the last one shows how far the
   * schedule has been followed, also before a crash.
   */
  get #through(): number {
    const { time } = this.#venue.state.counters;
    return time === 0 ? this.#started : time;
  }

  /** The closes and ends of dates after the last command, merged over all schedules in order of time. */
  #closesUntil(nowUs: Microseconds): DueCommand[] {
    const through = this.#through;
    const commands: DueCommand[] = [];
    const walks = new SortedKeys<ScheduleWalk>(byTransition);
    for (const { securityId, own } of this.#queue.upTo(nowUs)) {
      const walk = new ScheduleWalk(securityId, this.#venue.calendar.transitionsBetween(through, nowUs, own));
      if (walk.transition !== undefined) walks.add(walk);
    }
    let isFull = false;
    for (let last = through; ; ) {
      const walk = walks.first;
      if (walk?.transition === undefined) return commands;
      const { transition, securityId } = walk;
      // A group ends between two instants, so that the next one starts exactly after it.
      if (isFull && transition.time > last) return commands;
      last = transition.time;
      const closes = this.#closesOf(transition, securityId);
      commands.push(...closes);
      isFull ||= commands.length >= TRANSITIONS_A_GROUP_MAX || closes.some((command) => this.#isLarge(command));
      walks.delete(walk);
      walk.step();
      if (walk.transition !== undefined) walks.add(walk);
    }
  }

  /** A market that never closes has its trading day end with the date: that is when its Day orders expire. */
  #closesOf({ date, kind, time }: Transition, securityId: SecurityId | null): DueCommand[] {
    if (kind === 'dateEnd') {
      if (securityId !== null) return [];
      const closes = this.#venue.alwaysOpen ? [close(null, date, time)] : [];
      for (const id of this.#queue.securityIds()) {
        if (!this.#isAlwaysOpen(id)) continue;
        closes.push(close(id, date, time));
        this.#unchecked.add(id);
      }
      return [...closes, { type: 'dateEnd', date, scheduled: time, time }];
    }
    if (kind === 'open' || this.#isAlwaysOpen(securityId)) return [];
    return [close(securityId, date, time), ...this.#auctions.missedAtClose(securityId, time)];
  }

  /** Markets that should be open and are not, or the reverse: after an opening, or a change of hours or settings. */
  #corrections(nowUs: Microseconds, passed: readonly Planned[]): DueCommand[] {
    const commands: DueCommand[] = [];
    const openByDefault = this.#shouldBeOpen(nowUs, { securityId: null, own: null });
    const defaultDiffers = openByDefault !== this.#venue.state.counters.defaultInSession;
    if (defaultDiffers) commands.push(this.#correction(nowUs, null, null, openByDefault));
    for (const { securityId } of passed) if (securityId !== null) this.#unchecked.add(securityId);
    // The default schedule has closed those without separate hours.
    for (const securityId of this.#venue.neverCloses) this.#unchecked.add(securityId);
    for (const securityId of this.#unchecked) {
      if (commands.length >= TRANSITIONS_A_GROUP_MAX) break;
      const security = this.#venue.state.securities.get(securityId);
      if (security !== undefined && defaultDiffers && security.hours === null) continue;
      const correction = security && this.#correctionOf(security, nowUs);
      if (correction === undefined) this.#unchecked.delete(securityId);
      else commands.push(correction);
    }
    return commands;
  }

  #correctionOf({ securityId, hours, inSession, status }: SecurityRecord, nowUs: Microseconds): DueCommand | undefined {
    const open = this.#shouldBeOpen(nowUs, { securityId, own: hours });
    if (status === 'ended' || open === inSession) return undefined;
    return this.#correction(nowUs, securityId, hours, open);
  }

  #isAlwaysOpen(securityId: SecurityId | null): boolean {
    return securityId === null ? this.#venue.alwaysOpen : this.#venue.isAlwaysOpen(securityId);
  }

  #shouldBeOpen(nowUs: Microseconds, { securityId, own }: Schedule): boolean {
    return this.#isAlwaysOpen(securityId) || this.#venue.calendar.isOpen(nowUs, own);
  }

  #correction(time: Microseconds, securityId: SecurityId | null, own: WeekSchedule | null, open: boolean): DueCommand {
    const date = easternDate(time);
    const session = this.#venue.calendar.sessionOf(date, own);
    if (open) {
      const scheduled = this.#isAlwaysOpen(securityId) ? time : (session?.open ?? time);
      return { type: 'session', action: 'open', securityId, date, dayOver: false, scheduled, time };
    }
    // Closed because its session is still to come, the day is not over; otherwise no more trading follows on this date.
    const dayOver = session === null || time >= session.close;
    return { type: 'session', action: 'close', securityId, date, dayOver, scheduled: time, time };
  }
}

/** The close that ends a trading day. */
function close(securityId: SecurityId | null, date: string, time: Microseconds): DueCommand {
  return { type: 'session', action: 'close', securityId, date, dayOver: true, scheduled: time, time };
}

/** The transitions of one schedule, one at a time. */
class ScheduleWalk {
  readonly securityId: SecurityId | null;
  readonly #transitions: Generator<Transition, void, undefined>;
  transition: Transition | undefined;

  constructor(securityId: SecurityId | null, transitions: Generator<Transition, void, undefined>) {
    this.securityId = securityId;
    this.#transitions = transitions;
    this.step();
  }

  step(): void {
    this.transition = this.#transitions.next().value ?? undefined;
  }
}

/** By their next transitions; of equal times the default schedule comes first, then securities by their ids. */
function byTransition(a: ScheduleWalk, b: ScheduleWalk): number {
  const [one, other] = [a.transition?.time ?? Infinity, b.transition?.time ?? Infinity];
  return one === other ? (a.securityId ?? 0) - (b.securityId ?? 0) : one - other;
}
