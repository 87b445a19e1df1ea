import {
  type Accepted,
  asksClient,
  type Command,
  isTerminal,
  type OrderId,
  ownQuoteFields,
  QUOTES_SINCE,
  type QuoteExpiry,
  type QuoteId,
  quoteFields,
  REASONS,
  type Refusal,
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
    throw errorOf(await endedOrder(deps, command.orderId, command.clientId)) ?? error;
  }
}

/** Why a command about an order or a quote that has ended is refused. */
export interface EndedRefusal {
  readonly refusal: Refusal;
  readonly says: string;
}

function errorOf(ended: EndedRefusal | undefined): ApiError | undefined {
  return ended && refusalError(ended.refusal, ended.says);
}

/** Undefined where the client may not know of the order, or it lives. */
export async function endedOrder(
  deps: QuoteDeps,
  orderId: OrderId,
  clientId: string,
): Promise<EndedRefusal | undefined> {
  const order = await orderById(deps, orderId);
  if (order === undefined || !isTerminal(order.status) || !asksClient(order.ticket, clientId)) return undefined;
  return { refusal: 'order takes no quotes', says: REASONS['order takes no quotes'].says };
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
    throw errorOf(quote !== undefined && mayKnow(quote) ? endedAs(quote) : undefined) ?? error;
  }
}

export function endedAs({ status }: ShownQuote): EndedRefusal {
  return { refusal: 'quote has another state', says: `the quote is ${status}` };
}

export function isUnknown(error: unknown): error is ApiError {
  return error instanceof ApiError && error.statusCode === 404;
}

export function answerOf({ client }: Quoting, accepted: Accepted) {
  return answerTo(accepted, { quoteDetails: shownTo(client, accepted.quote as ShownQuote) });
}
