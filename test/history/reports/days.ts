import type { ExchangeEvent, NoticeEvent, OrderEvent } from '../../../src/exchange/api/events.ts';
import type { ReportedSettlement } from '../../../src/exchange/api/notices.ts';
import type { MatchView } from '../../../src/exchange/api/orders.ts';
import type { JournaledCommand } from '../../../src/exchange/commands/journaled-command.ts';
import { microsOf } from '../../support/manual-time.ts';
import { commands, type Venue } from '../venue.ts';

/** Trading days one after the other, each from its opening in New York to its midnight. */
export const DATES = ['2026-11-20', '2026-11-23', '2026-11-24'] as const;

const COMMANDS_A_DAY = 250;
const MINUTE_US = 60_000_000;

/** What is taken of the random flow: limits and switches could leave a day without any order. */
const TRADING: ReadonlySet<string> = new Set([
  ...['enter', 'cancel', 'replace', 'decide', 'takeQuote', 'security', 'halt', 'resume', 'selfTrade'],
  ...['cancelOrders', 'cancelAllAfter', 'cancelTimer', 'adjust'],
]);

/** Commands of three days: orders while the market is open, a few after the close, and the end of the date. */
export function threeDays(seed: number): JournaledCommand[][] {
  const drawn = commands(3 * COMMANDS_A_DAY, seed).filter(({ type }) => TRADING.has(type));
  // All of them have the default hours, so that one close ends each day.
  const flow = drawn.map((command) => (command.type === 'security' ? { ...command, hours: null } : command));
  const length = Math.floor(flow.length / 3);
  return DATES.map((date, day) => {
    const open = microsOf(`${date}T14:30:00Z`);
    const close = microsOf(`${date}T21:00:00Z`);
    const midnight = close + 8 * 60 * MINUTE_US;
    const own = flow.slice(day * length, (day + 1) * length);
    const all = { type: 'session', securityId: null, date } as const;
    return [
      { ...all, action: 'open', dayOver: false, scheduled: open, time: open },
      ...own.slice(0, -10).map((command, index) => ({ ...command, time: open + index + 1 })),
      { ...all, action: 'close', dayOver: true, scheduled: close, time: close },
      ...own.slice(-10).map((command, index) => ({ ...command, time: close + index + 1 })),
      { type: 'dateEnd', date, scheduled: midnight, time: midnight },
    ] as JournaledCommand[];
  });
}

/** Takes a day and gives the sequence of the last event up to its close. */
export async function takeDay(venue: Venue, day: readonly JournaledCommand[]): Promise<number> {
  const close = day.findIndex((command) => command.type === 'session' && command.action === 'close');
  await venue.takeAll(day.slice(0, close + 1));
  const { eventSeq } = venue.state.counters;
  await venue.takeAll(day.slice(close + 1));
  return eventSeq;
}

interface Named extends Pick<ReportedSettlement, 'matchId' | 'matched' | 'buyer' | 'seller'> {
  readonly reason: string;
  readonly time: number;
}

/** A correction, a bust and a settlement that is canceled, of the newest matches. */
export function amendments({ events }: Venue, time: number): JournaledCommand[] {
  const accounts = new Map(
    events.flatMap((event) => (event.type === 'order' ? [[event.order.orderId, event.order.ticket.accountId]] : [])),
  );
  const matches = events.flatMap((event) => (event.type === 'match' ? [event.match] : []));
  const [canceled, adjusted, busted] = matches.slice(-3);
  const named = ({ matchId, securityId, price, quantity, ...match }: MatchView) => ({
    ...{ matchId, reason: 'why', matched: { price, quantity }, time },
    buyer: { clientId: match.buyClientId, accountId: accounts.get(match.buyOrderId) ?? null, securityId },
    seller: { clientId: match.sellClientId, accountId: accounts.get(match.sellOrderId) ?? null, securityId },
  });
  const { price, quantity } = adjusted!;
  return [
    { type: 'adjust', ...named(adjusted!), price, quantity: quantity + 7 },
    { type: 'bust', ...named(busted!) },
    cancelOf({ ...named(canceled!) }),
  ] as JournaledCommand[];
}

/** As notifySettlement has it journaled. */
function cancelOf({ reason: _, time, ...match }: Named): unknown {
  const { matchId, buyer } = match;
  const fields = { tradeID: String(matchId), tradeStatus: 'Canceled' };
  return {
    ...{ type: 'notice', noticeId: `cancel-${matchId}`, kind: 'settlement', securityId: buyer.securityId, time },
    to: [{ clientId: buyer.clientId, fields }],
    settlement: { ...match, outcome: 'Canceled' },
  };
}

/** What a day brought, from the events alone. */
export interface ExpectedDay {
  /** The last event of each order that was there on the day. */
  readonly orders: ReadonlyMap<number, OrderEvent>;
  readonly changes: readonly OrderEvent[];
  readonly matches: readonly (ExchangeEvent & { readonly type: 'match' })[];
  /** The first notice of each correction. */
  readonly adjustments: readonly NoticeEvent[];
}

export function expectedDay(events: readonly ExchangeEvent[], fromSeq: number, toSeq: number): ExpectedDay {
  const orders = new Map<number, OrderEvent>();
  const ended = new Set<number>();
  for (const event of events) {
    if (event.type !== 'order' || event.seq > toSeq) continue;
    const { orderId, status } = event.order;
    orders.set(orderId, event);
    const isLive = status === 'Pending' || status === 'Live' || status === 'Partially Executed';
    if (!isLive && event.seq <= fromSeq) ended.add(orderId);
  }
  for (const orderId of ended) orders.delete(orderId);
  const ofDay = events.filter(({ seq }) => seq > fromSeq && seq <= toSeq);
  return {
    orders,
    changes: ofDay.filter((event) => event.type === 'order'),
    matches: ofDay.filter((event) => event.type === 'match'),
    adjustments: ofDay
      .filter((event): event is NoticeEvent => event.type === 'notice' && event.notice.kind === 'adjust')
      .filter(({ notice }, index, all) => notice.noticeId !== all[index - 1]?.notice.noticeId),
  };
}
