/** The messages of a client that quotes: Quote (S), MassQuote (i) and QuoteCancel (Z). */
import { fieldValue, groupsOf } from '../codec/index.ts';
import type { OutgoingMessage } from './api.ts';
import {
  appendInPieces,
  begunInTime,
  type Context,
  idempotencyKeyOf,
  type Received,
  untilAnswered,
} from './context.ts';
import { quoteKey } from './kept-routes.ts';
import { MassQuotes, refusedMassQuote } from './mass-quotes.ts';
import { memberOf } from './order-fields.ts';
import type { Orders } from './orders.ts';
import { OwnQuotes } from './own-quotes.ts';
import { businessReject, noQuote, quoteState, refusedQuote } from './quote-messages.ts';
import { type QuotedTerms, quotedTerms, sameTerms } from './quoted-terms.ts';
import { type Reason, reasonInTime } from './reasons.ts';
import { routeOf } from './routes.ts';
import { TAG } from './tags.ts';
import { Refusal, required } from './values.ts';

/** QuoteCancelType (298). */
const BY_SECURITY = '1';
const ALL_QUOTES = '4';
/** Reports that one turn appends. */
const REPORTS_EACH = 200;

export class OwnQuoting {
  readonly quotes: OwnQuotes;
  readonly #context: Context;
  readonly #orders: Orders;
  readonly #masses: MassQuotes;
  #turn: Promise<void> = Promise.resolve();

  constructor(context: Context, orders: Orders) {
    this.#context = context;
    this.#orders = orders;
    this.quotes = new OwnQuotes(context.ats.methods);
    this.#masses = new MassQuotes(context, this.quotes);
  }

