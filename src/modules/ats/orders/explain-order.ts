import Type from 'typebox';
import { formatTimestamp } from '../../../calendar/format-time.ts';
import {
  type HoldCause,
  isAtAuction,
  isTerminal,
  leastFill,
  MARKET_STATES,
  type Millionths,
  ORDER_STATUSES,
  type OrderId,
  type OrderView,
  type PricedTop,
  priceText,
  REASONS,
  reasonCodeOf,
  type SecurityView,
  sharesText,
  shownTerms,
  type TopOfBook,
  type WaitReason,
} from '../../../exchange/api/index.ts';
import { type Client, defineMethod, type Method } from '../../../http/methods/index.ts';
import { numericId, required } from '../../../http/parameters/index.ts';
import { textOrNull, textsSchema } from '../../shared/values/index.ts';
import {
  type AtsDeps,
  knownSecurity,
  orderById,
  orderNotFound,
  refusalError,
  shownTermsSchema,
} from '../shared/index.ts';

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
export function explainOrder(deps: AtsDeps): Method {
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
        market: Type.Enum([...MARKET_STATES]),
        nextChange: textOrNull('When the schedule next opens or closes the market; YYYY-MM-DD HH:MM:SS, UTC.'),
        ...shownTermsSchema,
        waitsFor: Type.Array(waitSchema),
      }),
    }),
    handler: async ({ client, values }) => {
      const order = await ownOrder(deps, client, values.orderid);
      const { exchange } = deps;
      const { securityId } = order.ticket;
      const security = knownSecurity(deps, securityId);
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

async function ownOrder(deps: AtsDeps, client: Client, orderId: OrderId): Promise<OrderView> {
  const order = await orderById(deps, orderId);
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

/**
 * What a live order waits for (H12). Of the book it knows what getClob and the stream show of the other side, and
 * nothing else: an explanation must not reveal undisclosed orders, or prices below the top (V18).
 */

/** The orders of the other side that cross the order, as far as the top shows them. */
interface VisibleContras {
  /** The best visible price of the other side, crossing or not; null where nothing shows. */
  readonly bestPrice: Millionths | null;
  /** Shares and orders without a contingency. */
  readonly firmQuantity: number;
  readonly firmOrders: number;
  /** The same of orders with one: they may take less than that, or nothing. */
  readonly contingentQuantity: number;
  readonly contingentOrders: number;
}

interface Waiting {
  readonly reason: WaitReason | HoldCause;
  /** Where the order waits for others: the fewest shares that it takes at once, and how many more must show. */
  readonly needs?: number;
  readonly lacks?: number;
  readonly visible?: VisibleContras;
}

interface Seen {
  readonly order: OrderView;
  readonly security: Pick<SecurityView, 'status' | 'market'>;
  readonly top: TopOfBook | undefined;
}

/** All that it waits for now, what must come first before what comes after. */
function waitingOf({ order, security, top }: Seen): Waiting[] {
  const { status, market } = security;
  if (order.status === 'Pending') {
    const approval = { reason: status === 'awaiting' ? 'approval of the offering' : 'approval of the order' } as const;
    return [approval, ...marketOf(market)];
  }
  // A hold comes first: while it lasts nothing of the book concerns the order (M16).
  if (order.held !== null) return [{ reason: order.held }, ...marketOf(market)];
  if (order.ticket.type === 'RFQ') return [{ reason: 'quote to accept' }, ...marketOf(market)];
  if (market !== 'call' && isAtAuction(order.ticket)) return [{ reason: 'next auction' }];
  if (market !== 'open') return marketOf(market);
  return [bookOf(order, top)];
}

const WAITS = {
  closed: 'opening of the market',
  halted: 'end of the halt',
  call: 'call of the auction',
} as const satisfies Record<Exclude<SecurityView['market'], 'open'>, WaitReason>;

function marketOf(market: SecurityView['market']): Waiting[] {
  return market === 'open' ? [] : [{ reason: WAITS[market] }];
}

function bookOf(order: OrderView, top: TopOfBook | undefined): Waiting {
  const visible = contrasOf(order, top);
  const needs = leastFill(order);
  const { firmQuantity, contingentQuantity } = visible;
  const all = firmQuantity + contingentQuantity;
  if (all === 0) return { reason: 'crossing order', needs, lacks: needs, visible };
  if (all < needs) return { reason: 'contingency of the order', needs, lacks: needs - all, visible };
  // What shows would do, and has not traded: its contingencies do not fit, or its turn is still to come.
  const reason = firmQuantity >= needs ? 'turn in the search' : 'contingencies of others';
  return { reason, needs, lacks: 0, visible };
}

function contrasOf({ ticket, price }: OrderView, top: TopOfBook | undefined): VisibleContras {
  const side = ticket.side === 'buy' ? top?.offer : top?.bid;
  const nothing = { firmQuantity: 0, firmOrders: 0, contingentQuantity: 0, contingentOrders: 0 };
  if (side === undefined || side === null || side === 'RFQ') return { bestPrice: null, ...nothing };
  const crosses = (other: number) => (ticket.side === 'buy' ? other <= price : other >= price);
  if (!crosses(side.price)) return { bestPrice: side.price, ...nothing };
  const { contingentQuantity, contingentOrders } = side;
  return { bestPrice: side.price, ...firmOf(side, crosses), contingentQuantity, contingentOrders };
}

/** At the best price, or below it where only contingent orders are at it. */
function firmOf({ quantity, orders, firm }: PricedTop, crosses: (price: Millionths) => boolean) {
  if (firm === null || !crosses(firm.price)) return { firmQuantity: quantity, firmOrders: orders };
  return { firmQuantity: quantity + firm.quantity, firmOrders: orders + firm.orders };
}
