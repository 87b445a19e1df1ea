import Type from 'typebox';
import { asksClient, type OrderId, type QuoteId } from '../../exchange/api/index.ts';
import { type Client, defineMethod, type Method, TRADING_SCOPE } from '../../http/methods/index.ts';
import { numericId, optional, required, wholeNumber } from '../../http/parameters/index.ts';
import { malformed, missing, orderById, orderNotFound, orderParameters, refusalError } from '../ats/index.ts';
import { moreSchema, pageAfter, pageOf } from '../shared/values/index.ts';
import { type QuoteDeps, quoteDetailsSchema, shownQuoteSchema } from './quote-fields.ts';
import { quotesOn } from './quote-records.ts';
import { expiryOf, expiryParameters, shownTo, submitForQuote, submitNewQuote } from './quote-submission.ts';

export const rfqOrderId = numericId<OrderId>({ description: 'The RFQ order.' });
export const quoteVersion = optional(
  wholeNumber({ minimum: 1, description: 'An extension (Y2): refused unless it is the current version of the quote.' }),
);

export function createQuote(deps: QuoteDeps): Method {
  return defineMethod({
    name: 'createQuote',
    scope: TRADING_SCOPE,
    summary: 'Quotes on an RFQ order',
    description:
      'An extension (V38, Y1, V68). Any client that the live RFQ order asks may quote; ' +
      'the client of the order gets webhook createQuote.',
    refusals: [148, 190, 404, 503],
    parameters: {
      orderid: required(rfqOrderId),
      memberid: required(orderParameters.memberId),
      accountid: optional(orderParameters.accountId),
      price: required(orderParameters.price),
      quantity: required(orderParameters.quantity),
      ...expiryParameters,
      token: optional(orderParameters.token),
    },
    response: quoteDetailsSchema,
    idempotent: true,
    handler: async (call) => {
      const { client, ip, values } = call;
      const { accountid, orderid, price, quantity, memberid, token } = values;
      if (price === 0) throw malformed('price', 'must be above 0');
      const expiry = expiryOf(values);
      await requireAccount(deps, client, accountid);
      const whose = {
        clientId: client.clientId,
        memberId: memberid,
        accountId: accountid ?? null,
        token: token ?? null,
      };
      return submitNewQuote(deps, call, { type: 'quote', orderId: orderid, ...whose, ip, price, quantity, ...expiry });
    },
  });
}

/** Throws ApiError 148 for an account that is not one of the caller. */
export async function requireAccount({ accounts }: QuoteDeps, { clientId }: Client, accountId: string | undefined) {
  if (accountId === undefined || (await accounts.isActive(clientId, accountId))) return;
  throw refusalError('unknown account');
}

export function replaceQuote(deps: QuoteDeps): Method {
  return defineMethod({
    name: 'replaceQuote',
    scope: TRADING_SCOPE,
    summary: 'Gives an open quote new terms',
    description:
      'An extension (Y2). The quote keeps its id and gets the next version; absent fields stay. ' +
      'The client of the order gets webhook updateQuote.',
    refusals: [190, 404, 503],
    parameters: {
      quoteId: required(numericId<QuoteId>()),
      version: quoteVersion,
      price: optional(orderParameters.price),
      quantity: optional(orderParameters.quantity),
      ...expiryParameters,
    },
    response: quoteDetailsSchema,
    idempotent: true,
    handler: (call) => {
      const { clientId } = call.client;
      const { quoteId, version, price, quantity } = call.values;
      if (price === 0) throw malformed('price', 'must be above 0');
      const terms = {
        ...(price !== undefined && { price }),
        ...(quantity !== undefined && { quantity }),
        ...expiryOf(call.values),
      };
      if (Object.keys(terms).length === 0) throw missing('price');
      const change = { type: 'replaceQuote', clientId, quoteId, ...(version !== undefined && { version }) } as const;
      return submitForQuote(deps, call, { ...change, ...terms }, ({ ticket }) => ticket.clientId === clientId);
    },
  });
}

export function cancelQuote(deps: QuoteDeps): Method {
  return defineMethod({
    name: 'cancelQuote',
    scope: TRADING_SCOPE,
    summary: 'Cancels a quote',
    description:
      'An extension (V41). By the client that quotes, while the quote is open. ' +
      'The client of the order gets webhook updateQuote.',
    refusals: [190, 404, 503],
    parameters: { quoteId: required(numericId<QuoteId>()) },
    response: quoteDetailsSchema,
    idempotent: true,
    handler: (call) => {
      const { clientId } = call.client;
      const { quoteId } = call.values;
      const command = { type: 'endQuote', clientId, quoteId, status: 'Cancelled', reason: null } as const;
      return submitForQuote(deps, call, command, ({ ticket }) => ticket.clientId === clientId);
    },
  });
}

/** Quotes of one page. */
const PAGE_MAX = 100;

export function getQuotes(deps: QuoteDeps): Method {
  return defineMethod({
    name: 'getQuotes',
    summary: 'Lists the quotes on an RFQ order, or the open quotes of the client',
    description:
      'An extension (V40). On an order its client sees all quotes, another client its own. ' +
      'Without an order: the open quotes of the client on all orders. Oldest first.',
    refusals: [404, 503],
    parameters: {
      orderid: optional(rfqOrderId),
      ...pageAfter<QuoteId>('Quotes', 'quoteId', PAGE_MAX),
    },
    response: Type.Object({
      quotes: Type.Array(shownQuoteSchema),
      moreQuotes: moreSchema,
    }),
    handler: async ({ client, values: { orderid, after = 0, limit = PAGE_MAX } }) => {
      const asked = { after, limit: limit + 1 };
      const found =
        orderid === undefined
          ? await deps.exchange.quotes.openOf(client.clientId, asked)
          : await seenQuotes(deps, client, { orderId: orderid, ...asked });
      const { page, more } = pageOf(found, limit);
      return { fields: { quotes: page.map((quote) => shownTo(client, quote)), moreQuotes: more } };
    },
  });
}

/** V40. Throws ApiError 404 for a client that has no part in the negotiation. */
async function seenQuotes(
  deps: QuoteDeps,
  client: Client,
  read: { readonly orderId: OrderId; readonly after: QuoteId; readonly limit: number },
) {
  const order = await orderById(deps, read.orderId);
  if (order === undefined) throw orderNotFound();
  const { clientId } = client;
  const { ticket } = order;
  const areShown = ticket.optional?.quotesShown === true && asksClient(ticket, clientId);
  if (client.master || ticket.clientId === clientId || areShown) return quotesOn(deps, read);
  const own = await quotesOn(deps, { ...read, clientId });
  const hasQuoted = own.length > 0 || (await quotesOn(deps, { ...read, clientId, after: 0, limit: 1 })).length > 0;
  if (!hasQuoted) throw orderNotFound();
  return own;
}
