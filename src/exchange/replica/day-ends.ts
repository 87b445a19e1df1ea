import { TradingCalendar } from '../../calendar/trading-calendar.ts';
import type { Microseconds } from '../../time/units.ts';
import {
  type EventSeq,
  idOf,
  type MatchId,
  type OrderId,
  type PositionAtCost,
  type ReferenceVersion,
  type SecurityView,
} from '../api/index.ts';
import type { DateEndCommand, JournaledCommand, SessionCommand } from '../commands/index.ts';
import type { VenueState } from '../desks/index.ts';
import type { CommandSeq } from '../journal/index.ts';
import { viewOfSecurity } from '../records/index.ts';

type SecurityWithReference = SecurityView & { readonly reference: ReferenceVersion };

/** The positions of the journal and the history when the trading day of a date ended. */
export interface DayEnd {
  /** YYYY-MM-DD, US Eastern. */
  readonly date: string;
  /** Whether no market trades on this date any more (E1); a later command of the date may change it. */
  readonly isOver: boolean;
  /** Absent when no market closed on the date: its midnight then ends only a day that was not over before. */
  readonly byMidnight: boolean;
  /** Sequence of the command that ended it. */
  readonly command: CommandSeq;
  readonly eventSeq: EventSeq;
  /** The last order and the last match at that time. */
  readonly orderId: OrderId;
  readonly matchId: MatchId;
  /** Of the command, in microseconds. */
  readonly time: Microseconds;
  /** The positions of all clients (V52), when the day is over. */
  readonly positions: readonly PositionAtCost[];
  /** The securities with reference data (V66), when the day is over. */
  readonly securities: readonly SecurityWithReference[];
}

/**
 * Finds the end of each trading day from the commands of the journal. A day ends with the last close of its date, or at
 * midnight when a security with longer hours ended before. Call it after each applied command.
 */
export class DayEndWatch {
  readonly #state: VenueState;
  readonly #calendar: TradingCalendar;

  constructor(state: VenueState) {
    this.#state = state;
    this.#calendar = new TradingCalendar(state.calendar);
  }

  /** `sequence` is the sequence of the command. */
  after(command: JournaledCommand, sequence: CommandSeq): DayEnd | undefined {
    if (command.type === 'calendar')
      this.#calendar.setOperatorDay(command.date, this.#state.calendar.get(command.date) ?? null);
    if (!endsADay(command)) return undefined;
    const byMidnight = command.type === 'dateEnd';
    const { shard, counters, register, securities } = this.#state;
    const isOver = byMidnight || this.#isOver(command);
    return {
      date: command.date,
      isOver,
      byMidnight,
      command: sequence,
      eventSeq: counters.eventSeq,
      orderId: idOf(counters.orders, shard),
      matchId: idOf(counters.matches, shard),
      time: command.time,
      positions: isOver ? [...register.positions()] : [],
      securities: isOver && securities.hasReferences ? withReference(securities) : [],
    };
  }

  #isOver({ date, time }: SessionCommand & { readonly time: Microseconds }): boolean {
    const { counters, securities } = this.#state;
    if (counters.defaultInSession || this.#closesLater(date, time, null)) return false;
    // The auction of a call comes after the close (Q8); then the day ends at midnight.
    if (this.#state.auctions.calls.size > 0) return false;
    for (const { status, inSession, hours } of securities.values()) {
      if (status !== 'ended' && (inSession || (hours !== null && this.#closesLater(date, time, hours)))) return false;
    }
    return true;
  }

  #closesLater(date: string, time: Microseconds, hours: Parameters<TradingCalendar['sessionOf']>[1]): boolean {
    const session = this.#calendar.sessionOf(date, hours);
    return session !== null && session.close > time;
  }
}

function withReference(securities: VenueState['securities']): SecurityWithReference[] {
  return [...securities.values()]
    .map(viewOfSecurity)
    .filter((security): security is SecurityWithReference => security.reference !== undefined);
}

function endsADay(
  command: JournaledCommand,
): command is (SessionCommand | DateEndCommand) & { readonly time: Microseconds } {
  return command.type === 'dateEnd' || (command.type === 'session' && command.action === 'close' && command.dayOver);
}
