import { defineMethod, type Method, TRADING_SCOPE } from '../../http/methods/index.ts';
import { numericId, optional, required, text } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import { quoteDetailsSchema, quoteFields } from './quote-fields.ts';
import { holdQuote, moveQuote, quoteOnOrderOf } from './quote-records.ts';
import type { QuoteServices } from './quote-services.ts';
import { answeredWebhook, quoteNotice } from './quote-webhooks.ts';

export function declineQuote(services: QuoteServices): Method {
  return defineMethod({
    name: 'declineQuote',
    scope: TRADING_SCOPE,
    summary: 'Declines a quote',
    description:
      'An extension (V41). By the client of the order; others: 404. The client that quotes gets webhook ' +
      'updateQuote. A quote that is not open: 190.',
    refusals: [190, 404],
    parameters: { quoteId: required(numericId()), reason: optional(text({ maxLength: 500 })) },
    response: quoteDetailsSchema,
    handler: change(services, async ({ client, values }, db) => {
      const held = await holdQuote(db, await quoteOnOrderOf(db, client, values.quoteId));
      const reason = values.reason ?? null;
      const declined = await moveQuote(db, held, 'decline', { reason, updated_at: services.nowUs() });
      await services.notices.add(db, quoteNotice(declined));
      return {
        fields: { quoteDetails: quoteFields(declined) },
        alsoFires: [answeredWebhook(declined)],
        afterCommit: () => services.notices.publish(),
      };
    }),
  });
}
