import { parseDay } from '../../calendar/civil-date.ts';
import { easternInstantOfDay } from '../../calendar/eastern-time.ts';
import type { Microseconds } from '../../time/units.ts';
import type { CorporateAction, SecurityId } from '../api/index.ts';
import { Deadlines } from '../collections/index.ts';
import type { ActionDueCommand } from '../commands/index.ts';
import { sessionsOf } from '../records/index.ts';
import type { Replica } from '../replica/index.ts';

/** Actions that one group commit begins; the rest follow in the next ones. */
const ACTIONS_A_GROUP_MAX = 100;
/** As far as the calendar looks for the opening. */
const SEARCH_DAYS = 400;

type Venue = Pick<Replica, 'state' | 'calendar' | 'isAlwaysOpen'>;

/**
 * Knows which corporate actions are due (R1): before the first opening of the security on or after the ex date, by the
 * calendar of now. One whose opening was missed, as the venue was down, is due at once.
 */
export class ActionClock {
  readonly #venue: Venue;
  /** Of each security with announced actions, when the first of them has effect. */
  readonly #due = new Deadlines<SecurityId>();

  constructor(venue: Venue) {
    this.#venue = venue;
  }

  /** The instant of the next one; 0 while it is not known, Infinity without any. */
  get next(): number {
    return this.#venue.state.actions.changed.size > 0 ? 0 : this.#due.next;
  }

  /** Takes note of changed actions and hours. @param hours securities whose hours are others; all: those of all */
  takeChanges(hours: ReadonlySet<SecurityId> | 'all'): void {
    const { actions } = this.#venue.state;
    if (actions.isEmpty) return;
    const known = new Set(actions.securityIds);
    const changed = hours === 'all' ? known : hours.intersection(known);
    for (const securityId of changed.union(actions.changed)) this.#plan(securityId);
    actions.changed.clear();
  }

  #plan(securityId: SecurityId): void {
    const [first] = this.#venue.state.actions.announcedOf(securityId);
    if (first === undefined) this.#due.clear(securityId);
    else this.#due.set(securityId, this.#openingOf(first));
  }

  /** To be asked before openings: the first action of each security that is due. */
  due(nowUs: Microseconds): (ActionDueCommand & { readonly time: Microseconds })[] {
    return this.#due.due(nowUs, ACTIONS_A_GROUP_MAX).flatMap((securityId) => {
      const [first] = this.#venue.state.actions.announcedOf(securityId);
      return first === undefined ? [] : [{ type: 'actionDue', securityId, actionId: first.actionId, time: nowUs }];
    });
  }

  #openingOf({ securityId, exDate }: CorporateAction): Microseconds {
    const { calendar, state } = this.#venue;
    const { hours } = state.securities.known(securityId);
    const sessionOf = sessionsOf(calendar, hours, this.#venue.isAlwaysOpen(securityId));
    const exDay = parseDay(exDate);
    for (let day = exDay; day < exDay + SEARCH_DAYS; day++) {
      const session = sessionOf(day);
      if (session !== null) return session.open;
    }
    return easternInstantOfDay(exDay, 0);
  }
}
