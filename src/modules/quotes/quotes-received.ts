import { QUOTES_SINCE, type QuoteId, type ShownQuote } from '../../exchange/api/index.ts';
import { defineMethod, type Method, TRADING_SCOPE } from '../../http/methods/index.ts';
import { numericId, optional, required, text } from '../../http/parameters/index.ts';
import { refusalError, requireRules } from '../ats/index.ts';
import { quoteVersion } from './own-quotes.ts';
import { type QuoteDeps, quoteDetailsSchema } from './quote-fields.ts';
import { findQuote } from './quote-records.ts';
import { answerOf, isUnknown, shownTo, submitForQuote, submitQuoting } from './quote-submission.ts';

export function acceptQuote(deps: QuoteDeps): Method {
  return defineMethod({
    name: 'acceptQuote',
    scope: TRADING_SCOPE,
    summary: 'Trades an RFQ order with a quote',
    description:
      'An extension (V39). By the client of the order. An order made for the quote is executed at once, at the ' +
      'quoted price; both orders and the match then look like any other. Accepting again returns the same ' +
      'response.',
    refusals: [190, 404, 503],
    parameters: { quoteId: required(numericId<QuoteId>()), version: quoteVersion },
    response: quoteDetailsSchema,
    idempotent: true,
    handler: async (call) => {
      const { clientId } = call.client;
      const { quoteId, version } = call.values;
      requireRules(deps.exchange, QUOTES_SINCE, 'quotes in the journal');
      const command = { type: 'acceptQuote', clientId, quoteId, ...(version !== undefined && { version }) } as const;
      try {
        return answerOf(call, await submitQuoting(deps, call, command));
      } catch (error) {
        if (!isUnknown(error)) throw error;
        const quote = await findQuote(deps, quoteId);
        if (quote?.orderClientId !== clientId) throw error;
        return { fields: { quoteDetails: shownTo(call.client, accepted(quote, version)) } };
      }
    },
  });
}

/** A quote that was accepted before. Throws ApiError 190 where it has ended otherwise. */
function accepted(quote: ShownQuote, version: number | undefined): ShownQuote {
  if (quote.status !== 'Accepted') throw refusalError('quote has another state', `the quote is ${quote.status}`);
  if (version !== undefined && version !== quote.version) throw refusalError('quote has another version');
  return quote;
}

export function declineQuote(deps: QuoteDeps): Method {
  return defineMethod({
    name: 'declineQuote',
    scope: TRADING_SCOPE,
    summary: 'Declines a quote',
    description:
      'An extension (V41). By the client of the order, while the quote is open. ' +
      'The client that quotes gets webhook updateQuote.',
    refusals: [190, 404, 503],
    parameters: { quoteId: required(numericId<QuoteId>()), reason: optional(text({ maxLength: 500 })) },
    response: quoteDetailsSchema,
    idempotent: true,
    handler: (call) => {
      const { clientId } = call.client;
      const { quoteId, reason = null } = call.values;
      const command = { type: 'endQuote', clientId, quoteId, status: 'Declined', reason } as const;
      return submitForQuote(deps, call, command, ({ orderClientId }) => orderClientId === clientId);
    },
  });
}
