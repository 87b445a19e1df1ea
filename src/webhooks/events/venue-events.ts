/**
 * The webhooks of the venue (V31 to V34), made from the exchange's durable events, so that
 * those of one order are fired in the order in which things happened.
 */

import { formatTimestamp } from '../../calendar/format-time.ts';
import {
  type ExchangeEvent,
  executionFields,
  liquidityOf,
  type MatchEvent,
  type MatchId,
  type Note,
  type NoticeEvent,
  type NoticeKind,
  type OrderChange,
  type OrderEvent,
  type OrderView,
  ownFeeFields,
  priceText,
  reasonCodeOf,
  type SecurityId,
  type SecurityView,
  sharesText,
  shownTerms,
  userShownTo,
} from '../../exchange/api/index.ts';
import { happened } from './happened.ts';
import { ofQuote, ofRfq } from './quote-webhooks.ts';
import { matchKey } from './records.ts';
import type { VenueWebhook } from './venue-webhook.ts';

type MatchWebhook = Pick<VenueWebhook, 'method' | 'identified'>;

/**
 * The webhooks of the outcome of a match, and of corporate actions (R7). Those that a method of the platform reports
 * have the identifying headers;
 * they are made here, after matchedTradenotify of the match and with a number that follows (V43).
 */
const AFTERWARDS: Partial<Record<NoticeKind, MatchWebhook>> = {
  settlement: { method: 'notifySettlement', identified: true },
  bust: { method: 'bustTrade', identified: true },
  adjust: { method: 'adjustTrade', identified: false },
  corporateAction: { method: 'corporateAction', identified: false },
};

export type SecurityOf = (securityId: SecurityId) => Pick<SecurityView, 'ownerClientId'> | undefined;

type Fields = Readonly<Record<string, unknown>>;
interface CalledMethod {
  readonly method: string;
  readonly fields: (event: OrderEvent) => Fields;
}

/** Changes that a call of the order's client made: its webhook is that of the method, with the identifying headers. */
const CALLED: Partial<Record<OrderChange, CalledMethod>> = {
  entered: { method: 'createOrder', fields: createOrderFields },
  replaced: { method: 'replaceOrder', fields: replaceOrderFields },
  cancelled: { method: 'cancelOrder', fields: cancelOrderFields },
};

/** Whether an event has webhooks for a client with registrations; allocates nothing, because most events have none. */
export function hasReceivers(
  event: ExchangeEvent,
  hasWebhooks: (clientId: string) => boolean,
  securityOf: SecurityOf,
): boolean {
  switch (event.type) {
    case 'match':
      return hasWebhooks(event.match.buyClientId) || hasWebhooks(event.match.sellClientId);
    case 'order': {
      const { ticket } = event.order;
      if (hasWebhooks(ticket.clientId)) return true;
      const owner = toDecide(event) === null ? undefined : securityOf(ticket.securityId)?.ownerClientId;
      return owner !== undefined && hasWebhooks(owner);
    }
    case 'notice':
      return notesOf(event.notice, securityOf).some(({ clientId }) => hasWebhooks(clientId));
    default:
      return false;
  }
}

/**
 * The webhooks of an event. A change by a call of the client sends the webhook of the method; each change of an order
 * but its entry sends updateOrder to the order's client; an order that begins to wait for approval, or is replaced
 * while it waits, sends orderForApproval to the client that decides, one that waits for the answer to a right of first
 * refusal orderForFirstRefusal; each match sends matchedTradenotify to the clients of its two orders, once when they
 * are one client, in the venue's form and in the platform's, which has the identifying headers (V33); quotes send
 * createQuote and updateQuote (V42), RFQ orders that ask clients by their ids rfqReceived and rfqClosed (Y6), blocks
 * blockReported and updateBlock (V63), matches that are settled, busted or corrected notifySettlement, bustTrade or
 * adjustTrade. Each names the user who caused it, to the client of that user alone (O16).
 */
export function webhooksOf(event: ExchangeEvent, securityOf: SecurityOf): readonly VenueWebhook[] {
  const webhooks = withoutUser(event, securityOf);
  const { user } = event;
  if (user === undefined) return webhooks;
  return webhooks.map((one) => ({ ...one, userId: userShownTo(one, user) }));
}

function withoutUser(event: ExchangeEvent, securityOf: SecurityOf): readonly VenueWebhook[] {
  if (event.type === 'match') return ofMatch(event);
  if (event.type === 'order') return ofOrder(event, securityOf);
  if (event.type !== 'notice') return [];
  const { kind, quote } = event.notice;
  const to = notesOf(event.notice, securityOf);
  if (quote !== undefined) return to.flatMap((note) => ofQuote(event, note, quote));
  if (kind === 'rfq') return to.map((note) => ofRfq(event, note));
  return to.flatMap((note) => (kind === 'block' ? ofBlock(event, note) : afterwards(event, note)));
}

