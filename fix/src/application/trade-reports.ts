/** TradeCaptureReport (AE): each own side of a match, and busts and corrections of it. */
import type { OpenAts, OrderEvent, VenueEvent } from '../client.ts';
import type { Field } from '../codec/index.ts';
import type { OutgoingMessage } from './api.ts';
import type { Context } from './context.ts';
import { amendmentReport, clientParty, execIdOf, type ListedOrder } from './execution-reports.ts';
import { type KeptRoutes, orderKey } from './kept-routes.ts';
import { readable } from './readable.ts';
import { routed } from './routes.ts';
import type { Securities } from './securities.ts';
import { MSG, SIDE, TAG } from './tags.ts';
import { easternDate, fieldsOf, groupOf, utcTimestamp, wholeOf } from './values.ts';

type Amendment = Extract<VenueEvent, { readonly eventType: 'bust' | 'adjust' }>;

/** The two orders of a match, and the states of those that the key may read. */
export interface MatchOrders {
  readonly bidOrderId: string;
  readonly askOrderId: string;
  readonly states: ReadonlyMap<string, ListedOrder>;
  /** When it was made; undefined where the key may not read it. */
  readonly tradedAt: string | undefined;
  readonly initiator: 'Bid' | 'Offer' | undefined;
}

/** TradeReportTransType (487) and ExecType (150): new and trade, cancel, replace and correct. */
const NEW = { transType: 0, execType: 'F' };
const CANCEL = { transType: 1, execType: 'H' };
const CORRECT = { transType: 2, execType: 'G' };

interface Side {
  readonly side: string;
  readonly orderId: string;
  readonly account: string | null;
  readonly clientId: string | undefined;
  readonly clOrdId?: string | undefined;
  /** What a bust or a correction changed of the fees of its order. */
  readonly fee?: string | undefined;
}

interface Trade {
  readonly id: string;
  readonly refId?: string;
  readonly kind: typeof NEW;
  readonly matchId: string;
  readonly securityId: string;
  readonly price: string;
  readonly quantity: string;
  readonly eventTime: string;
  /** Of the match. */
  readonly tradedAt: string;
  readonly sides: readonly Side[];
  readonly text?: string;
}

/** Of a fill; undefined for another change of an order. */
export function tradeReport(event: OrderEvent, securities: Securities): OutgoingMessage | undefined {
  const { order, eventTime } = event;
  if (order.executionType !== 'Fill') return undefined;
  const { orderId, accountId: account, token, matchId, securityId, clientId } = order;
  const sides = [{ side: SIDE[order.action], orderId, account, clientId, clOrdId: token ?? undefined }];
  const amounts = { price: order.fillPrice, quantity: order.fillShares };
  return report(
    { id: execIdOf(event), kind: NEW, matchId, securityId, ...amounts, eventTime, tradedAt: eventTime, sides },
    securities,
  );
}

/** What reports of amended matches are made with. */
interface Amending {
  readonly routes: KeptRoutes;
  readonly securities: Securities;
}

/** Of a bust or correction: one report for each own side, which refers to the report of the match. */
export function amendmentReports(
  event: Amendment,
  orders: MatchOrders,
  { routes, securities }: Amending,
): OutgoingMessage[] {
  const { eventSeq, eventTime } = event;
  const amended = event.eventType === 'bust' ? event.bust : event.adjust;
  const kind = event.eventType === 'bust' ? CANCEL : CORRECT;
  const { tradeID: matchId, securityId, price, quantity, reason: text } = amended;
  return sidesOf(event, orders).map((one) => {
    const ids = { id: `E${eventSeq}-${one.side}`, refId: `${matchId}-${one.side}` };
    const tradedAt = orders.tradedAt ?? eventTime;
    const of = { matchId, securityId, price, quantity, eventTime, tradedAt, sides: [one], text };
    return routed(report({ ...ids, kind, ...of }, securities), routes.of(orderKey(one.orderId)));
  });
}

/** ExecutionReports of a bust or correction, for each own side whose order the key may read. */
export function amendedExecutions(
  event: Amendment,
  amended: MatchOrders,
  { routes, securities }: Amending,
): OutgoingMessage[] {
  return sidesOf(event, amended).flatMap(({ orderId, clientId, fee }) => {
    const order = amended.states.get(orderId);
    if (order === undefined) return [];
    const names = { clOrdId: order.token ?? undefined };
    const { tradedAt, initiator } = amended;
    const executed = amendmentReport(event, { order, clientId, tradedAt, initiator, fee }, { names, securities });
    return [routed(executed, routes.of(orderKey(orderId)))];
  });
}

