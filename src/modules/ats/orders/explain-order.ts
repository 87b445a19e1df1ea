import Type from 'typebox';
import { formatTimestamp } from '../../../calendar/format-time.ts';
import {
  isTerminal,
  ORDER_STATUSES,
  type OrderId,
  type OrderView,
  priceText,
  REASONS,
  reasonCodeOf,
  sharesText,
  shownTerms,
} from '../../../exchange/api/index.ts';
import { type Client, defineMethod, type Method } from '../../../http/methods/index.ts';
import { numericId, required } from '../../../http/parameters/index.ts';
import { textOrNull, textsSchema } from '../../shared/values/index.ts';
import {
  type AtsServices,
  knownSecurity,
  orderById,
  orderNotFound,
  refusalError,
  shownTermsSchema,
} from '../shared/index.ts';
import { type VisibleContras, type Waiting, waitingOf } from './waiting.ts';

const waitSchema = Type.Object({
  reasonCode: Type.String({ description: 'Of the list of reasons.' }),
  rule: Type.String({ description: 'Of docs/venue/venue.md or docs/venue/matching.md.' }),
  reason: Type.String(),
  needs: Type.Optional(Type.String({ description: 'The fewest shares that it takes at once.' })),
  lacks: Type.Optional(Type.String({ description: 'How many more must show at its price or better.' })),
  visible: Type.Optional(
    Type.Object({
      bestPrice: textOrNull('The best visible price of the other side; null where nothing shows.'),
      ...textsSchema('firmShares', 'contingentShares').properties,
      firmOrders: Type.Integer({ description: 'Those that cross the order and have no contingency.' }),
      contingentOrders: Type.Integer({ description: 'Those that cross it and have one.' }),
    }),
  ),
});

/** H12. */
export function explainOrder(services: AtsServices): Method {
  return defineMethod({
    name: 'explainOrder',
    summary: 'Explains what a live order waits for',
    refusals: [190, 404],
    description:
      'An extension (H12). By the reasons of the list and the numbers of the rules: approval, the market, a quote, ' +
      'an order that crosses, or what its contingency lacks. Of the other side it counts what the top of the book ' +
      'shows; orders that do not disclose, and prices below the top, are not counted (V18), so the order may trade ' +
      'with more than is shown here. An order that has ended: 190; unknown orders and those of other clients: 404.',
    parameters: { orderid: required(numericId<OrderId>()) },
    response: Type.Object({
      explanation: Type.Object({
        ...textsSchema('orderId', 'securityId').properties,
        orderStatus: Type.Enum([...ORDER_STATUSES]),
        market: Type.Enum(['open', 'closed', 'halted']),
        nextChange: textOrNull('When the schedule next opens or closes the market; YYYY-MM-DD HH:MM:SS, UTC.'),
        ...shownTermsSchema,
        waitsFor: Type.Array(waitSchema),
      }),
    }),
    handler: async ({ client, values }) => {
      const order = await ownOrder(services, client, values.orderid);
      const { exchange } = services;
      const { securityId } = order.ticket;
      const security = knownSecurity(services, securityId);
      const next = exchange.nextTransition(securityId);
      const waits = waitingOf({ order, security, top: exchange.topOfBook(securityId) });
      return {
        fields: {
          explanation: {
            orderId: String(order.orderId),
            securityId: String(securityId),
            orderStatus: order.status,
            market: security.market,
            nextChange: next === null ? null : formatTimestamp(next.time),
            ...shownTerms(order.ticket.optional),
            waitsFor: waits.map(waitFields),
          },
        },
      };
    },
  });
}

async function ownOrder(services: AtsServices, client: Client, orderId: OrderId): Promise<OrderView> {
  const order = await orderById(services, orderId);
  if (order === undefined || !(client.master || order.ticket.clientId === client.clientId)) throw orderNotFound();
  if (isTerminal(order.status)) throw refusalError('order is terminal');
  return order;
}

function waitFields({ reason, needs, lacks, visible }: Waiting) {
  const { says, rule = 'M16' }: { readonly says: string; readonly rule?: string } = REASONS[reason];
  return {
    reasonCode: reasonCodeOf(reason),
    rule,
    reason: says,
    ...(needs === undefined ? {} : { needs: sharesText(needs) }),
    ...(lacks === undefined ? {} : { lacks: sharesText(lacks) }),
    ...(visible === undefined ? {} : { visible: visibleFields(visible) }),
  };
}

function visibleFields({ bestPrice, ...contras }: VisibleContras) {
  return {
    bestPrice: bestPrice === null ? null : priceText(bestPrice),
    firmShares: sharesText(contras.firmQuantity),
    firmOrders: contras.firmOrders,
    contingentShares: sharesText(contras.contingentQuantity),
    contingentOrders: contras.contingentOrders,
  };
}
