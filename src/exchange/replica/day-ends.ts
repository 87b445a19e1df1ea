import { TradingCalendar } from '../../calendar/trading-calendar.ts';
import { idOf, type Position } from '../api/index.ts';
import type { DateEndCommand, JournaledCommand, SessionCommand } from '../commands/index.ts';
import type { VenueState } from '../desks/index.ts';

/** Where the journal and the history stood when the trading day of a date ended, as far as was known then. */
export interface DayEnd {
  /** YYYY-MM-DD, US Eastern. */
  readonly date: string;
  /** Whether no market trades on this date any more (E1); a later command of the date may still say so. */
  readonly isOver: boolean;
  /** A date on which no market was closed has no day end: its midnight only ends a day that was not over before. */
  readonly byMidnight: boolean;
  /** Sequence of the command that ended it. */
  readonly command: number;
  readonly eventSeq: number;
  /** The last order and the last match up to then. */
  readonly orderId: number;
  readonly matchId: number;
  /** Of the command, in microseconds. */
  readonly time: number;
  /** Those of all clients (V52), where the day is over. */
  readonly positions: readonly Position[];
}

/**
 * Knows from the commands of the journal alone when a trading day ends: with the last close of its date, or, where a
 * security with longer hours ended before them, at midnight. To be told of every command after it was applied.
 */
export class DayEndWatch {
  readonly #state: VenueState;
  readonly #calendar: TradingCalendar;

  constructor(state: VenueState) {
    this.#state = state;
    this.#calendar = new TradingCalendar(state.calendar);
  }

  /** `sequence` is that of the command. */
  after(command: JournaledCommand, sequence: number): DayEnd | undefined {
    if (command.type === 'calendar')
      this.#calendar.setOperatorDay(command.date, this.#state.calendar.get(command.date) ?? null);
    if (!endsADay(command)) return undefined;
    const byMidnight = command.type === 'dateEnd';
    const { shard, counters, risk } = this.#state;
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
      positions: isOver ? [...risk.positions.entries()] : [],
    };
  }

  #isOver({ date, time }: SessionCommand & { readonly time: number }): boolean {
    const { counters, securities } = this.#state;
    if (counters.defaultInSession || this.#closesLater(date, time, null)) return false;
    for (const { status, inSession, hours } of securities.values()) {
      if (status !== 'ended' && (inSession || (hours !== null && this.#closesLater(date, time, hours)))) return false;
    }
    return true;
  }

  #closesLater(date: string, time: number, hours: Parameters<TradingCalendar['sessionOf']>[1]): boolean {
    const session = this.#calendar.sessionOf(date, hours);
    return session !== null && session.close > time;
  }
}

function endsADay(command: JournaledCommand): command is (SessionCommand | DateEndCommand) & { readonly time: number } {
  return command.type === 'dateEnd' || (command.type === 'session' && command.action === 'close' && command.dayOver);
}
