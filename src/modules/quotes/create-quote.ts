import type { OrderId, OrderView } from '../../exchange/api/index.ts';
import { type Client, defineMethod, type Method, TRADING_SCOPE } from '../../http/methods/index.ts';
import { numericId, optional, required } from '../../http/parameters/index.ts';
import { errorOf, malformed, orderById, orderNotFound, orderParameters, refusalError } from '../ats/index.ts';
import { changeAfter } from '../shared/change/index.ts';
import { nextId } from '../shared/ids/index.ts';
import { insertRecord, newOwned } from '../shared/record/index.ts';
import { endQuotes } from './end-quotes.ts';
import { ownQuoteFields, quoteDetailsSchema } from './quote-fields.ts';
import { QUOTE } from './quote-kind.ts';
import { requireRoom } from './quote-records.ts';
import type { QuoteServices } from './quote-services.ts';
import { createdWebhook, quoteNotice } from './quote-webhooks.ts';

export function createQuote(services: QuoteServices): Method {
  return defineMethod({
    name: 'createQuote',
    scope: TRADING_SCOPE,
    summary: 'Quotes on an RFQ order',
    description:
      'An extension (V38). Any client may quote; the client of the order gets webhook createQuote. Unknown orders, ' +
      'and RFQ orders that do not disclose: 404; orders that are not live RFQ orders, and more open quotes than ' +
      'may be, or a price or quantity that the rules of the security refuse (V68): 190.',
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
      services,
      async ({ client, values }) => {
        const order = await quotableOrder(services, client, values.orderid);
        if (values.price === 0) throw malformed('price', 'must be above 0');
        if (values.quantity > order.remaining) throw malformed('quantity', 'must be at most what remains of the order');
        const { accountid } = values;
        if (accountid !== undefined && !(await services.accounts.isActive(client.clientId, accountid))) {
          throw refusalError('unknown account');
        }
        const refused = await services.exchange.risk.refusalOfQuote(order.orderId, values);
        if (refused !== undefined) throw errorOf(refused);
        return order;
      },
      async ({ client, values, ip }, db, order) => {
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
          ...newOwned(client.clientId, services.nowUs()),
        };
        await insertRecord(db, QUOTE, row);
        await services.notices.add(db, quoteNotice(row));
        return {
          fields: { quoteDetails: ownQuoteFields(row) },
          alsoFires: [createdWebhook(row)],
          // The order may have ended before the quote was stored.
          afterCommit: async () => {
            await services.notices.publish();
            await endQuotes(services, order.orderId);
          },
        };
      },
    ),
  });
}

/** Only its own client sees an order that does not disclose (V18). */
async function quotableOrder(services: QuoteServices, client: Client, orderId: OrderId): Promise<OrderView> {
  const order = await orderById(services, orderId);
  if (order === undefined) throw orderNotFound();
  const { ticket, status } = order;
  const shows = ticket.disclosed && ticket.type === 'RFQ' && status !== 'Pending';
  if (!shows && ticket.clientId !== client.clientId) throw orderNotFound();
  const isLive = status === 'Live' || status === 'Partially Executed';
  if (!isLive || ticket.type !== 'RFQ') throw refusalError('order takes no quotes');
  return order;
}
