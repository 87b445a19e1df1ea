import Type, { type Static } from 'typebox';
import {
  type QuoteEntry,
  type QuoteId,
  type QuoteResult,
  REASONS,
  reasonCodeOf,
  type SecurityId,
} from '../../exchange/api/index.ts';
import { defineMethod, inPieces, type Method, TRADING_SCOPE } from '../../http/methods/index.ts';
import { list, numericId, objectOf, optional, required, type ValuesOf, yesNo } from '../../http/parameters/index.ts';
import { InvariantViolated } from '../../invariant.ts';
import { answerTo, malformed, orderParameters, refusalError, securityNamed } from '../ats/index.ts';
import { textOrNull } from '../shared/values/index.ts';
import { quoteVersion, requireAccount, rfqOrderId } from './own-quotes.ts';
import type { QuoteDeps } from './quote-fields.ts';
import { quotesOfClient } from './quote-records.ts';
import {
  type EndedRefusal,
  endedAs,
  endedOrder,
  expiryOf,
  expiryParameters,
  submitQuoting,
} from './quote-submission.ts';

/** Parts of one mass quote (Y4). */
const ENTRIES_MAX = 1000;
/** How long the answer of a mass quote waits for the history: the other parts are done. */
const HISTORY_WAIT_MS = 1000;

const entry = {
  orderid: optional(rfqOrderId),
  quoteId: optional(numericId<QuoteId>({ description: 'In place of orderid: new terms of this quote, or its end.' })),
  version: quoteVersion,
  price: optional(orderParameters.price),
  quantity: optional(orderParameters.quantity),
  ...expiryParameters,
  token: optional(orderParameters.token),
  cancel: optional(yesNo({ description: 'Yes cancels the quote.' })),
};

const parameters = {
  memberid: optional(orderParameters.memberId),
  accountid: optional(orderParameters.accountId),
  quotes: required(
    list(objectOf(entry), { maxItems: ENTRIES_MAX, description: 'New quotes, new terms and ends, in any sequence.' }),
  ),
};

const resultSchema = Type.Object({
  quoteId: textOrNull(),
  version: Type.Union([Type.Integer(), Type.Null()]),
  reasonCode: textOrNull('Why this part was refused.'),
  reason: textOrNull(),
});

export function massQuote(deps: QuoteDeps): Method {
  return defineMethod({
    name: 'massQuote',
    scope: TRADING_SCOPE,
    summary: 'Makes, replaces and cancels many quotes in one step',
    description:
      'An extension (Y4). At most 1,000 parts, as createQuote, replaceQuote or cancelQuote, each with its result. ' +
      'New quotes are of memberid and accountid. A part of a wrong form refuses the whole call.',
    refusals: [148, 503],
    parameters,
    response: Type.Object({ quoteResults: Type.Array(resultSchema) }),
    idempotent: true,
    handler: async (call) => {
      const { client, ip, values } = call;
      if (values.quotes.length === 0) throw malformed('quotes', 'must have an item');
      const entries = values.quotes.map((sent, at) => entryOf(sent, at, values));
      await requireAccount(deps, client, values.accountid);
      const accepted = await submitQuoting(deps, call, { type: 'massQuote', clientId: client.clientId, ip, entries });
      const quoteResults = await resultsOf(deps, client.clientId, { entries, results: accepted.quotes ?? [] });
      return answerTo(accepted, { quoteResults });
    },
  });
}

interface Performed {
  readonly entries: readonly QuoteEntry[];
  readonly results: readonly QuoteResult[];
}

async function resultsOf(deps: QuoteDeps, clientId: string, { entries, results }: Performed) {
  const ended = await endedAmong(
    deps,
    clientId,
    entries.filter((_, at) => isUnknown(results[at])),
  );
  return results.map((result, at): Static<typeof resultSchema> => {
    if (result.refusal === undefined) {
      return { quoteId: String(result.quoteId), version: result.version, reasonCode: null, reason: null };
    }
    const own = { refusal: result.refusal, says: REASONS[result.refusal].says };
    const { refusal, says } = ended.get(entries[at] as QuoteEntry) ?? own;
    return { quoteId: null, version: null, reasonCode: reasonCodeOf(refusal), reason: says };
  });
}

function isUnknown(result: QuoteResult | undefined): boolean {
  if (result?.refusal === undefined) return false;
  const { status } = REASONS[result.refusal] as { readonly status?: number };
  return status === 404;
}

/**
 * The venue knows live orders and open quotes alone, the history has those that ended. None where it lags or is down:
 * the other parts are done, and the caller has to hear of them.
 */
