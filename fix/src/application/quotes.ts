/** RFQ: a QuoteRequest is an order that requests quotes (V19), on which V38 to V42 hold. */
import type { Fields, VenueEvent } from '../client.ts';
import { fieldValue, groupsOf, type Message } from '../codec/index.ts';
import type { OutgoingMessage, RouteChange } from './api.ts';
import { begunInTime, type Context, idempotencyKeyOf, type Received, untilAnswered } from './context.ts';
import { orderKey, quoteKey } from './kept-routes.ts';
import { actionOf, expirationOf, memberOf } from './order-fields.ts';
import type { Orders } from './orders.ts';
import { OwnQuoting } from './own-quoting.ts';
import {
  businessReject,
  namedOf,
  type QuoteEvent,
  quoteMessage,
  type RfqEvent,
  receivedQuoteOf,
  refusedQuote,
  requestClosed,
} from './quote-messages.ts';
import { quoteRequestOf } from './quote-requests.ts';
import { quoteRequestRejectReason, type Reason, reasonInTime } from './reasons.ts';
import { routed, routeOf } from './routes.ts';
import { MSG, TAG } from './tags.ts';
import { fieldsOf, groupOf, Refusal, required, sharesOf } from './values.ts';

/** QuoteRespType (694). */
const HIT = '1';
const PASS = '6';
const RFQ_PAGE = 100;
/** PartyRole (452): liquidity provider. */
const ASKED = '35';

export class Quotes {
  readonly #context: Context;
  readonly #orders: Orders;
  /** Of the session's client on the orders of others. */
  readonly own: OwnQuoting;

  constructor(context: Context, orders: Orders) {
    this.#context = context;
    this.#orders = orders;
    this.own = new OwnQuoting(context, orders);
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
      rfqClients: askedIn(entry),
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
        requests.push(...rfqOrders.map((order) => quoteRequestOf(order, securities, rfqReqId)));
      }
      port.append(requests, { inbox: [inboxId] });
    } catch (error) {
      this.#finish(inboxId, businessReject(message, 0, this.#reasonOf(error)));
    }
  }

  /** QuoteResponse (AJ): accepts or declines a quote on the own request. A trade comes as ExecutionReports. */
  async respond(received: Received): Promise<void> {
    const { methods } = this.#context.ats;
    const { inboxId, message } = received;
    try {
      const { quoteId, version } = receivedQuoteOf(required(message, TAG.QuoteID, 'QuoteID'));
      const type = required(message, TAG.QuoteRespType, 'QuoteRespType');
      const respId = required(message, TAG.QuoteRespID, 'QuoteRespID');
      const options = { idempotencyKey: idempotencyKeyOf(this.#context, received, respId) };
      const reason = fieldValue(message, TAG.Text);
      if (type === HIT) {
        await begunInTime(this.#context, received, (inTime) =>
          methods.acceptQuote({ quoteId, version }, { ...options, ...inTime }),
        );
      } else if (type === PASS) {
        await untilAnswered(this.#context, () => methods.declineQuote({ quoteId, reason }, options));
      } else throw new Refusal('unsupported', 'QuoteRespType (694) must be 1 (hit or lift) or 6 (pass)');
      this.#finish(inboxId);
    } catch (error) {
      this.#finish(inboxId, refusedQuote(message, this.#reasonOf(error)));
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
   * that the request, or the own quote, was for. An RFQ order that asks the client by its id is a QuoteRequest (R),
   * and once it takes no more quotes a QuoteStatusReport without a quote.
   *
   * @returns what is to be stored of routes
   */
  take(event: QuoteEvent | RfqEvent, messages: OutgoingMessage[]): RouteChange[] {
    const { routes } = this.#orders;
    if (event.eventType === 'rfq') {
      const { securities } = this.#context;
      const isOpen = event.rfq.rfqStatus === 'Open';
      messages.push(isOpen ? quoteRequestOf(event.rfq, securities) : requestClosed(event, securities));
      return [];
    }
    const { orderId, token, quoteStatus } = event.quote;
    this.own.quotes.take(event.quote);
    const key = token === undefined ? orderKey(orderId) : quoteKey(orderId, token ?? '');
    const requestId = this.#orders.names.newestOf(orderId) ?? orderId;
    messages.push(routed(quoteMessage(event, requestId, this.#context.securities), routes.of(key)));
    return token !== undefined && quoteStatus !== 'Open' ? routes.end(key) : [];
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

/** Y6: the parties whom the request asks, by their client ids; undefined: all clients. */
function askedIn(entry: Message): string | undefined {
  const asked = groupsOf(entry, TAG.NoPartyIDs).filter((party) => fieldValue(party, TAG.PartyRole) === ASKED);
  if (asked.length === 0) return undefined;
  return asked.map((party) => required(party, TAG.PartyID, 'PartyID')).join(' ');
}
