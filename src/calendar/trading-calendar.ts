/** When the market of a security is open, by week, holidays, operator's dates and the security's hours (M12 to M14). */
import { LRUCache } from 'lru-cache';
import { formatDay, parseDay, weekdayOfDay } from './civil-date.ts';
import { easternDay, easternInstantOfDay } from './eastern-time.ts';
import { marketDayOn, marketDaysOfYear } from './holidays.ts';
import type { CalendarDay, DayHours, Hours, Weekday, WeekSchedule } from './schedule.ts';

const MINUTES_A_DAY = 1440;
const DAYS_CACHED = 1024;
/** How far ahead nextTransition looks. A schedule that is closed all week has no transition at all. */
const SEARCH_DAYS = 400;
/** The most dates that the operator may set: about forty years of closing every day. */
export const OPERATOR_DAYS_MAX = 10_000;

const DEFAULT_HOURS: Hours = Object.freeze({ startMinute: 9 * 60 + 30, endMinute: 16 * 60 });

/** Monday to Friday 09:30 to 16:00, Saturday and Sunday closed (V20). */
export const DEFAULT_SCHEDULE: Readonly<Record<Weekday, DayHours>> = Object.freeze({
  monday: DEFAULT_HOURS,
  tuesday: DEFAULT_HOURS,
  wednesday: DEFAULT_HOURS,
  thursday: DEFAULT_HOURS,
  friday: DEFAULT_HOURS,
  saturday: 'closed',
  sunday: 'closed',
});

/**
 * The session of a date: open <= instant < close, in microseconds since 1970; the minutes are Eastern, after midnight.
 */
export interface Session {
  readonly open: number;
  readonly close: number;
  readonly openMinute: number;
  readonly closeMinute: number;
}

/** An opening, a close or the end of a date, at an instant. dateEnd is the midnight at which `date` ends. */
export interface Transition {
  /** Microseconds since 1970. */
  readonly time: number;
  /** YYYY-MM-DD, the Eastern date whose session opens or closes, or that ends. */
  readonly date: string;
  readonly kind: 'open' | 'close' | 'dateEnd';
}

/** A date that differs from the week; the minutes are Eastern, after midnight, null when closed. */
export interface DatedDay {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly name: string;
  readonly closed: boolean;
  readonly startMinute: number | null;
  readonly endMinute: number | null;
}

/** The hours of a date that all securities share. */
interface DayPlan {
  readonly weekday: Weekday;
  /** The session of a security without own hours for this weekday. */
  readonly session: Session | null;
  /** The latest end of a security's own hours: 0 on a day that is closed for all, 1440 on a normal day. */
  readonly latestEnd: number;
}

/**
 * The trading days of the venue. Pure: it knows no clock, and equal dates, operator's days and schedules give equal
 * answers.
 *
 * A date has the hours of the first of these that applies:
 * 1. An operator's date. Closed: closed for all. Hours: they replace the default hours of that date, whatever the
 *   rules and the week are, and they cap a security's own hours as an early close does: such a session keeps its start
 *   and ends no later than they do.
 * 2. A full holiday (holidays.ts): closed for all.
 * 3. The security's own hours of the weekday, in place of the default ones (V23); on an early-close day
 *    they end at 13:00 at the latest. When they would start at or after that end, there is no session.
 * 4. DEFAULT_SCHEDULE; on an early-close day until 13:00.
 *
 * Times that daylight saving skips or repeats: eastern-time.ts. Hours entirely inside the skipped hour give no session.
 */
export class TradingCalendar {
  readonly #operatorDays = new Map<string, CalendarDay>();
  readonly #plans = new LRUCache<number, DayPlan>({ max: DAYS_CACHED, memoMethod: (day) => this.#planOf(day) });

  /** Copies the operator's days (by date YYYY-MM-DD). Throws RangeError as setOperatorDay does. */
  constructor(operatorDays: ReadonlyMap<string, CalendarDay> = new Map()) {
    for (const [date, day] of operatorDays) this.setOperatorDay(date, day);
  }

  /**
   * Sets what the operator decided for a date, or gives the date back to the rules (null).
   * Throws RangeError for text that is not a date, hours out of range, and a new date past OPERATOR_DAYS_MAX.
   */
  setOperatorDay(date: string, day: CalendarDay | null): void {
    const number = parseDay(date);
    if (day === null) {
      this.#operatorDays.delete(date);
    } else {
      if (day.hours !== 'closed') checkHours(day.hours);
      if (!this.#operatorDays.has(date) && this.#operatorDays.size >= OPERATOR_DAYS_MAX) {
        throw new RangeError(`the calendar holds at most ${OPERATOR_DAYS_MAX} operator's dates`);
      }
      const hours = day.hours === 'closed' ? day.hours : Object.freeze({ ...day.hours });
      this.#operatorDays.set(date, Object.freeze({ name: day.name, hours }));
    }
    this.#plans.delete(number);
  }

  /** The operator's days by date: a live view, which shows later changes. */
  operatorDays(): ReadonlyMap<string, CalendarDay> {
    return this.#operatorDays;
  }

  /** The session of an Eastern date, or null on a day without one. Throws RangeError for text that is not a date. */
  sessionOf(date: string, own: WeekSchedule | null): Session | null {
    return this.#sessionOn(parseDay(date), own);
  }

