/** ExecutionReports of events, of states of orders, and of refusals. */
import type { Answer, Execution, OrderEvent, OrderStatus, VenueEvent } from '../client.ts';
import type { Field } from '../codec/index.ts';
import type { OutgoingMessage } from './api.ts';
import { feeGroup } from './fees.ts';
import { GOOD_FOR_AUCTION } from './order-fields.ts';
import { termFields } from './order-terms.ts';
import { ordRejReason, type Reason } from './reasons.ts';
import type { Securities } from './securities.ts';
import { MSG, SIDE, TAG } from './tags.ts';
import { easternDate, fieldsOf, groupOf, utcTimestamp, wholeOf } from './values.ts';

/** What the peer calls the order. */
export interface OrderNames {
  readonly clOrdId: string | undefined;
  /** Of a cancelled or replaced order: its name before. */
  readonly origClOrdId?: string | undefined;
}

const NONE = '0';
const RESTATEMENT_REASONS: Partial<Record<Execution['executionType'], number>> = { Restated: 0, Resumed: 99 };
/** PartyRole: the client whose order it is. */
const CLIENT_ID = '3';
/** PartyIDSource: an id of the venue's own. */
const PROPRIETARY = 'D';
/** ExecType of a state that was asked for. */
const ORDER_STATUS = 'I';

/** reasonCode of an order whose time was over: FIX has a status for it. */
const EXPIRED = 'expired';

const ORD_STATUS: Readonly<Record<OrderStatus, string>> = {
  Pending: 'A',
  Live: '0',
  'Partially Executed': '1',
  Executed: '2',
  Cancelled: '4',
  'Partially Executed & Cancelled': '4',
  'Not Approved': '8',
};

const EXEC_TYPE: Readonly<Record<Execution['executionType'], string>> = {
  New: '0',
  Approved: '0',
  Fill: 'F',
  Replaced: '5',
  Restated: 'D',
  Suspended: '9',
  Resumed: 'D',
  Rejected: '8',
  Expired: 'C',
  Cancelled: '4',
};

/** Of a fill its match and side: the same in each session, and whenever it is sent again. */
export function execIdOf({ eventSeq, order }: OrderEvent): string {
  return order.executionType === 'Fill' ? `${order.matchId}-${SIDE[order.action]}` : `E${eventSeq}`;
}

/** The report of one change of an order (H14). */
export function executionReport(event: OrderEvent, securities: Securities, names: OrderNames): OutgoingMessage {
  const { order, eventTime } = event;
  const { executionType, orderStatus } = order;
  const isPending = executionType === 'New' && orderStatus === 'Pending';
  const body = [
    ...fieldsOf(
      [TAG.OrderID, order.orderId],
      [TAG.ClOrdID, names.clOrdId],
      [TAG.OrigClOrdID, names.origClOrdId],
      [TAG.ExecID, execIdOf(event)],
      [TAG.ExecType, isPending ? 'A' : EXEC_TYPE[executionType]],
      [TAG.OrdStatus, statusAfter(order)],
      [TAG.OrdRejReason, orderStatus === 'Not Approved' ? 0 : undefined],
      [TAG.ExecRestatementReason, RESTATEMENT_REASONS[executionType]],
    ),
    ...clientParty(order.clientId),
    ...fieldsOf([TAG.Account, order.accountId]),
    ...securities.fieldsOf(order.securityId),
    ...fieldsOf([TAG.Side, SIDE[order.action]], [TAG.OrderQty, wholeOf(order.number_shares)]),
    ...termFields(order),
    ...priceFields(order),
    ...(executionType === 'Fill'
      ? fillFields({ ...order, price: order.fillPrice, quantity: order.fillShares, tradedAt: eventTime }, securities)
      : []),
    ...amountFields(order, orderStatus, order.shares_remaining),
    ...fieldsOf(
      [TAG.TransactTime, utcTimestamp(eventTime)],
      [TAG.Text, order.reason],
      [TAG.ReasonCode, order.reasonCode],
    ),
  ];
  return { msgType: MSG.ExecutionReport, body };
}

type Amendment = Extract<VenueEvent, { readonly eventType: 'bust' | 'adjust' }>;