async function endedAmong(deps: QuoteDeps, clientId: string, parts: readonly QuoteEntry[]) {
  const ended = new Map<QuoteEntry, EndedRefusal>();
  try {
    const quoteIds = parts.flatMap((part) => ('orderId' in part ? [] : part.quoteId));
    const quotes = await quotesOfClient(deps, clientId, { quoteIds, withinMs: HISTORY_WAIT_MS });
    await inPieces(parts, async (piece) => {
      for (const part of piece) {
        const refusal = 'orderId' in part ? await endedOrder(deps, part.orderId, clientId) : quotes.get(part.quoteId);
        if (refusal !== undefined) ended.set(part, 'refusal' in refusal ? refusal : endedAs(refusal));
      }
      return [];
    });
  } catch (error) {
    if (error instanceof InvariantViolated) throw error;
  }
  return ended;
}

/** Throws ApiError 106 naming the part and the field. */
function entryOf(sent: ValuesOf<typeof entry>, at: number, of: ValuesOf<typeof parameters>): QuoteEntry {
  const { orderid, quoteId, price, quantity, token = null } = sent;
  const wrong = (reason: string) => malformed('quotes', `item ${at} ${reason}`);
  const mustNot = (name: keyof typeof entry, why: string) => {
    if (sent[name] !== undefined) throw wrong(`field "${name}" ${why}`);
  };
  if (price === 0) throw wrong('field "price" must be above 0');
  if (sent.expiresAt !== undefined) mustNot('seconds', 'must not be sent with expiresAt');
  if (quoteId !== undefined) {
    mustNot('orderid', 'must not be sent with quoteId');
    mustNot('token', 'is for new quotes');
    return changeOf({ ...sent, quoteId }, wrong);
  }
  if (orderid === undefined) throw wrong('lacks the field "orderid" or "quoteId"');
  mustNot('version', 'needs quoteId');
  mustNot('cancel', 'needs quoteId');
  if (price === undefined) throw wrong('lacks the field "price"');
  if (quantity === undefined) throw wrong('lacks the field "quantity"');
  const { memberid, accountid = null } = of;
  if (memberid === undefined) throw malformed('memberid', 'Missing');
  return { orderId: orderid, memberId: memberid, accountId: accountid, token, price, quantity, ...expiryOf(sent) };
}

function changeOf(
  sent: ValuesOf<typeof entry> & { readonly quoteId: QuoteId },
  wrong: (reason: string) => Error,
): QuoteEntry {
  const { quoteId, version, price, quantity, cancel } = sent;
  const named = { quoteId, ...(version !== undefined && { version }) };
  const terms = {
    ...(price !== undefined && { price }),
    ...(quantity !== undefined && { quantity }),
    ...expiryOf(sent),
  };
  const changes = Object.keys(terms);
  if (cancel === 'Yes') {
    if (changes.length > 0) throw wrong(`field "${changes[0]}" must not be sent with cancel`);
    return { ...named, cancel: true };
  }
  if (changes.length === 0) throw wrong('lacks the field "price"');
  return { ...named, ...terms };
}

export function cancelQuotes(deps: QuoteDeps): Method {
  return defineMethod({
    name: 'cancelQuotes',
    scope: TRADING_SCOPE,
    summary: 'Cancels many quotes at once',
    description:
      "An extension (Y4). Cancels the client's open quotes that have all of what is sent, without anything all of " +
      'them, in one step; answers their ids. Orders and blocks stay (cancelOrders).',
    refusals: [138, 503],
    parameters: {
      orderid: optional(rfqOrderId),
      securityid: optional(numericId<SecurityId>({ description: 'The offering id; or symbol.' })),
      symbol: optional(orderParameters.symbol),
      action: optional(orderParameters.action),
      accountid: optional(orderParameters.accountId),
      memberid: optional(orderParameters.memberId),
    },
    response: Type.Object({ cancelledQuotes: Type.Array(Type.String({ description: 'The quote id.' })) }),
    idempotent: true,
    handler: async (call) => {
      const { orderid, securityid, symbol, action, accountid, memberid } = call.values;
      const isNamed = securityid !== undefined || symbol !== undefined;
      const securityId = isNamed ? securityNamed(deps.exchange, securityid, symbol) : undefined;
      if (securityId !== undefined && deps.exchange.security(securityId) === undefined)
        throw refusalError('unknown security');
      const filter = {
        ...(orderid !== undefined && { orderId: orderid }),
        ...(securityId !== undefined && { securityId }),
        ...(action !== undefined && { side: action === 'Buy' ? ('buy' as const) : ('sell' as const) }),
        ...(accountid !== undefined && { accountId: accountid }),
        ...(memberid !== undefined && { memberId: memberid }),
      };
      const command = { type: 'cancelQuotes', clientId: call.client.clientId, filter } as const;
      const accepted = await submitQuoting(deps, call, command);
      return answerTo(accepted, { cancelledQuotes: (accepted.cancelled ?? []).map(String) });
    },
  });
}