/** Those of a notice that have webhooks. Of a corporate action, which all learn of, the owner gets it. */
function notesOf({ kind, quote, securityId, to }: NoticeEvent['notice'], securityOf: SecurityOf): readonly Note[] {
  const isOwn = kind === 'block' || kind === 'rfq' || quote !== undefined;
  if (kind !== 'corporateAction') return isOwn || AFTERWARDS[kind] !== undefined ? to : [];
  const clientId = securityOf(securityId)?.ownerClientId;
  return clientId === undefined ? [] : to.map((note) => ({ ...note, clientId }));
}

function ofOrder(event: OrderEvent, securityOf: SecurityOf): VenueWebhook[] {
  const { order, change } = event;
  const { clientId, securityId } = order.ticket;
  const about = [order.orderId];
  const webhooks: VenueWebhook[] = [];
  const called = CALLED[change];
  if (called !== undefined) {
    const { method, fields } = called;
    webhooks.push({ clientId, method, identified: true, about, fields: () => fields(event) });
  }
  if (change !== 'entered') {
    const fields = () => updateOrderFields(event);
    webhooks.push({ clientId, method: 'updateOrder', identified: false, about, fields });
  }
  const method = toDecide(event);
  const owner = method === null ? undefined : securityOf(securityId)?.ownerClientId;
  if (method !== null && owner !== undefined) {
    const fields = () => ({ ...orderForApprovalFields(order), ...happened(event) });
    webhooks.push({ clientId: owner, method, identified: false, about, fields });
  }
  return webhooks;
}

/** The webhook of an order that the owner of its security has to decide on; null for all others. */
function toDecide({ order, change }: OrderEvent): 'orderForApproval' | 'orderForFirstRefusal' | null {
  if (order.status === 'Pending') return 'orderForApproval';
  return change === 'held' && order.held === 'first refusal' ? 'orderForFirstRefusal' : null;
}

function ofMatch(event: MatchEvent): VenueWebhook[] {
  const { buyClientId, sellClientId, buyOrderId, sellOrderId, matchId } = event.match;
  const method = 'matchedTradenotify';
  const about = [buyOrderId, sellOrderId, matchKey(matchId)];
  return [...new Set([buyClientId, sellClientId])].flatMap((clientId) => {
    const fields = () => ({ ...matchedTradeFields(event), ...ownFeeFields(event.match, clientId) });
    return [false, true].map((identified) => ({ clientId, method, identified, about, fields }));
  });
}

/** A report goes to the other side, the end of a block to both. */
function ofBlock(event: NoticeEvent, { clientId, fields }: Note): VenueWebhook[] {
  const isReport = fields.blockStatus === 'Reported';
  if (isReport && fields.party === 'Reporter') return [];
  const method = isReport ? 'blockReported' : 'updateBlock';
  return [{ clientId, method, identified: false, about: [], fields: () => ({ ...fields, ...happened(event) }) }];
}

/** The outcome of a match goes to both sides and to the owner of the security (V43, V45, V65). */
function afterwards(event: NoticeEvent, { clientId, fields }: Note): VenueWebhook[] {
  const webhook = AFTERWARDS[event.notice.kind];
  if (webhook === undefined) return [];
  const about = fields.tradeID === undefined ? [] : [matchKey(Number(fields.tradeID) as MatchId)];
  return [{ ...webhook, clientId, about, fields: () => ({ ...fields, ...happened(event) }) }];
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
    ...shownTerms(order.ticket.optional),
    lostPriority: lostPriority === true ? 'Yes' : 'No',
    ...happened(event),
  };
}

/** Fields of cancelOrder. */
function cancelOrderFields(event: OrderEvent): Fields {
  return { orderid: String(event.order.orderId), orderStatus: event.order.status, ...happened(event) };
}

/** Of updateOrder: the order right after the change. What it has not (an account, a token, a reason) is null. */
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
    ...executionFields(event.change, order, event.fill, liquidityOf(event.isInitiator, order.ticket.type === 'Block')),
    token: order.ticket.token,
    previousToken: event.previousToken ?? null,
    ...shownTerms(order.ticket.optional),
    updatedDate: formatTimestamp(order.updatedAt),
    reason: event.reason,
    reasonCode: order.ended === null ? null : reasonCodeOf(order.ended),
    held: order.held === null ? null : reasonCodeOf(order.held),
    ...happened(event),
  };
}

/** The fields of an order for the client that decides on it, in orderForApproval and in getOrdersForApproval. */
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

/** Fields of matchedTradenotify that are the same for both sides: ask is the sell order, bid the buy order. */
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
    ...(match.auction === undefined ? {} : { auctionId: String(match.auction) }),
    ...happened(event),
  };
}

function sideText({ ticket }: OrderView): 'Bid' | 'Offer' {
  return ticket.side === 'buy' ? 'Bid' : 'Offer';
}

function limitText({ ticket, price }: OrderView): string {
  return ticket.type === 'RFQ' ? 'RFQ' : priceText(price);
}