/** A bust (150=H) or a correction (150=G) of a fill, with the order as it is now: it gets nothing back (H14). */
export function amendmentReport(
  event: Amendment,
  { order, clientId, tradedAt = event.eventTime, initiator, fee }: AmendedOrder,
  { names, securities }: { readonly names: OrderNames; readonly securities: Securities },
): OutgoingMessage {
  const { eventSeq, eventTime } = event;
  const isBust = event.eventType === 'bust';
  const amended = isBust ? event.bust : event.adjust;
  const { orderStatus } = order;
  const side = order.securityType === 'Bid' ? SIDE.Bid : SIDE.Offer;
  const body = [
    ...fieldsOf([TAG.OrderID, order.orderId], [TAG.ClOrdID, names.clOrdId]),
    ...fieldsOf([TAG.ExecID, `E${eventSeq}-${side}`], [TAG.ExecRefID, `${amended.tradeID}-${side}`]),
    ...fieldsOf([TAG.ExecType, isBust ? 'H' : 'G'], [TAG.OrdStatus, ordStatusOf({ ...order, status: orderStatus })]),
    ...clientParty(clientId),
    ...fieldsOf([TAG.Account, order.accountId]),
    ...securities.fieldsOf(order.securityId),
    ...fieldsOf([TAG.Side, side], [TAG.OrderQty, wholeOf(order.shares)]),
    ...termFields(order),
    ...(order.type === 'Limit' ? fieldsOf([TAG.OrdType, '2'], [TAG.Price, order.sharePrice]) : []),
    ...fillFields({ ...amended, tradedAt, liquidity: liquidityOf(order, initiator), fee }, securities),
    ...amountFields(order, orderStatus, order.remainingShares),
    ...fieldsOf([TAG.TransactTime, utcTimestamp(eventTime)], [TAG.Text, amended.reason]),
  ];
  return { msgType: MSG.ExecutionReport, body };
}

/** An order of an amended match. */
interface AmendedOrder extends Pick<FillTerms, 'fee'> {
  readonly order: ListedOrder;
  readonly clientId: string | undefined;
  /** When the match was made; undefined: it is not known. */
  readonly tradedAt: string | undefined;
  /** The order that came to the other one; undefined: it is not known, or the match is a block. */
  readonly initiator: 'Bid' | 'Offer' | undefined;
}

function liquidityOf({ securityType }: ListedOrder, initiator: AmendedOrder['initiator']): FillTerms['liquidity'] {
  if (initiator === undefined) return undefined;
  return securityType === initiator ? 'Removed' : 'Added';
}

interface FillTerms {
  readonly securityId: string;
  readonly price: string;
  readonly quantity: string;
  readonly tradedAt: string;
  readonly liquidity?: 'Added' | 'Removed' | undefined;
  /** Below 0: it goes back. Absent where no schedule names the order (X4). */
  readonly fee?: string | undefined;
}

/** LastLiquidityInd (851). */
const LIQUIDITY_IND = { Added: 1, Removed: 2 } as const;

/** What a fill is booked by. */
function fillFields(fill: FillTerms, securities: Securities): Field[] {
  const { securityId, price, quantity, tradedAt, liquidity, fee } = fill;
  const { mic, reference } = securities.byId(securityId) ?? {};
  const fields = fieldsOf(
    ...([
      [TAG.Currency, reference?.currency],
      [TAG.LastQty, wholeOf(quantity)],
      [TAG.LastPx, price],
      [TAG.LastMkt, mic],
      [TAG.TradeDate, easternDate(tradedAt)],
      [TAG.SettlDate, securities.settlement.of(tradedAt)],
      [TAG.LastLiquidityInd, liquidity === undefined ? undefined : LIQUIDITY_IND[liquidity]],
    ] as const),
  );
  return fee === undefined ? fields : [...fields, ...feeGroup(fee, reference?.currency)];
}

/** A state that was asked for (H), or one of many (AF). */
export interface AskedState {
  readonly names: OrderNames;
  /** Of the question: OrdStatusReqID, or MassStatusReqID and the counts. */
  readonly asked: readonly Field[];
  readonly instrument: readonly Field[];
}

export type OrderState = Answer<'getOrder'>['orderDetails'][number];
export type ListedOrder = Answer<'listAtsOrders'>['ats_orders'][number];

export function statusReport(order: OrderState, { names, asked, instrument }: AskedState): OutgoingMessage {
  const { status } = order;
  return stateReport([
    ...fieldsOf([TAG.OrderID, order.order_Id], [TAG.ClOrdID, names.clOrdId], ...asked, ...asStatus),
    ...fieldsOf([TAG.OrdStatus, ordStatusOf(order)], [TAG.Account, order.accountID]),
    ...instrument,
    ...fieldsOf([TAG.Side, SIDE[order.order_type]], [TAG.OrderQty, wholeOf(order.number_shares)]),
    ...termFields(order),
    ...(order.price_per_share === 'RFQ' ? [] : fieldsOf([TAG.OrdType, '2'], [TAG.Price, order.price_per_share])),
    ...amountFields(order, status, order.shares_remaining),
    ...fieldsOf([TAG.Text, order.reason], [TAG.ReasonCode, order.reasonCode ?? order.held]),
  ]);
}

