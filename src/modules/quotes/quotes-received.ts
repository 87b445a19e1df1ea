import type { QuoteRow } from '../../database/schema/index.ts';
import { filledOf, type OrderView, type Outcome, type Side, type TakeQuoteCommand } from '../../exchange/api/index.ts';
import {
  type ApiError,
  type Call,
  type Client,
  callerOf,
  defineMethod,
  type Handler,
  type Method,
  TRADING_SCOPE,
} from '../../http/methods/index.ts';
import { numericId, optional, required, text } from '../../http/parameters/index.ts';
import { KeyedQueue } from '../../time/keyed-queue.ts';
import { errorOf, orderById, orderNotFound, refusalError } from '../ats/index.ts';
import { change, changeAfter, inOneTransaction } from '../shared/change/index.ts';
import { endQuotes, matchOfAccepting, settleAccepting } from './quote-ending.ts';
import { type QuoteDeps, quoteDetailsSchema, quoteFields } from './quote-fields.ts';
import { findQuote, holdQuote, moveQuote, quoteOnOrderOf } from './quote-records.ts';
import { answeredWebhook, quoteNotice } from './quote-webhooks.ts';

const parameters = { quoteId: required(numericId()) };

export function acceptQuote(deps: QuoteDeps): Method {
  const turns = new KeyedQueue<number>();
  const handler = changeAfter(
    deps,
    async ({ client, values }: Call<typeof parameters>) =>
      trade(deps, await quoteOnOrderOf(deps.db, client, values.quoteId), client),
    // The result of the venue is stored by now, whatever happens to the response.
    async (_call, _db, quote) => ({ fields: { quoteDetails: quoteFields(quote) } }),
  );
  return defineMethod({
    name: 'acceptQuote',
    scope: TRADING_SCOPE,
    summary: 'Trades an RFQ order with a quote',
    description:
      'An extension (V39). By the client of the order. An order made for the quote is executed at once, at the ' +
      'quoted price; both orders and the match then look like any other. Accepting again returns the same ' +
      'response.',
    refusals: [190, 404, 503],
    parameters,
    response: quoteDetailsSchema,
    handler: oneAtATime(deps, turns, handler),
  });
}

/** Accepts the quotes of an order one after another, so that each match can be assigned to its quote. */
function oneAtATime<F>(
  { db }: QuoteDeps,
  turns: KeyedQueue<number>,
  handler: Handler<typeof parameters, F>,
): Handler<typeof parameters, F> {
  const inTurn = async (call: Call<typeof parameters>) => {
    const quote = await findQuote(db, call.values.quoteId);
    return quote === undefined ? handler(call) : turns.run(quote.order_id, async () => handler(call));
  };
  return Object.assign(inTurn, { idempotent: true } as const);
}

/**
 * Stores that the quote is being accepted, sends the command to the venue, then stores the result. If a crash
 * interrupts that, a second command trades nothing twice, because it names the quantity filled before.
 */
async function trade(deps: QuoteDeps, quote: QuoteRow, client: Client): Promise<QuoteRow> {
  const order = await orderById(deps, quote.order_id);
  if (order === undefined) throw orderNotFound();
  const accepting = await beginAccepting(deps, quote, order);
  if (accepting.status === 'Accepted') return accepting;
  const outcome = await deps.exchange.submit({ ...commandOf(accepting, order), ...callerOf(client) });
  const matchId = await matchOfAccepting(deps, accepting);
  const settled = await settleAccepting(deps, accepting, matchId);
  if (settled.status === 'Accepted') return settled;
  await endQuotes(deps, order.orderId);
  throw notTraded(outcome);
}

function beginAccepting(deps: QuoteDeps, quote: QuoteRow, order: OrderView): Promise<QuoteRow> {
  return inOneTransaction(deps, async (db) => {
    const held = await holdQuote(db, quote);
    if (held.status === 'Accepting' || held.status === 'Accepted') return held;
    const other = await db
      .selectFrom('quotes')
      .select('quote_id')
      .where('order_id', '=', quote.order_id)
      .where('status', '=', 'Accepting')
      .limit(1)
      .executeTakeFirst();
    if (other !== undefined)
      throw refusalError('another quote is being accepted', `quote ${other.quote_id} of the order is being accepted`);
    const filled = filledOf(order);
    return moveQuote(db, held, 'accept', { filled, updated_at: deps.nowUs() });
  });
}

function commandOf(quote: QuoteRow, order: OrderView): TakeQuoteCommand {
  return {
    type: 'takeQuote',
    clientId: quote.order_client_id,
    orderId: quote.order_id,
    ticket: Object.freeze({
      clientId: quote.client_id,
      securityId: order.ticket.securityId,
      memberId: quote.member_id,
      accountId: quote.account_id,
      type: 'Limit',
      side: quote.side as Side,
      token: quote.token,
      disclosed: false,
      // The RFQ order solicited it.
      solicited: true,
      expiration: 'IOC',
      expirationDate: null,
      ip: quote.ip,
    }),
    quantity: quote.quantity,
    price: quote.price,
    filled: quote.filled ?? 0,
    massCancels: quote.mass_cancels ?? 0,
  };
}

/** An order that the history has and the venue does not has ended. */
function notTraded(outcome: Outcome): ApiError {
  return outcome.ok || outcome.refusal === 'unknown order' ? refusalError('order is terminal') : errorOf(outcome);
}

export function declineQuote(deps: QuoteDeps): Method {
  return defineMethod({
    name: 'declineQuote',
    scope: TRADING_SCOPE,
    summary: 'Declines a quote',
    description:
      'An extension (V41). By the client of the order, while the quote is open. ' +
      'The client that quotes gets webhook updateQuote.',
    refusals: [190, 404],
    parameters: { quoteId: required(numericId()), reason: optional(text({ maxLength: 500 })) },
    response: quoteDetailsSchema,
    handler: change(deps, async ({ client, values }, db) => {
      const held = await holdQuote(db, await quoteOnOrderOf(db, client, values.quoteId));
      const reason = values.reason ?? null;
      const declined = await moveQuote(db, held, 'decline', { reason, updated_at: deps.nowUs() });
      await deps.notices.add(db, quoteNotice(declined));
      return {
        fields: { quoteDetails: quoteFields(declined) },
        alsoFires: [answeredWebhook(declined)],
        afterCommit: () => deps.notices.publish(),
      };
    }),
  });
}
