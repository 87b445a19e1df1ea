/** RFQ: a QuoteRequest is an order that requests quotes (V19), on which V38 to V42 hold. */
import type { Fields, VenueEvent } from '../client.ts';
import { type Field, fieldValue, groupsOf, type Message } from '../codec/index.ts';
import type { OutgoingMessage, RouteChange } from './api.ts';
import { begunInTime, type Context, idempotencyKeyOf, type Received, untilAnswered } from './context.ts';
import { orderKey, quoteKey } from './kept-routes.ts';
import { actionOf, expirationOf, memberOf } from './order-fields.ts';
import type { Orders } from './orders.ts';
import { quoteRequestRejectReason, type Reason, reasonInTime } from './reasons.ts';
import { routed, routeOf } from './routes.ts';
import { MSG, SIDE, TAG } from './tags.ts';
import { fieldsOf, groupOf, Refusal, required, sharesOf, utcTimestamp, wholeOf } from './values.ts';

type QuoteEvent = Extract<VenueEvent, { readonly eventType: 'quote' }>;
type Quote = QuoteEvent['quote'];

/** QuoteType: it can be traded with. */
const TRADEABLE = '1';
/** QuoteRespType (694). */
const HIT = '1';
const PASS = '6';
const REJECTED = 5;
const QUOTE_STATUS: Readonly<Record<Quote['quoteStatus'], number>> = {
  ...{ Open: 0, Accepting: 0, Accepted: 0, Declined: 11, Cancelled: 4, Ended: 6 },
};
const RFQ_PAGE = 100;

export class Quotes {
  readonly #context: Context;
  readonly #orders: Orders;

  constructor(context: Context, orders: Orders) {
    this.#context = context;
    this.#orders = orders;
  }

  /** QuoteRequest (R): one order for each request. Its reports have the QuoteReqID as ClOrdID. */
  async request(received: Received): Promise<void> {
    const { stream } = this.#context;
    const { names } = this.#orders;
    const { message, inboxId } = received;
    const quoteReqId = fieldValue(message, TAG.QuoteReqID) ?? '';
    let isEntered = false;
    try {
      const fields = this.#orderOf(message, quoteReqId);
      if (names.isTaken(quoteReqId)) throw new Refusal('duplicate', 'QuoteReqID (131) is taken');
      names.entering(quoteReqId, inboxId, routeOf(message));
      isEntered = true;
      const idempotencyKey = idempotencyKeyOf(this.#context, received, quoteReqId);
      const place = (options: object) => stream.createOrder(fields, { idempotencyKey, ...options });
      await this.#orders.place(received, quoteReqId, place);
    } catch (error) {
      const reason = this.#reasonOf(error);
      // An event may have answered it already.
      if (isEntered && !names.refused(quoteReqId)) return;
      const body = [
        ...fieldsOf([TAG.QuoteReqID, quoteReqId], [TAG.QuoteRequestRejectReason, quoteRequestRejectReason(reason)]),
        ...groupOf(TAG.NoRelatedSym, groupsOf(message, TAG.NoRelatedSym).map(namedOf)),
        ...fieldsOf([TAG.Text, reason.text], [TAG.ReasonCode, reason.code]),
      ];
      this.#finish(inboxId, { msgType: MSG.QuoteRequestReject, body });
    }
  }

  #orderOf(message: Message, quoteReqId: string): Fields<'createOrder'> {
    const { securities, memberId } = this.#context;
    const [entry, another] = groupsOf(message, TAG.NoRelatedSym);
    if (entry === undefined || another !== undefined) {
      throw new Refusal('unsupported', 'NoRelatedSym (146) must be 1: one QuoteRequest for each security');
    }
    const security = securities.named(entry);
    for (const tag of [TAG.ValidUntilTime, TAG.ExpireTime]) {
      if (fieldValue(entry, tag) !== undefined) throw new Refusal('unsupported', `tag ${tag} is not supported`);
    }
    const expiration = expirationOf(message);
    if (expiration.expiration === 'IOC' || expiration.expiration === 'Auction')
      throw new Refusal('unsupported', 'TimeInForce (59) must be 0, 1 or 6');
    return {
      memberid: memberOf(entry) ?? memberId,
      ...security,
      accountid: fieldValue(entry, TAG.Account),
      type: 'RFQ',
      action: actionOf(entry),
      quantity: sharesOf(required(entry, TAG.OrderQty, 'OrderQty'), 'OrderQty'),
      price: 0,
      ...expiration,
      disclosePrice: 'Yes',
      solicited: 'Unsolicited',
      token: quoteReqId,
      uniqueToken: 'Yes',
    };
  }

