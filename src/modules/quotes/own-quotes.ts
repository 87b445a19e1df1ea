import Type from 'typebox';
import type { QuoteRow } from '../../database/schema/index.ts';
import type { OrderId, OrderView } from '../../exchange/api/index.ts';
import { type Client, defineMethod, type Method, TRADING_SCOPE } from '../../http/methods/index.ts';
import { numericId, optional, required } from '../../http/parameters/index.ts';
import { errorOf, malformed, orderById, orderNotFound, orderParameters, refusalError } from '../ats/index.ts';
import { change, changeAfter } from '../shared/change/index.ts';
import { nextId } from '../shared/ids/index.ts';
import { findRecord, found, insertRecord, newOwned, ownedBy } from '../shared/record/index.ts';
import { moreSchema, pageAfter, pageOf } from '../shared/values/index.ts';
import { cancelQuotes, endQuotes } from './quote-ending.ts';
import { ownQuoteFields, type QuoteDeps, quoteDetailsSchema, quoteFields, shownQuoteSchema } from './quote-fields.ts';
import { holdQuote, moveQuote, QUOTE, requireRoom, sharesSecretsOf } from './quote-records.ts';
import { cancelledWebhook, createdWebhook, quoteNotice } from './quote-webhooks.ts';

export function createQuote(deps: QuoteDeps): Method {
  return defineMethod({
    name: 'createQuote',
    scope: TRADING_SCOPE,
    summary: 'Quotes on an RFQ order',
    description:
      'An extension (V38, V68). Any client may quote a live RFQ order that discloses; ' +
      'the client of the order gets webhook createQuote.',
    refusals: [148, 190, 404],
    parameters: {
      orderid: required(numericId<OrderId>({ description: 'The RFQ order.' })),
      memberid: required(orderParameters.memberId),
      accountid: optional(orderParameters.accountId),
      price: required(orderParameters.price),
      quantity: required(orderParameters.quantity),
      token: optional(orderParameters.token),
    },
    response: quoteDetailsSchema,
    handler: changeAfter(
      deps,
      async ({ client, values }) => {
        // Read first: a mass cancel that comes meanwhile cancels the quote.
        const massCancels = await deps.exchange.risk.massCancels();
        const order = await quotableOrder(deps, client, values.orderid);
        if (values.price === 0) throw malformed('price', 'must be above 0');
        if (values.quantity > order.remaining) throw malformed('quantity', 'must be at most what remains of the order');
        const { accountid } = values;
        if (accountid !== undefined && !(await deps.accounts.isActive(client.clientId, accountid))) {
          throw refusalError('unknown account');
        }
        const whose = { clientId: client.clientId, accountId: accountid ?? null };
        const { price, quantity } = values;
        const refused = await deps.exchange.risk.refusalOfQuote(order.orderId, { ...whose, price, quantity });
        if (refused !== undefined) throw errorOf(refused);
        return { order, massCancels };
      },
      async ({ client, values, ip }, db, { order, massCancels }) => {
        await requireRoom(db, order.orderId, client.clientId);
        const row = {
          quote_id: await nextId(db, 'quote'),
          order_id: order.orderId,
          order_client_id: order.ticket.clientId,
          security_id: order.ticket.securityId,
          side: order.ticket.side === 'buy' ? 'sell' : 'buy',
          member_id: values.memberid,
          account_id: values.accountid ?? null,
          price: values.price,
          quantity: values.quantity,
          token: values.token ?? null,
          ip,
          status: 'Open',
          filled: null,
          match_id: null,
          reason: null,
          mass_cancels: massCancels,
          ...newOwned(client.clientId, deps.nowUs()),
        };
        await insertRecord(db, QUOTE, row);
        await deps.notices.add(db, quoteNotice(row));
        return {
          fields: { quoteDetails: ownQuoteFields(row) },
          alsoFires: [createdWebhook(row)],
          // The order may have ended, or a mass cancel have come, before the quote was stored.
          afterCommit: async () => {
            await deps.notices.publish();
            await endQuotes(deps, order.orderId);
          },
        };
      },
    ),
  });
}

/** Only its own client sees an order that does not disclose (V18). */
async function quotableOrder(deps: QuoteDeps, client: Client, orderId: OrderId): Promise<OrderView> {
  const order = await orderById(deps, orderId);
  if (order === undefined) throw orderNotFound();
  const { ticket, status } = order;
  const shows = ticket.disclosed && ticket.type === 'RFQ' && status !== 'Pending';
  if (!shows && ticket.clientId !== client.clientId) throw orderNotFound();
  const isLive = status === 'Live' || status === 'Partially Executed';
  if (!isLive || ticket.type !== 'RFQ') throw refusalError('order takes no quotes');
  return order;
}

export function cancelQuote(deps: QuoteDeps): Method {
  return defineMethod({
    name: 'cancelQuote',
    scope: TRADING_SCOPE,
    summary: 'Cancels a quote',
    description:
      'An extension (V41). By the client that quotes, while the quote is open. ' +
      'The client of the order gets webhook updateQuote.',
    refusals: [190, 404],
    parameters: { quoteId: required(numericId()) },
    response: quoteDetailsSchema,
    handler: change(deps, async ({ client, values }, db) => {
      const held = await holdQuote(db, found(QUOTE, await findRecord(db, QUOTE, client.clientId, values.quoteId)));
      const cancelled = await moveQuote(db, held, 'cancel', { updated_at: deps.nowUs() });
      await deps.notices.add(db, quoteNotice(cancelled));
      return {
        fields: { quoteDetails: ownQuoteFields(cancelled) },
        alsoFires: [cancelledWebhook(cancelled)],
        afterCommit: () => deps.notices.publish(),
      };
    }),
  });
}

/** Quotes of one page. */
const PAGE_MAX = 100;

export function getQuotes(deps: QuoteDeps): Method {
  return defineMethod({
    name: 'getQuotes',
    summary: 'Lists the quotes on an RFQ order',
    description: 'An extension (V40). The client of the order sees all of them, another client its own. Oldest first.',
    refusals: [404],
    parameters: {
      orderid: required(numericId<OrderId>({ description: 'The RFQ order.' })),
      ...pageAfter('Quotes', 'quoteId', PAGE_MAX),
    },
    response: Type.Object({
      quotes: Type.Array(shownQuoteSchema),
      moreQuotes: moreSchema,
    }),
    handler: async ({ client, values: { orderid, after = 0, limit = PAGE_MAX } }) => {
      const order = await orderById(deps, orderid);
      const seesAll = client.master || order?.ticket.clientId === client.clientId;
      const onOrder = deps.db.selectFrom('quotes').selectAll().where('order_id', '=', orderid);
      const mine = seesAll ? onOrder : onOrder.where(ownedBy(client.clientId));
      if (order === undefined) throw orderNotFound();
      if (!seesAll && (await mine.limit(1).executeTakeFirst()) === undefined) throw orderNotFound();
      await cancelQuotes(deps, { order_id: orderid });
      const rows: QuoteRow[] = await mine
        .where('quote_id', '>', after)
        .orderBy('quote_id')
        .limit(limit + 1)
        .execute();
      const { page, more } = pageOf(rows, limit);
      const quotes = page.map((row) => (sharesSecretsOf(client, row) ? ownQuoteFields : quoteFields)(row));
      return { fields: { quotes, moreQuotes: more } };
    },
  });
}
