/**
 * The webhooks of the venue (V31 to V34), made from the exchange's durable events, so that
 * those of one order are fired in the order in which things happened.
 */
import { formatInstant, formatTimestamp } from '../../calendar/format-time.ts';
import {
  type ExchangeEvent,
  type MatchEvent,
  type NoticeEvent,
  type OrderChange,
  type OrderEvent,
  type OrderView,
  priceText,
  reasonCodeOf,
  type SecurityView,
  sharesText,
  shownTerms,
} from '../../exchange/api/index.ts';
import { matchKey, type RecordKey } from './records.ts';

/** Where the webhooks of the venue's events go; `about` are the orders and the match of the event. */
interface VenueWebhookSink {
  fire(clientId: string, method: string, fields: () => Fields, about: readonly RecordKey[]): void;
  /** For webhooks that the venue itself sends: without the identifying headers (V33). */
  fireFromVenue(clientId: string, method: string, fields: () => Fields, about: readonly RecordKey[]): void;
}

export interface VenueWebhookOptions {
  readonly sink: VenueWebhookSink;
  readonly securityOf: (securityId: number) => Pick<SecurityView, 'ownerClientId'> | undefined;
  /** False where a client is known to have no webhooks at all, as most: for it nothing is made. Absent: true. */
  readonly mayHear?: (clientId: string) => boolean;
}

type Fields = Readonly<Record<string, unknown>>;
interface CalledMethod {
  readonly name: string;
  readonly fields: (event: OrderEvent) => Fields;
}

/** Changes that a call of the order's client made: its webhook is that of the method, with the identifying headers. */
const CALLED: Partial<Record<OrderChange, CalledMethod>> = {
  entered: { name: 'createOrder', fields: createOrderFields },
  replaced: { name: 'replaceOrder', fields: replaceOrderFields },
  cancelled: { name: 'cancelOrder', fields: cancelOrderFields },
};

/**
 * A listener for EventFeed.subscribe. A change by a call of the client sends the webhook of the method; each change of
 * an order but its entry sends updateOrder to the order's client; an order that begins to wait for approval, or is
 * replaced while it waits, sends orderForApproval to the client that decides, one that waits for the answer to a right
 * of first refusal orderForFirstRefusal; each match sends matchedTradenotify to
 * the clients of its two orders, once when they are one client, in the venue's form and in the platform's, which has
 * the identifying headers (V33); blocks send blockReported and updateBlock (V63).
 */
export function venueWebhooks(options: VenueWebhookOptions): (event: ExchangeEvent) => void {
  const { sink, mayHear = () => true } = options;
  return (event) => {
    if (event.type === 'match') {
      const { buyClientId, sellClientId } = event.match;
      if (mayHear(buyClientId) || mayHear(sellClientId)) sendMatch(sink, event);
    } else if (event.type === 'notice') sendBlock(sink, event);
    else if (event.type === 'order') {
      if (mayHear(event.order.ticket.clientId)) sendToClient(sink, event);
      const method = forOwner(event);
      if (method !== null) sendToOwner(options, event, method);
    }
  };
}

function sendToClient(sink: VenueWebhookSink, event: OrderEvent): void {
  const { order, change } = event;
  const { clientId } = order.ticket;
  const about = [order.orderId];
  const called = CALLED[change];
  if (called !== undefined) sink.fire(clientId, called.name, () => called.fields(event), about);
  if (change !== 'entered') sink.fireFromVenue(clientId, 'updateOrder', () => updateOrderFields(event), about);
}

function sendToOwner({ sink, securityOf }: VenueWebhookOptions, event: OrderEvent, method: ForOwner): void {
  const { order } = event;
  const owner = securityOf(order.ticket.securityId)?.ownerClientId;
  if (owner === undefined) return;
  const fields = () => ({ ...orderForApprovalFields(order), ...happened(event) });
  sink.fireFromVenue(owner, method, fields, [order.orderId]);
}

type ForOwner = 'orderForApproval' | 'orderForFirstRefusal';

/** The webhook for the owner of the security of an order that it has to decide on; null for all others. */
function forOwner({ order, change }: OrderEvent): ForOwner | null {
  if (order.status === 'Pending') return 'orderForApproval';
  return change === 'held' && order.held === 'first refusal' ? 'orderForFirstRefusal' : null;
}

function sendMatch(sink: VenueWebhookSink, event: MatchEvent): void {
  const { buyClientId, sellClientId, buyOrderId, sellOrderId } = event.match;
  const fields = () => matchedTradeFields(event);
  const about = [buyOrderId, sellOrderId, matchKey(event.match.matchId)];
  for (const clientId of new Set([buyClientId, sellClientId])) {
    sink.fireFromVenue(clientId, 'matchedTradenotify', fields, about);
    sink.fire(clientId, 'matchedTradenotify', fields, about);
  }
}