  /** RFQRequest (AH): a QuoteRequest for each order that can be quoted on; its QuoteReqID is the id of the order. */
  async open({ inboxId, message }: Received): Promise<void> {
    const { ats, port, securities } = this.#context;
    const rfqReqId = fieldValue(message, TAG.RFQReqID);
    try {
      const requests: OutgoingMessage[] = [];
      for (const entry of groupsOf(message, TAG.NoRelatedSym)) {
        const { securityId } = securities.of(entry);
        const { rfqOrders } = await ats.methods.getRfqOrders({ securityId, limit: RFQ_PAGE });
        for (const order of rfqOrders) {
          const fields = [
            ...securities.fieldsOf(securityId),
            ...fieldsOf([TAG.Side, SIDE[order.action]], [TAG.OrderQty, wholeOf(order.shares_remaining)]),
          ];
          const body = fieldsOf([TAG.QuoteReqID, order.orderId], [TAG.RFQReqID, rfqReqId]);
          requests.push({ msgType: MSG.QuoteRequest, body: [...body, ...groupOf(TAG.NoRelatedSym, [fields])] });
        }
      }
      port.append(requests, { inbox: [inboxId] });
    } catch (error) {
      this.#finish(inboxId, this.#businessReject(message, this.#reasonOf(error)));
    }
  }

