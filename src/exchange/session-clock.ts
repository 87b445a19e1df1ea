import { easternDate, endOfDate } from '../calendar/eastern-time.ts';
import type { WeekSchedule } from '../calendar/schedule.ts';
import type { TradingCalendar, Transition } from '../calendar/trading-calendar.ts';
import type { UntimedCommand } from './journaled-command.ts';
import type { VenueState } from './venue-state.ts';

/** Missed transitions that one group commit makes up for; the rest follow in the next ones. */
const TRANSITIONS_A_GROUP_MAX = 1000;

/**
 * Knows which openings, closes and ends of dates are due. The sequencer asks it before each group of commands, so that a
 * transition that is due always comes before the orders that came after it; a restart makes up for what was missed,
 * in order. Nothing here waits or submits: it answers from the calendar and the venue's state.
 */
export class SessionClock {
  readonly #state: VenueState;
  readonly #calendar: TradingCalendar;
  readonly #alwaysOpen: boolean;
  /** Scheduled transitions up to this instant were handed out. */
  #through: number;
  /** The next instant at which something is scheduled. */
  #next = 0;
  /** Whether a change of hours, calendar or settings may have changed what should be open now. */
  #unsure = true;

  constructor(state: VenueState, calendar: TradingCalendar, alwaysOpen: boolean, now: number) {
    this.#state = state;
    this.#calendar = calendar;
    this.#alwaysOpen = alwaysOpen;
    this.#through = state.counters.sessionTime === 0 ? now : state.counters.sessionTime;
    this.#next = this.#through;
  }

  /** To be told of each command that was applied: some change what should be open. */
  observe(command: UntimedCommand): void {
    if (command.type !== 'security' && command.type !== 'calendar') return;
    if (command.type === 'calendar') this.#calendar.setOperatorDay(command.date, command.day);
    this.#unsure = true;
    this.#next = Math.min(this.#next, this.#through);
  }

  /** Whether due() has something to look at now. */
  isDue(now: number): boolean {
    return this.#unsure || now >= this.#next;
  }

  /** The instant at which the next transition is scheduled, in microseconds. */
  get next(): number {
    return this.#next;
  }

  /** The commands that are due at an instant, in order: they come before anything else of that instant. */
  due(now: number): UntimedCommand[] {
    if (now >= this.#next) {
      const missed = this.#scheduledSince(now);
      if (missed.length > 0) return missed;
    }
    if (!this.#unsure) return [];
    this.#unsure = false;
    return this.#corrections(now);
  }

  /** The next opening or close of a security by its schedule; null when it is always open. */
  nextTransition(own: WeekSchedule | null, now: number): { time: number; market: 'open' | 'closed' } | null {
    return this.#alwaysOpen ? null : this.#calendar.nextTransition(now, own);
  }

  #schedules(): { securityId: number | null; own: WeekSchedule | null }[] {
    const schedules: { securityId: number | null; own: WeekSchedule | null }[] = [{ securityId: null, own: null }];
    for (const { securityId, hours, status } of this.#state.securities.values()) {
      if (hours !== null && status !== 'ended') schedules.push({ securityId, own: hours });
    }
    return schedules;
  }

  /** Scheduled transitions after the last ones handed out, merged over all schedules in order of time. */
  #scheduledSince(now: number): UntimedCommand[] {
    const commands: UntimedCommand[] = [];
    const walks = this.#schedules().map(
      ({ securityId, own }) => new ScheduleWalk(securityId, this.#calendar.transitionsBetween(this.#through, now, own)),
    );
    for (;;) {
      const walk = earliest(walks);
      if (walk?.transition === undefined) {
        this.#through = Math.max(this.#through, now);
        this.#next = this.#nextAfter(now);
        return commands;
      }
      // A group ends between two instants, so that the next one starts exactly behind it.
      if (commands.length >= TRANSITIONS_A_GROUP_MAX && walk.transition.time > this.#through) return commands;
      this.#through = walk.transition.time;
      commands.push(...this.#commandsOf(walk.transition, walk.securityId));
      walk.step();
    }
  }

  #nextAfter(now: number): number {
    let next = endOfDate(easternDate(now));
    if (this.#alwaysOpen) return next;
    for (const { own } of this.#schedules()) {
      const transition = this.#calendar.nextTransition(now, own);
      if (transition !== null && transition.time < next) next = transition.time;
    }
    return next;
  }

  #commandsOf(transition: Transition, securityId: number | null): UntimedCommand[] {
    const { date, kind, time: scheduled } = transition;
    if (kind === 'dateEnd') return securityId === null ? this.#endOfDate(date, scheduled) : [];
    if (this.#alwaysOpen) return [];
    return [{ type: 'session', action: kind, securityId, date, dayOver: kind === 'close', scheduled }];
  }

  /** A market that never closes has its trading day end with the date: that is when its Day orders expire. */
  #endOfDate(date: string, scheduled: number): UntimedCommand[] {
    const end: UntimedCommand = { type: 'dateEnd', date, scheduled };
    if (!this.#alwaysOpen) return [end];
    const session = (action: 'open' | 'close', securityId: number | null): UntimedCommand => ({
      type: 'session',
      action,
      securityId,
      date,
      dayOver: action === 'close',
      scheduled,
    });
    const ids = this.#schedules().map(({ securityId }) => securityId);
    return [...ids.map((id) => session('close', id)), end, ...ids.map((id) => session('open', id))];
  }

  /** What is open and should not be, or the other way round: after a change of hours, calendar or settings. */
  #corrections(now: number): UntimedCommand[] {
    const commands: UntimedCommand[] = [];
    const openByDefault = this.#shouldBeOpen(now, null);
    const defaultDiffers = openByDefault !== this.#state.counters.defaultInSession;
    if (defaultDiffers) commands.push(this.#correction(now, null, null, openByDefault));
    for (const security of this.#state.securities.values()) {
      if (security.status === 'ended' || (defaultDiffers && security.hours === null)) continue;
      const open = this.#shouldBeOpen(now, security.hours);
      if (open !== security.inSession) {
        commands.push(this.#correction(now, security.securityId, security.hours, open));
      }
    }
    return commands;
  }

  #shouldBeOpen(now: number, own: WeekSchedule | null): boolean {
    return this.#alwaysOpen || this.#calendar.isOpen(now, own);
  }

  #correction(now: number, securityId: number | null, own: WeekSchedule | null, open: boolean): UntimedCommand {
    const date = easternDate(now);
    const session = this.#calendar.sessionOf(date, own);
    // Closed because its session is still to come, the day is not over; otherwise no more trading follows on this date.
    const dayOver = !open && (session === null || now >= session.close);
    return { type: 'session', action: open ? 'open' : 'close', securityId, date, dayOver, scheduled: now };
  }
}

/** The transitions of one schedule, one at a time. */
class ScheduleWalk {
  readonly securityId: number | null;
  readonly #transitions: Generator<Transition, void, undefined>;
  transition: Transition | undefined;

  constructor(securityId: number | null, transitions: Generator<Transition, void, undefined>) {
    this.securityId = securityId;
    this.#transitions = transitions;
    this.step();
  }

  step(): void {
    this.transition = this.#transitions.next().value ?? undefined;
  }
}

/** The walk whose next transition comes first; equal times keep the order of the schedules. */
function earliest(walks: readonly ScheduleWalk[]): ScheduleWalk | undefined {
  let first: ScheduleWalk | undefined;
  for (const walk of walks) {
    if (walk.transition === undefined) continue;
    if (first?.transition === undefined || walk.transition.time < first.transition.time) first = walk;
  }
  return first;
}
