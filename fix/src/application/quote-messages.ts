/** What is sent of quotes: Quote (S), QuoteStatusReport (AI), and the refusal of a message about them. */
import type { VenueEvent } from '../client.ts';
import { type Field, fieldValue, type Message } from '../codec/index.ts';
import type { OutgoingMessage } from './api.ts';
import type { ShownQuote } from './own-quotes.ts';
import type { Reason } from './reasons.ts';
import type { Securities } from './securities.ts';
import { MSG, SIDE, TAG } from './tags.ts';
import { fieldsOf, utcTimestamp, wholeOf } from './values.ts';

export type QuoteEvent = Extract<VenueEvent, { readonly eventType: 'quote' }>;
export type RfqEvent = Extract<VenueEvent, { readonly eventType: 'rfq' }>;
type Quote = QuoteEvent['quote'];

/** QuoteType: it can be traded with. */
const TRADEABLE = '1';
const REJECTED = 5;
const REMOVED = 6;
const NOT_FOUND = 9;
const QUOTE_STATUS: Readonly<Record<Quote['quoteStatus'], number>> = {
  ...{ Open: 0, Accepted: 0, Declined: 11, Cancelled: 4, Expired: 7, Ended: 6 },
};

/** @param requestId the QuoteReqID of the request; that of a quote of the session's client is the id of the order */
export function quoteMessage(
  { quote, eventTime }: { readonly quote: Quote | ShownQuote; readonly eventTime?: string },
  requestId: string,
  securities: Securities,
): OutgoingMessage {
  // Only the client that quotes gets the token.
  const isOwn = quote.token !== undefined;
  const [price, size] = quote.action === 'Bid' ? [TAG.BidPx, TAG.BidSize] : [TAG.OfferPx, TAG.OfferSize];
  const isNews = quote.quoteStatus === 'Open' && !isOwn;
  const until = quote.expiresDate === null ? undefined : utcTimestamp(quote.expiresDate);
  const quoteId = isOwn ? (quote.token ?? quote.quoteId) : receivedId(quote);
  const body = [
    ...fieldsOf([TAG.QuoteReqID, isOwn ? quote.orderId : requestId], [TAG.QuoteID, quoteId]),
    ...fieldsOf([TAG.QuoteType, TRADEABLE]),
    ...securities.fieldsOf(quote.securityId),
    ...fieldsOf([TAG.Side, SIDE[quote.action]], [TAG.Account, quote.accountId]),
    ...fieldsOf([price, quote.price], [size, wholeOf(quote.quantity)], [TAG.ValidUntilTime, until]),
    ...fieldsOf([TAG.TransactTime, eventTime === undefined ? undefined : utcTimestamp(eventTime)]),
    ...(isNews ? [] : fieldsOf([TAG.QuoteStatus, QUOTE_STATUS[quote.quoteStatus]])),
    ...fieldsOf([TAG.Text, quote.reason], [TAG.ReasonCode, quote.reasonCode]),
  ];
  return { msgType: isNews ? MSG.Quote : MSG.QuoteStatusReport, body };
}

/** QuoteStatusReport (AI) of an open own quote, for a QuoteStatusRequest. */
export function quoteState(message: Message, quote: ShownQuote, securities: Securities): OutgoingMessage {
  const { msgType, body } = quoteMessage({ quote }, quote.orderId, securities);
  return { msgType, body: [...askedIn(message), ...body] };
}

/** The same if no quote is found. */
export function noQuote(message: Message): OutgoingMessage {
  const quoteId = fieldsOf([TAG.QuoteID, fieldValue(message, TAG.QuoteID) ?? 'NONE']);
  const body = [...askedIn(message), ...quoteId, ...namedOf(message), ...fieldsOf([TAG.QuoteStatus, NOT_FOUND])];
  return { msgType: MSG.QuoteStatusReport, body };
}

function askedIn(message: Message): Field[] {
  return fieldsOf([TAG.QuoteStatusReqID, fieldValue(message, TAG.QuoteStatusReqID)]);
}

/** QuoteStatusReport (AI): an RFQ order that asks the client by its id takes no more quotes (Y6). */
export function requestClosed({ rfq, eventTime }: RfqEvent, securities: Securities): OutgoingMessage {
  const body = [
    ...fieldsOf([TAG.QuoteReqID, rfq.orderId], [TAG.QuoteID, 'NONE']),
    ...securities.fieldsOf(rfq.securityId),
    ...fieldsOf([TAG.Side, SIDE[rfq.action]], [TAG.TransactTime, utcTimestamp(eventTime)]),
    ...fieldsOf([TAG.QuoteStatus, REMOVED]),
  ];
  return { msgType: MSG.QuoteStatusReport, body };
}

/** The QuoteID of a received quote names its version (Y2): each replacement has another one. */
function receivedId({ quoteId, version }: Pick<Quote, 'quoteId' | 'version'>): string {
  return version === 1 ? quoteId : `${quoteId}-${version}`;
}

export function receivedQuoteOf(quoteID: string): { readonly quoteId: string; readonly version: number } {
  const [quoteId = '', version = '1'] = quoteID.split('-');
  return { quoteId, version: Number(version) };
}

/** QuoteStatusReport of a Quote or a QuoteResponse that is refused. */
export function refusedQuote(message: Message, reason: Reason): OutgoingMessage {
  const body = [
    ...fieldsOf([TAG.QuoteReqID, fieldValue(message, TAG.QuoteReqID)]),
    ...fieldsOf([TAG.QuoteID, fieldValue(message, TAG.QuoteID) ?? 'NONE']),
    ...fieldsOf([TAG.QuoteRespID, fieldValue(message, TAG.QuoteRespID)]),
    ...namedOf(message),
    ...fieldsOf([TAG.QuoteStatus, REJECTED], [TAG.Text, reason.text], [TAG.ReasonCode, reason.code]),
  ];
  return { msgType: MSG.QuoteStatusReport, body };
}

/** BusinessMessageReject (j). */
export function businessReject(message: Message, businessRejectReason: number, reason: Reason): OutgoingMessage {
  const value = (tag: number) => fieldValue(message, tag);
  const body = fieldsOf(
    [TAG.RefSeqNum, value(TAG.MsgSeqNum)],
    [TAG.RefMsgType, message.msgType],
    [TAG.BusinessRejectRefID, value(TAG.ClOrdID) ?? value(TAG.QuoteID) ?? value(TAG.SecurityReqID)],
    [TAG.BusinessRejectReason, businessRejectReason],
    [TAG.Text, reason.text],
  );
  return { msgType: MSG.BusinessMessageReject, body };
}

/** The instrument and side of a message, as it named them. */
export function namedOf(message: Message): Field[] {
  const value = (tag: number) => [tag, fieldValue(message, tag)] as const;
  return fieldsOf(value(TAG.Symbol), value(TAG.SecurityID), value(TAG.SecurityIDSource), value(TAG.Side));
}