/** A client sees its own sides alone; a drop copy those of its clients, each of which is named (S32). */
function sidesOf(event: Amendment, { bidOrderId, askOrderId }: MatchOrders): Side[] {
  const amended = event.eventType === 'bust' ? event.bust : event.adjust;
  return (amended.clients ?? [amended]).flatMap(({ clientId, bidAccountId, askAccountId, bidFee, askFee }) => {
    const bid = { side: SIDE.Bid, orderId: bidOrderId, clientId, fee: bidFee };
    const ask = { side: SIDE.Offer, orderId: askOrderId, clientId, fee: askFee };
    return [
      ...(bidAccountId === undefined ? [] : [{ ...bid, account: bidAccountId }]),
      ...(askAccountId === undefined ? [] : [{ ...ask, account: askAccountId }]),
    ];
  });
}

/** What reports of these events need to know first: the matches that they amend, and days. Undefined: nothing. */
export function tradeReads(
  events: readonly VenueEvent[],
  { ats, securities, isClosed }: Pick<Context, 'ats' | 'securities' | 'isClosed'>,
): Promise<ReadonlyMap<string, MatchOrders>> | undefined {
  const { settlement } = securities;
  const fills = events.filter((event) => event.eventType === 'order' && event.order.executionType === 'Fill');
  const days = settlement.prepared(fills.map(({ eventTime }) => eventTime));
  const reading = amendedMatches(events, ats, isClosed);
  if (reading === undefined) return days?.then(() => new Map());
  return Promise.all([reading, days]).then(async ([matches]) => {
    await settlement.prepared([...matches.values()].flatMap(({ tradedAt }) => tradedAt ?? []));
    return matches;
  });
}

/** By match: the orders of the matches that busts and corrections concern; undefined: no such event. */
function amendedMatches(
  events: readonly VenueEvent[],
  { methods }: OpenAts,
  isClosed: () => boolean,
): Promise<ReadonlyMap<string, MatchOrders>> | undefined {
  const ids = events.flatMap((event) => {
    if (event.eventType === 'bust') return [event.bust.tradeID];
    return event.eventType === 'adjust' ? [event.adjust.tradeID] : [];
  });
  if (ids.length === 0) return undefined;
  const context = { isClosed };
  const read = async (matchId: string): Promise<readonly [string, MatchOrders]> => {
    const match = await readable(() => methods.getMatchedTrade({ matchId }), context);
    const { bidOrderId, askOrderId } = match?.matchedTradeDetails.ordersMatched ?? UNKNOWN;
    const listed = await readable(
      () => methods.listAtsOrders({ filter: { orderId: [bidOrderId, askOrderId] } }),
      context,
    );
    const states = new Map(listed?.ats_orders.map((order) => [order.orderId, order]));
    const { eventTime: tradedAt, initiator } = match?.matchedTradeDetails ?? {};
    return [matchId, { bidOrderId, askOrderId, states, tradedAt, initiator }];
  };
  return Promise.all([...new Set(ids)].map(read)).then((entries) => new Map(entries));
}

/** The key may read events and not matches. */
const UNKNOWN = { bidOrderId: 'NONE', askOrderId: 'NONE' };

function report(trade: Trade, securities: Securities): OutgoingMessage {
  const sides = trade.sides.map(({ side, orderId, clOrdId, account, clientId }): Field[] => [
    ...fieldsOf([TAG.Side, side], [TAG.OrderID, orderId], [TAG.ClOrdID, clOrdId]),
    ...clientParty(clientId),
    ...fieldsOf([TAG.Account, account]),
  ]);
  const body = [
    ...fieldsOf([TAG.TradeReportID, trade.id], [TAG.TradeReportTransType, trade.kind.transType]),
    ...fieldsOf([TAG.TradeReportType, 0], [TAG.ExecType, trade.kind.execType], [TAG.TradeReportRefID, trade.refId]),
    ...fieldsOf([TAG.TrdMatchID, trade.matchId], [TAG.ExecID, trade.refId ?? trade.id], [TAG.PreviouslyReported, 'N']),
    ...securities.fieldsOf(trade.securityId),
    ...fieldsOf([TAG.LastQty, wholeOf(trade.quantity)], [TAG.LastPx, trade.price]),
    ...fieldsOf(
      [TAG.TradeDate, easternDate(trade.tradedAt)],
      [TAG.SettlDate, securities.settlement.of(trade.tradedAt)],
    ),
    ...fieldsOf([TAG.TransactTime, utcTimestamp(trade.eventTime)]),
    ...groupOf(
      TAG.NoSides,
      sides.map((one) => [...one, ...fieldsOf([TAG.Text, trade.text])]),
    ),
  ];
  return { msgType: MSG.TradeCaptureReport, body };
}
