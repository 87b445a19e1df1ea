import Type from 'typebox';
import type { QuoteRow } from '../../database/schema/index.ts';
import type { OrderId } from '../../exchange/api/index.ts';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { orderById, orderNotFound, quoteSchema } from '../ats/index.ts';
import { ownedBy } from '../shared/record/index.ts';
import { moreSchema, pageAfter, pageOf } from '../shared/values/index.ts';
import { ownQuoteFields, quoteFields } from './quote-fields.ts';
import { sharesSecretsOf } from './quote-records.ts';
import type { QuoteServices } from './quote-services.ts';

/** Quotes of one page. */
const PAGE_MAX = 100;

export function getQuotes(services: QuoteServices): Method {
  return defineMethod({
    name: 'getQuotes',
    summary: 'Lists the quotes on an RFQ order',
    description:
      'An extension (V40). The client of the order sees all of them, another client its own; unknown orders, and ' +
      'those that the caller has no quote on: 404. Oldest first. While moreQuotes is Yes, call again with `after`, ' +
      'the quoteId of the last quote of this page.',
    refusals: [404],
    parameters: {
      orderid: required(numericId<OrderId>({ description: 'The RFQ order.' })),
      ...pageAfter('Quotes', 'quoteId', PAGE_MAX),
    },
    response: Type.Object({
      quotes: Type.Array(Type.Object(quoteSchema)),
      moreQuotes: moreSchema,
    }),
    handler: async ({ client, values: { orderid, after = 0, limit = PAGE_MAX } }) => {
      const order = await orderById(services, orderid);
      const seesAll = client.master || order?.ticket.clientId === client.clientId;
      const onOrder = services.db.selectFrom('quotes').selectAll().where('order_id', '=', orderid);
      const mine = seesAll ? onOrder : onOrder.where(ownedBy(client.clientId));
      if (order === undefined) throw orderNotFound();
      if (!seesAll && (await mine.limit(1).executeTakeFirst()) === undefined) throw orderNotFound();
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
