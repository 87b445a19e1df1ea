import { defineMethod, type Method, TRADING_SCOPE } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import { findRecord, found } from '../shared/record/index.ts';
import { ownQuoteFields, quoteDetailsSchema } from './quote-fields.ts';
import { QUOTE } from './quote-kind.ts';
import { holdQuote, moveQuote } from './quote-records.ts';
import type { QuoteServices } from './quote-services.ts';
import { cancelledWebhook, quoteNotice } from './quote-webhooks.ts';

export function cancelQuote(services: QuoteServices): Method {
  return defineMethod({
    name: 'cancelQuote',
    scope: TRADING_SCOPE,
    summary: 'Cancels a quote',
    description:
      'An extension (V41). By the client that quotes; others: 404. The client of the order gets webhook ' +
      'updateQuote. A quote that is not open, including one that is being accepted: 190.',
    refusals: [190, 404],
    parameters: { quoteId: required(numericId()) },
    response: quoteDetailsSchema,
    handler: change(services, async ({ client, values }, db) => {
      const held = await holdQuote(db, found(QUOTE, await findRecord(db, QUOTE, client.clientId, values.quoteId)));
      const cancelled = await moveQuote(db, held, 'cancel', { updated_at: services.nowUs() });
      await services.notices.add(db, quoteNotice(cancelled));
      return {
        fields: { quoteDetails: ownQuoteFields(cancelled) },
        alsoFires: [cancelledWebhook(cancelled)],
        afterCommit: () => services.notices.publish(),
      };
    }),
  });
}
