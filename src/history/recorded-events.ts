import type {
  CommandUser,
  EventSeq,
  ExchangeEvent,
  FeeChange,
  MarketEvent,
  MatchEvent,
  MatchView,
  Note,
  NoticeEvent,
  OrderEvent,
  OrderId,
  OrderView,
  QuoteView,
  RegisterChange,
  RegisterEvent,
} from '../exchange/api/index.ts';
import type { Microseconds } from '../time/units.ts';

/** An order after a fill, as far as the history stores it. */
type Filled = Pick<OrderView, 'remaining' | 'executed'>;

/** A match, with the remaining shares of its two orders. */
export interface Execution {
  readonly seq: EventSeq;
  readonly match: MatchView;
  readonly buy: Filled;
  readonly sell: Filled;
}

/** An event that a user caused (O14). */
export interface EventOfUser {
  readonly seq: EventSeq;
  readonly user: CommandUser;
}

/** A notice as one of its recipients gets it. */
export interface NoteOfEvent extends Omit<NoticeEvent['notice'], 'to' | 'quote'>, Note {
  readonly seq: EventSeq;
  readonly time: Microseconds;
}

/** A change of the register with its place among those of its event. */
export interface ChangeOfEvent
  extends RegisterChange,
    Pick<RegisterEvent, 'seq' | 'time' | 'byOperator' | 'reason' | 'reportId'> {
  readonly part: number;
  readonly byClient: string | null;
}

/** What an event changed of the fees of an order. */
export interface FeeOfEvent extends FeeChange {
  readonly seq: EventSeq;
  readonly time: Microseconds;
}

/** A quote as an event left it. */
export interface QuoteOfEvent {
  readonly seq: EventSeq;
  readonly quote: QuoteView;
}

/** Events by the table that they become rows of. The others leave nothing in the history. */
export interface RecordedEvents {
  readonly entries: OrderEvent[];
  readonly updates: OrderEvent[];
  /** Those of the updates that gave their orders other tokens. */
  readonly renames: OrderEvent[];
  readonly executions: Execution[];
  readonly markets: MarketEvent[];
  readonly notices: NoteOfEvent[];
  readonly quotes: QuoteOfEvent[];
  readonly users: EventOfUser[];
  readonly registerChanges: ChangeOfEvent[];
  readonly fees: FeeOfEvent[];
}

/** The history cannot store this event: it violates the rules of the venue. */
export class UnlawfulEvent extends Error {
  override readonly name = 'UnlawfulEvent';

  constructor(event: ExchangeEvent, why: string) {
    super(`The order history cannot keep event ${event.seq}: ${why}`);
  }
}

/**
 * Sorts consecutive events. An order is entered without fills; a match is followed by the fills of its two orders, the
 * initiator's first. Throws UnlawfulEvent otherwise, because the history does not store these fills and computes them.
 */
export function recordedEvents(events: readonly ExchangeEvent[]): RecordedEvents {
  const entries: OrderEvent[] = [];
  const updates: OrderEvent[] = [];
  const renames: OrderEvent[] = [];
  const executions: Execution[] = [];
  const markets: MarketEvent[] = [];
  const notices: NoteOfEvent[] = [];
  const quotes: QuoteOfEvent[] = [];
  const users: EventOfUser[] = [];
  const registerChanges: ChangeOfEvent[] = [];
  const fees: FeeOfEvent[] = [];
  for (let index = 0; index < events.length; index++) {
    const event = events[index]!;
    const { seq, user } = event;
    if (user !== undefined) users.push({ seq, user });
    if ((event.type === 'match' || event.type === 'notice') && event.fees !== undefined) fees.push(...feesOf(event));
    if (event.type === 'market') markets.push(event);
    else if (event.type === 'notice') {
      notices.push(...notesOf(event));
      const { quote } = event.notice;
      if (quote !== undefined) quotes.push({ seq, quote });
    } else if (event.type === 'register') registerChanges.push(...changesOf(event));
    else if (event.type === 'match') {
      executions.push(execution(event, events[index + 1], events[index + 2]));
      index += 2;
    } else if (event.type === 'order') {
      if (event.change === 'entered') entries.push(checkedEntry(event));
      else if (event.change === 'filled') throw new UnlawfulEvent(event, 'a fill without its match');
      else updates.push(checkedUpdate(event));
      if (event.previousToken !== undefined) renames.push(event);
    }
  }
  return { entries, updates, renames, executions, markets, notices, quotes, users, registerChanges, fees };
}

function changesOf({ clientId: byClient, changes, ...event }: RegisterEvent): ChangeOfEvent[] {
  const { seq, time, byOperator, reason } = event;
  const by = { byClient, byOperator, reason, ...(event.reportId === undefined ? {} : { reportId: event.reportId }) };
  return changes.map((change, part) => ({ ...change, seq, time, part, ...by }));
}

function feesOf({ seq, time, fees = [] }: MatchEvent | NoticeEvent): FeeOfEvent[] {
  return fees.map((fee) => ({ ...fee, seq, time }));
}

function notesOf({ seq, time, notice: { to, quote: _, ...notice } }: NoticeEvent): NoteOfEvent[] {
  return to.map((note) => ({ seq, time, ...notice, ...note }));
}

function checkedEntry(event: OrderEvent): OrderEvent {
  const { order, reason, time } = event;
  const isWhole = order.remaining === order.quantity;
  if (!isWhole || reason !== null || order.createdAt !== time || order.updatedAt !== time) {
    throw new UnlawfulEvent(event, 'an entry has all of the order remaining, no reason, and one time');
  }
  return event;
}

function checkedUpdate(event: OrderEvent): OrderEvent {
  if (event.order.updatedAt !== event.time) throw new UnlawfulEvent(event, 'a change has one time');
  return event;
}

function execution(
  event: MatchEvent,
  initiator: ExchangeEvent | undefined,
  contra: ExchangeEvent | undefined,
): Execution {
  const { match, seq } = event;
  const { buyOrderId, sellOrderId, initiatorOrderId } = match;
  if (initiatorOrderId !== buyOrderId && initiatorOrderId !== sellOrderId)
    throw new UnlawfulEvent(event, 'its initiator is another order');
  if (match.time !== event.time) throw new UnlawfulEvent(event, 'a match has one time');
  const isBuy = initiatorOrderId === buyOrderId;
  const first = filledBy(event, initiator, initiatorOrderId);
  const second = filledBy(event, contra, isBuy ? sellOrderId : buyOrderId);
  return { seq, match, buy: isBuy ? first : second, sell: isBuy ? second : first };
}

/** The stored part of the fill that follows a match; the rest follows from the match. */
function filledBy(match: MatchEvent, fill: ExchangeEvent | undefined, orderId: OrderId): Filled {
  if (fill?.type !== 'order' || fill.change !== 'filled' || fill.order.orderId !== orderId) {
    throw new UnlawfulEvent(match, 'a match is followed by the fills of its initiator and of its contra');
  }
  const { remaining, status, updatedAt } = fill.order;
  const isLawful = status === (remaining === 0 ? 'Executed' : 'Partially Executed') && fill.reason === null;
  if (!isLawful || updatedAt !== match.time || fill.time !== match.time) {
    throw new UnlawfulEvent(
      fill,
      'a fill has the time of its match, no reason, and the status that follows from what remains',
    );
  }
  return fill.order;
}
