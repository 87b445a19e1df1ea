/** The outcome of an order that was just placed, for `Prefer: return=final` (H15). */
import Type, { type Static } from 'typebox';
import { formatInstant } from '../../../calendar/format-time.ts';
import {
  type Awaitable,
  executedFields,
  feeText,
  isTerminal,
  type MatchView,
  ORDER_STATUSES,
  type OrderId,
  type OrderView,
  priceText,
  reasonCodeOf,
  sharesText,
} from '../../../exchange/api/index.ts';
import type { Answer, Client } from '../../../http/methods/index.ts';
import {
  type AtsDeps,
  endSchema,
  executedSchema,
  feeSchema,
  MATCHES_MAX,
  type OrderWithMatches,
  orderById,
  orderWithMatches,
  yesOrNo,
} from '../shared/index.ts';
import type { OrderDetails } from './order-answers.ts';
import { preferenceOf } from './preference.ts';

/** An IOC order that trades in many slices (M17) may take a moment. */
const WAIT_MS = 10_000;

export const PREFERENCE = 'return=final';

export const outcomeSchema = Type.Object(
  {
    orderStatus: Type.Enum([...ORDER_STATUSES]),
    isFinal: Type.Enum(['Yes', 'No'], { description: 'No: the order is live; events report what follows.' }),
    number_shares: Type.String(),
    shares_remaining: Type.String(),
    ...executedSchema,
    reasonCode: endSchema,
    fills: Type.Array(
      Type.Object({
        matchId: Type.String(),
        fillPrice: Type.String(),
        fillShares: Type.String(),
        fee: feeSchema,
        eventTime: Type.String({ description: 'RFC 3339, microseconds.' }),
      }),
      { description: `Oldest first, ${MATCHES_MAX} at most; getOrder reads the rest after the last matchId.` },
    ),
    moreFills: Type.Enum(['Yes', 'No']),
  },
  { description: `An extension: only where the header Prefer asks for ${PREFERENCE}.` },
);

/** Of a header Prefer. */
export function prefersOutcome(prefer: string | undefined): boolean {
  return prefer !== undefined && preferenceOf(prefer, 'return') === 'final';
}

type OrderOutcome = Static<typeof outcomeSchema>;

/**
 * The answer of `enter` with the outcome of its order: of an immediate one its end, of another what it came to on
 * entering. Throws 429 before the order is placed where too many calls of the client wait.
 */
export async function withOutcome(
  deps: AtsDeps,
  { client, isImmediate }: { readonly client: Client; readonly isImmediate: boolean },
  enter: () => Awaitable<Answer<{ readonly orderDetails: OrderDetails }>>,
): Promise<Answer<{ readonly orderDetails: OrderDetails; readonly outcome: OrderOutcome }>> {
  const events = deps.eventWaits.open(client);
  try {
    const { fields, headers, ...rest } = await enter();
    const { orderDetails } = fields!;
    const orderId = Number(orderDetails.orderId) as OrderId;
    while (isImmediate && (await isLive(deps, orderId)) && (await events.over(WAIT_MS)));
    const outcome = outcomeOf((await orderWithMatches(deps, orderId))!);
    return { ...rest, fields: { orderDetails, outcome }, headers: { ...headers, 'preference-applied': PREFERENCE } };
  } finally {
    events.close();
  }
}

async function isLive(deps: AtsDeps, orderId: OrderId): Promise<boolean> {
  return !isTerminal((await orderById(deps, orderId))!.status);
}

function outcomeOf({ order, matches, more }: OrderWithMatches): OrderOutcome {
  return {
    orderStatus: order.status,
    isFinal: yesOrNo(isTerminal(order.status)),
    number_shares: sharesText(order.quantity),
    shares_remaining: sharesText(order.remaining),
    ...executedFields(order),
    reasonCode: order.ended === null ? null : reasonCodeOf(order.ended),
    fills: matches.map((match) => fillFields(order, match)),
    moreFills: yesOrNo(more),
  };
}

function fillFields({ ticket }: OrderView, { matchId, price, quantity, time, buyFee, sellFee }: MatchView) {
  const fee = ticket.side === 'buy' ? buyFee : sellFee;
  return {
    matchId: String(matchId),
    fillPrice: priceText(price),
    fillShares: sharesText(quantity),
    ...(fee === undefined ? {} : { fee: feeText(fee) }),
    eventTime: formatInstant(time),
  };
}