  /** Whether the market is open at an instant: start <= local time < end (V20). */
  isOpen(micros: number, own: WeekSchedule | null): boolean {
    const session = this.#sessionOn(easternDay(micros), own);
    return session !== null && session.open <= micros && micros < session.close;
  }

  /** The first opening or close after an instant, or null when none comes within 400 days. */
  nextTransition(
    micros: number,
    own: WeekSchedule | null,
  ): { readonly time: number; readonly market: 'open' | 'closed' } | null {
    const today = easternDay(micros);
    for (let day = today; day < today + SEARCH_DAYS; day++) {
      const session = this.#sessionOn(day, own);
      if (session === null) continue;
      if (micros < session.open) return { time: session.open, market: 'open' };
      if (micros < session.close) return { time: session.close, market: 'closed' };
    }
    return null;
  }

  /**
   * The transitions after `from` up to and including `to`, in order. A caller that has done everything up to `from`
   * gets all that is due at `to`. At midnight the end of the old date comes before an opening of the new one. The
   * generator computes one transition at a time, so a long outage takes no memory. Yields nothing when `to` is not
   * after `from`.
   */
  *transitionsBetween(from: number, to: number, own: WeekSchedule | null): Generator<Transition, void, undefined> {
    if (!(from < to)) return;
    for (let day = easternDay(from); ; day++) {
      for (const transition of this.#transitionsOn(day, own)) {
        if (transition.time > to) return;
        if (transition.time > from) yield transition;
      }
    }
  }

  /**
   * The dated days of a year in order of date: holidays, early closes and operator's dates, which win over the rules.
   */
  yearOf(year: number): DatedDay[] {
    const days = new Map<string, DatedDay>();
    for (const [day, rule] of marketDaysOfYear(year)) {
      const date = formatDay(day);
      const hours = rule.closed ? 'closed' : this.#defaultHours(day);
      days.set(date, datedDay(date, rule.name ?? '', hours));
    }
    for (const [date, { name, hours }] of this.#operatorDays) {
      if (Number(date.slice(0, 4)) === year) days.set(date, datedDay(date, name, hours));
    }
    return [...days.values()].sort((one, other) => (one.date < other.date ? -1 : 1));
  }

  #sessionOn(day: number, own: WeekSchedule | null): Session | null {
    const plan = this.#plans.memo(day);
    const hours = own?.[plan.weekday];
    if (hours === undefined) return plan.session;
    return hours === 'closed' ? null : sessionFrom(day, hours.startMinute, Math.min(hours.endMinute, plan.latestEnd));
  }

  #planOf(day: number): DayPlan {
    const hours = this.#defaultHours(day);
    return {
      weekday: weekdayOfDay(day),
      session: hours === 'closed' ? null : sessionFrom(day, hours.startMinute, hours.endMinute),
      latestEnd: this.#latestEnd(day),
    };
  }

  #defaultHours(day: number): DayHours {
    const operator = this.#operatorDays.get(formatDay(day));
    if (operator !== undefined) return operator.hours;
    const rule = marketDayOn(day);
    const usual = DEFAULT_SCHEDULE[weekdayOfDay(day)];
    if (rule.closed || usual === 'closed') return 'closed';
    return rule.earlyClose === null ? usual : { ...usual, endMinute: Math.min(usual.endMinute, rule.earlyClose) };
  }

  #latestEnd(day: number): number {
    const operator = this.#operatorDays.get(formatDay(day));
    if (operator !== undefined) return operator.hours === 'closed' ? 0 : operator.hours.endMinute;
    const rule = marketDayOn(day);
    if (rule.closed) return 0;
    return rule.earlyClose ?? MINUTES_A_DAY;
  }

  *#transitionsOn(day: number, own: WeekSchedule | null): Generator<Transition, void, undefined> {
    const date = formatDay(day);
    const session = this.#sessionOn(day, own);
    if (session !== null) {
      yield { time: session.open, date, kind: 'open' };
      yield { time: session.close, date, kind: 'close' };
    }
    yield { time: easternInstantOfDay(day, MINUTES_A_DAY), date, kind: 'dateEnd' };
  }
}

/** The session of these hours, or null when nothing is left of them. */
function sessionFrom(day: number, openMinute: number, closeMinute: number): Session | null {
  if (openMinute >= closeMinute) return null;
  const open = easternInstantOfDay(day, openMinute);
  const close = easternInstantOfDay(day, closeMinute);
  return open < close ? Object.freeze({ open, close, openMinute, closeMinute }) : null;
}

function checkHours({ startMinute, endMinute }: Hours): void {
  const whole = Number.isInteger(startMinute) && Number.isInteger(endMinute);
  if (!whole || startMinute < 0 || startMinute >= endMinute || endMinute >= MINUTES_A_DAY) {
    throw new RangeError(`not hours of a day: ${startMinute} to ${endMinute}`);
  }
}

function datedDay(date: string, name: string, hours: DayHours): DatedDay {
  if (hours === 'closed') return { date, name, closed: true, startMinute: null, endMinute: null };
  return { date, name, closed: false, startMinute: hours.startMinute, endMinute: hours.endMinute };
}
