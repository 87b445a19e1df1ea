import {
  type Accepted,
  asksClient,
  type Command,
  isTerminal,
  ownQuoteFields,
  QUOTES_SINCE,
  type QuoteExpiry,
  type QuoteId,
  quoteFields,
  type ShownQuote,
} from '../../exchange/api/index.ts';
import { ApiError, type Call, type Client } from '../../http/methods/index.ts';
import { optional, wholeNumber } from '../../http/parameters/index.ts';
import { answerTo, malformed, orderById, refusalError, requireRules, submit } from '../ats/index.ts';
import { instant } from '../shared/values/index.ts';
import type { QuoteDeps } from './quote-fields.ts';
import { findQuote } from './quote-records.ts';

/** The longest time of a quote: 30 days. */
const SECONDS_MAX = 30 * 24 * 3600;

/** When a quote ends by itself (Y3). */
export const expiryParameters = {
  expiresAt: optional(
    instant('Until when the quote may be accepted; without it and seconds, as long as its order lives.'),
  ),
  seconds: optional(
    wholeNumber({
      minimum: 1,
      maximum: SECONDS_MAX,
      description: 'The same, in seconds from now; not with expiresAt.',
    }),
  ),
};

type SentExpiry = { readonly [Name in keyof QuoteExpiry]: number | undefined };

/** As parts of a command. Throws ApiError 106 where both are sent. */
export function expiryOf({ expiresAt, seconds }: SentExpiry): QuoteExpiry {
  if (expiresAt !== undefined && seconds !== undefined) throw malformed('seconds', 'must not be sent with expiresAt');
  return { ...(expiresAt !== undefined && { expiresAt }), ...(seconds !== undefined && { seconds }) };
}

type Quoting = Pick<Call, 'client' | 'idempotency' | 'inTurn' | 'submitted'>;

/** Hands the command to the venue. Throws ApiError where it is refused, 503 where a node does not know quotes yet. */
export function submitQuoting({ exchange }: QuoteDeps, call: Quoting, command: Command): Promise<Accepted> {
  requireRules(exchange, QUOTES_SINCE, 'quotes in the journal');
  return submit(exchange, call, command);
}

/** As the caller sees it. */
export function shownTo(client: Client, quote: ShownQuote) {
  return (client.master || client.clientId === quote.ticket.clientId ? ownQuoteFields : quoteFields)(quote);
}

/** The quote after a command that makes one. 404 is for unknown orders alone: one that has ended is 190. */
export async function submitNewQuote(deps: QuoteDeps, call: Quoting, command: Command & { readonly type: 'quote' }) {
  try {
    return answerOf(call, await submitQuoting(deps, call, command));
  } catch (error) {
    if (!isUnknown(error)) throw error;
    const order = await orderById(deps, command.orderId);
    const mayKnow = order !== undefined && isTerminal(order.status) && asksClient(order.ticket, command.clientId);
    throw mayKnow ? refusalError('order takes no quotes') : error;
  }
}

/** The same after a command about one: a quote that has ended is 190. */
export async function submitForQuote(
  deps: QuoteDeps,
  call: Quoting,
  command: Command & { readonly quoteId: QuoteId },
  mayKnow: (quote: ShownQuote) => boolean,
) {
  try {
    return answerOf(call, await submitQuoting(deps, call, command));
  } catch (error) {
    if (!isUnknown(error)) throw error;
    const quote = await findQuote(deps, command.quoteId);
    if (quote === undefined || !mayKnow(quote)) throw error;
    throw refusalError('quote has another state', `the quote is ${quote.status}`);
  }
}

export function isUnknown(error: unknown): error is ApiError {
  return error instanceof ApiError && error.statusCode === 404;
}

export function answerOf({ client }: Quoting, accepted: Accepted) {
  return answerTo(accepted, { quoteDetails: shownTo(client, accepted.quote as ShownQuote) });
}