export function listedReport(order: ListedOrder, { names, asked, instrument }: AskedState): OutgoingMessage {
  const { orderStatus } = order;
  const isLimit = order.type === 'Limit';
  return stateReport([
    ...fieldsOf([TAG.OrderID, order.orderId], [TAG.ClOrdID, names.clOrdId], ...asked, ...asStatus),
    ...fieldsOf([TAG.OrdStatus, ordStatusOf({ ...order, status: orderStatus })], [TAG.Account, order.accountId]),
    ...instrument,
    ...fieldsOf(
      [TAG.Side, order.securityType === 'Bid' ? SIDE.Bid : SIDE.Offer],
      [TAG.OrderQty, wholeOf(order.shares)],
    ),
    ...termFields(order),
    ...(isLimit ? fieldsOf([TAG.OrdType, '2'], [TAG.Price, order.sharePrice]) : []),
    ...fieldsOf([TAG.TimeInForce, TIME_IN_FORCE[order.expirationType]]),
    ...amountFields(order, orderStatus, order.remainingShares),
    ...fieldsOf([TAG.Text, order.reason], [TAG.ReasonCode, order.reasonCode ?? order.held]),
  ]);
}

/** No order is meant: the answer to a question about one that there is not. */
export function unknownOrderReport(
  asked: readonly Field[],
  order: { readonly orderId?: string | undefined; readonly clOrdId?: string | undefined },
  rest: { readonly instrument: readonly Field[]; readonly side?: string | undefined; readonly reason: Reason },
): OutgoingMessage {
  return stateReport([
    ...fieldsOf([TAG.OrderID, order.orderId ?? 'NONE'], [TAG.ClOrdID, order.clOrdId], ...asked, ...asStatus),
    ...fieldsOf([TAG.OrdStatus, '8'], [TAG.OrdRejReason, ordRejReason(rest.reason)]),
    ...rest.instrument,
    ...fieldsOf([TAG.Side, rest.side ?? SIDE.Bid], [TAG.LeavesQty, 0], [TAG.CumQty, 0], [TAG.AvgPx, 0]),
    ...fieldsOf([TAG.Text, rest.reason.text], [TAG.ReasonCode, rest.reason.code]),
  ]);
}

/** A NewOrderSingle that the venue, or the gateway, refused. `request` has its fields that the report repeats. */
export function rejectReport(inboxId: number, request: readonly Field[], reason: Reason): OutgoingMessage {
  const body = [
    ...fieldsOf([TAG.OrderID, 'NONE'], [TAG.ExecID, `R${inboxId}`], [TAG.ExecType, '8'], [TAG.OrdStatus, '8']),
    ...fieldsOf([TAG.OrdRejReason, ordRejReason(reason)]),
    ...request,
    ...fieldsOf([TAG.LeavesQty, 0], [TAG.CumQty, 0], [TAG.AvgPx, 0]),
    ...fieldsOf([TAG.Text, reason.text], [TAG.ReasonCode, reason.code]),
  ];
  return { msgType: MSG.ExecutionReport, body };
}

/** Of the orders that have or had a token, oldest first: the live one, else the newest. */
export function meantOf(orders: readonly OrderState[]): OrderState | undefined {
  return orders.findLast(({ status }) => !isEnded(status)) ?? orders.at(-1);
}

export function isEnded(status: OrderStatus): boolean {
  return !LIVE.has(status);
}

/** OrdStatus (39) of a state. */
export function ordStatusOf({ status, held, reasonCode }: Pick<OrderState, 'status' | 'held' | 'reasonCode'>): string {
  if (held !== undefined) return '9';
  return reasonCode === EXPIRED ? 'C' : ORD_STATUS[status];
}

/** The client, in reports of the orders of several clients. */
export function clientParty(clientId: string | undefined): Field[] {
  if (clientId === undefined) return [];
  const party = fieldsOf([TAG.PartyID, clientId], [TAG.PartyIDSource, PROPRIETARY], [TAG.PartyRole, CLIENT_ID]);
  return groupOf(TAG.NoPartyIDs, [party]);
}

const asStatus: readonly Field[] = [
  [TAG.ExecID, NONE],
  [TAG.ExecType, ORDER_STATUS],
];

/** By expirationType of the lists. */
const TIME_IN_FORCE: Readonly<Record<string, string>> = { 1: '1', 2: '0', 3: '6', 4: '3', 5: GOOD_FOR_AUCTION };

function statusAfter({ executionType, orderStatus }: Execution): string {
  if (executionType === 'Suspended') return '9';
  if (executionType === 'Expired') return 'C';
  return ORD_STATUS[orderStatus];
}

/** An order that requests quotes, and a side of a block, have no limit. */
function priceFields({ type, price_per_share }: Execution): Field[] {
  return type === 'Limit' ? fieldsOf([TAG.OrdType, '2'], [TAG.Price, price_per_share]) : [];
}

interface Amounts {
  readonly filledShares: string;
  readonly averagePrice: string | null;
}

const LIVE: ReadonlySet<OrderStatus> = new Set(['Pending', 'Live', 'Partially Executed']);

function amountFields({ filledShares, averagePrice }: Amounts, status: OrderStatus, remaining: string): Field[] {
  return fieldsOf(
    [TAG.LeavesQty, LIVE.has(status) ? wholeOf(remaining) : 0],
    [TAG.CumQty, wholeOf(filledShares)],
    [TAG.AvgPx, averagePrice ?? 0],
  );
}

function stateReport(body: Field[]): OutgoingMessage {
  return { msgType: MSG.ExecutionReport, body };
}