/** A report goes to the other side, the end of a block to both. Other notices have other webhooks. */
function sendBlock(sink: VenueWebhookSink, event: NoticeEvent): void {
  const { kind, clientId, fields } = event.notice;
  if (kind !== 'block') return;
  const isReport = fields.blockStatus === 'Reported';
  if (isReport && fields.party === 'Reporter') return;
  const method = isReport ? 'blockReported' : 'updateBlock';
  sink.fireFromVenue(clientId, method, () => ({ ...fields, ...happened(event) }), []);
}

/** In each of them, so that a receiver can sort: the venue's sequence number, and RFC 3339 with microseconds. */
function happened({ seq, time }: { readonly seq: number; readonly time: number }): Fields {
  return { eventSeq: seq, eventTime: formatInstant(time) };
}

/** Fields of createOrder; null fields are left out by the delivery (C43). */
function createOrderFields(event: OrderEvent): Fields {
  const { order } = event;
  return {
    id: String(order.orderId),
    securityId: String(order.ticket.securityId),
    orderId: String(order.orderId),
    memberId: order.ticket.memberId,
    accountId: order.ticket.accountId,
    action: sideText(order),
    type: order.ticket.type,
    quantity: sharesText(order.quantity),
    price: priceText(order.price),
    orderStatus: order.status,
    token: order.ticket.token,
    ...shownTerms(order.ticket.optional),
    ...happened(event),
  };
}

/** Fields of replaceOrder: those of its answer. */
function replaceOrderFields(event: OrderEvent): Fields {
  const { order, lostPriority } = event;
  return {
    id: String(order.orderId),
    securityId: String(order.ticket.securityId),
    orderId: String(order.orderId),
    action: sideText(order),
    orderStatus: order.status,
    token: order.ticket.token,
    lostPriority: lostPriority === true ? 'Yes' : 'No',
    ...happened(event),
  };
}

/** Fields of cancelOrder. */
function cancelOrderFields(event: OrderEvent): Fields {
  return { orderid: String(event.order.orderId), orderStatus: event.order.status, ...happened(event) };
}

/** Of updateOrder: the order right after the change; accountId, token, reason, reasonCode, held where there is one. */
function updateOrderFields(event: OrderEvent): Fields {
  const { order } = event;
  return {
    orderId: order.orderId,
    securityId: order.ticket.securityId,
    memberId: order.ticket.memberId,
    accountId: order.ticket.accountId,
    action: sideText(order),
    orderStatus: order.status,
    number_shares: sharesText(order.quantity),
    shares_remaining: sharesText(order.remaining),
    price_per_share: limitText(order),
    token: order.ticket.token,
    updatedDate: formatTimestamp(order.updatedAt),
    reason: event.reason,
    reasonCode: order.ended === null ? null : reasonCodeOf(order.ended),
    held: order.held === null ? null : reasonCodeOf(order.held),
    ...happened(event),
  };
}

/** What a client that decides on an order sees of it, in orderForApproval and in getOrdersForApproval. */
export function orderForApprovalFields(order: OrderView) {
  return {
    orderId: String(order.orderId),
    securityId: String(order.ticket.securityId),
    memberId: order.ticket.memberId,
    accountId: order.ticket.accountId,
    action: sideText(order),
    type: order.ticket.type,
    number_shares: sharesText(order.quantity),
    shares_remaining: sharesText(order.remaining),
    price_per_share: limitText(order),
    contingencies: order.contingency,
    minimumThreshold: sharesText(order.minimum),
    expiration: order.ticket.expiration,
    expirationDate: order.ticket.expirationDate,
    orderStatus: order.status,
  };
}

/** Fields of matchedTradenotify, the same for both sides: ask is the sell order, bid the buy order. */
export function matchedTradeFields(event: MatchEvent): Fields {
  const { match } = event;
  return {
    matchId: match.matchId,
    securityId: match.securityId,
    executionTime: formatTimestamp(match.time),
    numberOfShares: sharesText(match.quantity),
    Price: priceText(match.price),
    askOrderId: match.sellOrderId,
    bidOrderId: match.buyOrderId,
    ...(match.block ? { block: 'Yes' } : {}),
    ...happened(event),
  };
}

function sideText({ ticket }: OrderView): 'Bid' | 'Offer' {
  return ticket.side === 'buy' ? 'Bid' : 'Offer';
}

function limitText({ ticket, price }: OrderView): string {
  return ticket.type === 'RFQ' ? 'RFQ' : priceText(price);
}