  /**
   * Quote (S): on the order that QuoteReqID names. The QuoteID of an open own quote replaces that one (Y2). Its event
   * answers it with a QuoteStatusReport.
   */
  quote(received: Received): Promise<void> {
    return this.#inTurn(async () => {
      const { port } = this.#context;
      const { inboxId, message } = received;
      const quoteId = fieldValue(message, TAG.QuoteID) ?? '';
      try {
        const orderid = required(message, TAG.QuoteReqID, 'QuoteReqID');
        const terms = quotedTerms(message);
        if (terms === undefined) throw new Refusal('malformed', 'BidSize, OfferSize or OrderQty must be above 0');
        const routes = this.#orders.routes.add(quoteKey(orderid, quoteId), routeOf(message));
        if (routes.length > 0) port.append([], { routes });
        await this.quotes.known();
        await this.#quoted(received, { orderid, token: quoteId, ...terms });
        this.#finish(inboxId);
      } catch (error) {
        const refused = refusedQuote(message, this.#reasonOf(error));
        const orderid = fieldValue(message, TAG.QuoteReqID) ?? '';
        const isOpen = this.quotes.of(orderid, quoteId) !== undefined;
        const routes = isOpen ? [] : this.#orders.routes.end(quoteKey(orderid, quoteId));
        port.append([refused], { inbox: [inboxId], routes });
      }
    });
  }

  async #quoted(
    received: Received,
    { orderid, token, ...terms }: QuotedTerms & { readonly orderid: string; readonly token: string },
  ): Promise<void> {
    const { ats, memberId } = this.#context;
    const { message, isAgain } = received;
    const known = this.quotes.of(orderid, token);
    // The message was done before the restart.
    if (known !== undefined && isAgain && sameTerms(known, terms)) return;
    const kind = known === undefined ? token : `${token}|replaced`;
    const idempotencyKey = idempotencyKeyOf(this.#context, received, kind);
    const accountid = fieldValue(message, TAG.Account);
    const fields = { orderid, memberid: memberOf(message) ?? memberId, accountid, ...terms, token };
    const { quoteDetails } = await begunInTime(this.#context, received, (options) =>
      known === undefined
        ? ats.methods.createQuote(fields, { idempotencyKey, ...options })
        : ats.methods.replaceQuote({ quoteId: known.quoteId, ...terms }, { idempotencyKey, ...options }),
    );
    this.quotes.take(quoteDetails);
  }

  /** MassQuote (i). */
  massQuote(received: Received): Promise<void> {
    return this.#inTurn(async () => {
      try {
        await this.#masses.quote(received);
      } catch (error) {
        this.#finish(received.inboxId, refusedMassQuote(received.message, this.#reasonOf(error)));
      }
    });
  }

  /** One after the other: a message may name a quote that the one before makes. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
    return turn;
  }

  /**
   * QuoteCancel (Z): of the own quote with this QuoteID on the order that QuoteReqID names; with QuoteCancelType 4 of
   * all of them, or all on that order; with 1 and securities, of all in these.
   */
  cancel(received: Received): Promise<void> {
    return this.#inTurn(async () => {
      const { inboxId, message } = received;
      try {
        await this.#cancelled(received);
        this.#finish(inboxId);
      } catch (error) {
        this.#finish(inboxId, businessReject(message, 0, this.#reasonOf(error)));
      }
    });
  }

  async #cancelled(received: Received): Promise<void> {
    const { ats, securities } = this.#context;
    const { message } = received;
    const type = fieldValue(message, TAG.QuoteCancelType);
    const entries = groupsOf(message, TAG.NoQuoteEntries);
    const token = fieldValue(message, TAG.QuoteID) ?? '';
    const call = (id: string, made: (options: { idempotencyKey: string }) => Promise<unknown>) =>
      untilAnswered(this.#context, () => made({ idempotencyKey: idempotencyKeyOf(this.#context, received, id) }));
    if (type === ALL_QUOTES) {
      const orderid = fieldValue(message, TAG.QuoteReqID);
      await call(token, (options) => ats.methods.cancelQuotes({ orderid }, options));
      return;
    }
    if (type === BY_SECURITY && entries.length > 0) {
      for (const entry of entries) {
        const { securityId: securityid } = securities.of(entry);
        await call(`${token}|${securityid}`, (options) => ats.methods.cancelQuotes({ securityid }, options));
      }
      return;
    }
    const orderid = required(message, TAG.QuoteReqID, 'QuoteReqID');
    const { quoteId } = await this.#named(orderid, token);
    await call(token, (options) => ats.methods.cancelQuote({ quoteId }, options));
  }

  /**
   * QuoteStatusRequest (a): the open own quotes of the security, those with the QuoteID if it is sent. Each is a
   * QuoteStatusReport.
   */
  status(received: Received): Promise<void> {
    return this.#inTurn(async () => {
      const { securities } = this.#context;
      const { inboxId, message } = received;
      try {
        const { securityId } = securities.of(message);
        const token = fieldValue(message, TAG.QuoteID);
        const reports: OutgoingMessage[] = [];
        for await (const quote of this.quotes.read()) {
          const isMeant = quote.securityId === securityId && (token ?? quote.token) === quote.token;
          if (isMeant) reports.push(quoteState(message, quote, securities));
        }
        if (reports.length === 0) reports.push(noQuote(message));
        await appendInPieces(this.#context, { inboxId, each: REPORTS_EACH }, reports);
      } catch (error) {
        this.#finish(inboxId, businessReject(message, 0, this.#reasonOf(error)));
      }
    });
  }

  /** Also one of another connection, whose event is still to come. Throws a Refusal. */
  async #named(orderid: string, token: string): Promise<{ readonly quoteId: string }> {
    await this.quotes.known();
    const known = this.quotes.of(orderid, token);
    if (known !== undefined) return known;
    const { quotes } = await this.#context.ats.methods.getQuotes({ orderid });
    const quote = quotes.find((one) => one.token === token && one.quoteStatus === 'Open');
    if (quote === undefined) throw new Refusal('malformed', 'QuoteID (117): there is no such open quote');
    return quote;
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
