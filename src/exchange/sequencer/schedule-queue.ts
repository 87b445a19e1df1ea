import { easternDate, endOfDate } from '../../calendar/eastern-time.ts';
import type { WeekSchedule } from '../../calendar/schedule.ts';
import type { TradingCalendar } from '../../calendar/trading-calendar.ts';
import type { Microseconds } from '../../time/units.ts';
import type { SecurityId } from '../api/index.ts';
import { SortedKeys } from '../collections/index.ts';

/** The default schedule comes before those of securities. */
const DEFAULT = 0;

/** A schedule, and the instant at which it opens or closes next, in microseconds. */
export interface Planned {
  /** null: the default schedule, of all that have no own hours. */
  readonly securityId: SecurityId | null;
  readonly own: WeekSchedule | null;
  readonly time: Microseconds;
}

/** The schedules of the venue by their next transition: a change of one is O(log n), however many there are. */
export class ScheduleQueue {
  readonly #calendar: TradingCalendar;
  readonly #isAlwaysOpen: (securityId: SecurityId | null) => boolean;
  readonly #planned = new Map<number, Planned>();
  readonly #byTime = new SortedKeys<Planned>((a, b) => a.time - b.time || keyOf(a.securityId) - keyOf(b.securityId));

  constructor(calendar: TradingCalendar, isAlwaysOpen: (securityId: SecurityId | null) => boolean) {
    this.#calendar = calendar;
    this.#isAlwaysOpen = isAlwaysOpen;
  }

  /** The earliest transition; Infinity without one. */
  get next(): number {
    return this.#byTime.first?.time ?? Infinity;
  }

  /** Plans the first transition after an instant of a schedule, which may be a new one. */
  plan(securityId: SecurityId | null, own: WeekSchedule | null, after: number): void {
    this.remove(securityId);
    const planned = { securityId, own, time: this.#nextOf(securityId, own, after) };
    this.#planned.set(keyOf(securityId), planned);
    this.#byTime.add(planned);
  }

  remove(securityId: SecurityId | null): void {
    const planned = this.#planned.get(keyOf(securityId));
    if (planned === undefined) return;
    this.#planned.delete(keyOf(securityId));
    this.#byTime.delete(planned);
  }

  clear(): void {
    this.#planned.clear();
    this.#byTime.clear();
  }

  /** The schedules that have a transition at this instant or before, by its time. */
  upTo(time: Microseconds): Planned[] {
    const found: Planned[] = [];
    for (const planned of this.#byTime.from(undefined)) {
      if (planned.time > time) break;
      found.push(planned);
    }
    return found;
  }

  /** The securities with own hours. */
  *securityIds(): Generator<SecurityId, void, undefined> {
    for (const { securityId } of this.#planned.values()) if (securityId !== null) yield securityId;
  }

  /** With the default schedule dates end, too. */
  #nextOf(securityId: SecurityId | null, own: WeekSchedule | null, after: number): number {
    const isAlwaysOpen = this.#isAlwaysOpen(securityId);
    const change = isAlwaysOpen ? Infinity : (this.#calendar.nextTransition(after, own)?.time ?? Infinity);
    return securityId === null ? Math.min(change, endOfDate(easternDate(after))) : change;
  }
}

function keyOf(securityId: SecurityId | null): number {
  return securityId ?? DEFAULT;
}