  /** Quote (S): on the order that QuoteReqID names. Its event answers it with a QuoteStatusReport. */
  async quote(received: Received): Promise<void> {
    const { ats, memberId, port } = this.#context;
    const { inboxId, message } = received;
    const quoteId = fieldValue(message, TAG.QuoteID) ?? '';
    try {
      const [bid, offer] = [fieldValue(message, TAG.BidPx), fieldValue(message, TAG.OfferPx)];
      if ((bid === undefined) === (offer === undefined)) {
        throw new Refusal(
          'malformed',
          'BidPx (132) or OfferPx (133): one of them, that of the other side of the request',
        );
      }
      const size = fieldValue(message, bid === undefined ? TAG.OfferSize : TAG.BidSize);
      const fields = {
        orderid: required(message, TAG.QuoteReqID, 'QuoteReqID'),
        memberid: memberOf(message) ?? memberId,
        accountid: fieldValue(message, TAG.Account),
        price: bid ?? (offer as string),
        quantity: sharesOf(size ?? required(message, TAG.OrderQty, 'BidSize, OfferSize or OrderQty'), 'OrderQty'),
        token: quoteId,
      };
      const idempotencyKey = idempotencyKeyOf(this.#context, received, quoteId);
      const routes = this.#orders.routes.add(quoteKey(fields.orderid, quoteId), routeOf(message));
      if (routes.length > 0) port.append([], { routes });
      await begunInTime(this.#context, received, (options) =>
        ats.methods.createQuote(fields, { idempotencyKey, ...options }),
      );
      this.#finish(inboxId);
    } catch (error) {
      const refused = this.#refusedQuote(message, this.#reasonOf(error));
      const routes = this.#orders.routes.end(quoteKey(fieldValue(message, TAG.QuoteReqID) ?? '', quoteId));
      port.append([refused], { inbox: [inboxId], routes });
    }
  }

  /** QuoteCancel (Z): of the own quote with this QuoteID on the order that QuoteReqID names. */
  async cancel(received: Received): Promise<void> {
    const { methods } = this.#context.ats;
    const { inboxId, message } = received;
    const token = fieldValue(message, TAG.QuoteID) ?? '';
    try {
      const orderid = required(message, TAG.QuoteReqID, 'QuoteReqID');
      const { quotes } = await methods.getQuotes({ orderid });
      const quote = quotes.find((one) => one.token === token && one.quoteStatus === 'Open');
      if (quote === undefined) throw new Refusal('malformed', 'QuoteID (117): there is no such open quote');
      const { quoteId } = quote;
      const options = { idempotencyKey: idempotencyKeyOf(this.#context, received, token) };
      await untilAnswered(this.#context, () => methods.cancelQuote({ quoteId }, options));
      this.#finish(inboxId);
    } catch (error) {
      this.#finish(inboxId, this.#businessReject(message, this.#reasonOf(error)));
    }
  }

  /** QuoteResponse (AJ): accepts or declines a quote on the own request. A trade comes as ExecutionReports. */
  async respond(received: Received): Promise<void> {
    const { methods } = this.#context.ats;
    const { inboxId, message } = received;
    try {
      const quoteId = required(message, TAG.QuoteID, 'QuoteID');
      const type = required(message, TAG.QuoteRespType, 'QuoteRespType');
      const respId = required(message, TAG.QuoteRespID, 'QuoteRespID');
      const options = { idempotencyKey: idempotencyKeyOf(this.#context, received, respId) };
      const reason = fieldValue(message, TAG.Text);
      if (type === HIT) {
        await begunInTime(this.#context, received, (inTime) =>
          methods.acceptQuote({ quoteId }, { ...options, ...inTime }),
        );
      } else if (type === PASS) {
        await untilAnswered(this.#context, () => methods.declineQuote({ quoteId, reason }, options));
      } else throw new Refusal('unsupported', 'QuoteRespType (694) must be 1 (hit or lift) or 6 (pass)');
      this.#finish(inboxId);
    } catch (error) {
      this.#finish(inboxId, this.#refusedQuote(message, this.#reasonOf(error)));
    }
  }

  /** The order of a quote on an own request whose name the session does not remember; undefined: none. */
  unnamedOrderOf(event: VenueEvent): string | undefined {
    if (event.eventType !== 'quote' || event.quote.token !== undefined) return undefined;
    const { orderId } = event.quote;
    return this.#orders.names.newestOf(orderId) === undefined ? orderId : undefined;
  }

  /**
   * A quote on an own request arrives as Quote (S), any other change of a quote as QuoteStatusReport (AI): for the firm
   * that the request, or the own quote, was for.
   *
   * @returns what is to be stored of routes
   */
  take(event: QuoteEvent, messages: OutgoingMessage[]): RouteChange[] {
    const { routes } = this.#orders;
    const { orderId, token, quoteStatus } = event.quote;
    const key = token === undefined ? orderKey(orderId) : quoteKey(orderId, token ?? '');
    messages.push(routed(this.#messageOf(event), routes.of(key)));
    return token !== undefined && quoteStatus !== 'Open' && quoteStatus !== 'Accepting' ? routes.end(key) : [];
  }

  #messageOf({ quote, eventTime }: QuoteEvent): OutgoingMessage {
    // Only the client that quotes gets the token.
    const isOwn = quote.token !== undefined;
    const [price, size] = quote.action === 'Bid' ? [TAG.BidPx, TAG.BidSize] : [TAG.OfferPx, TAG.OfferSize];
    const requestId = isOwn ? quote.orderId : (this.#orders.names.newestOf(quote.orderId) ?? quote.orderId);
    const isNews = quote.quoteStatus === 'Open' && !isOwn;
    const body = [
      ...fieldsOf([TAG.QuoteReqID, requestId], [TAG.QuoteID, isOwn ? (quote.token ?? quote.quoteId) : quote.quoteId]),
      ...fieldsOf([TAG.QuoteType, TRADEABLE]),
      ...this.#context.securities.fieldsOf(quote.securityId),
      ...fieldsOf([TAG.Side, SIDE[quote.action]], [TAG.Account, quote.accountId]),
      ...fieldsOf([price, quote.price], [size, wholeOf(quote.quantity)], [TAG.TransactTime, utcTimestamp(eventTime)]),
      ...(isNews ? [] : fieldsOf([TAG.QuoteStatus, QUOTE_STATUS[quote.quoteStatus]])),
      ...fieldsOf([TAG.Text, quote.reason], [TAG.ReasonCode, quote.reasonCode]),
    ];
    return { msgType: isNews ? MSG.Quote : MSG.QuoteStatusReport, body };
  }

  #refusedQuote(message: Message, reason: Reason): OutgoingMessage {
    const body = [
      ...fieldsOf([TAG.QuoteReqID, fieldValue(message, TAG.QuoteReqID)]),
      ...fieldsOf([TAG.QuoteID, fieldValue(message, TAG.QuoteID) ?? 'NONE']),
      ...fieldsOf([TAG.QuoteRespID, fieldValue(message, TAG.QuoteRespID)]),
      ...namedOf(message),
      ...fieldsOf([TAG.QuoteStatus, REJECTED], [TAG.Text, reason.text], [TAG.ReasonCode, reason.code]),
    ];
    return { msgType: MSG.QuoteStatusReport, body };
  }

  #businessReject(message: Message, reason: Reason): OutgoingMessage {
    return businessReject(message, 0, reason);
  }

  /** Rethrows where the application is closed: the message stays in the inbox. */
  #reasonOf(error: unknown): Reason {
    if (this.#context.isClosed()) throw error;
    return reasonInTime(error);
  }

  #finish(inboxId: number, message?: OutgoingMessage): void {
    this.#context.port.append(message === undefined ? [] : [message], { inbox: [inboxId] });
  }
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

function namedOf(message: Message): Field[] {
  const value = (tag: number) => [tag, fieldValue(message, tag)] as const;
  return fieldsOf(value(TAG.Symbol), value(TAG.SecurityID), value(TAG.SecurityIDSource), value(TAG.Side));
}
