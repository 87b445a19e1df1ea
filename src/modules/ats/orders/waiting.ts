/**
 * What a live order waits for (H12). Of the book it knows what getClob and the stream show of the other side, and
 * nothing else: an explanation must not reveal undisclosed orders, or prices below the top (V18).
 */
import {
  type HoldCause,
  leastFill,
  type Millionths,
  type OrderView,
  type PricedTop,
  type SecurityView,
  type TopOfBook,
  type WaitReason,
} from '../../../exchange/api/index.ts';

/** The orders of the other side that cross the order, as far as the top shows them. */
export interface VisibleContras {
  /** The best visible price of the other side, crossing or not; null where nothing shows. */
  readonly bestPrice: Millionths | null;
  /** Shares and orders without a contingency. */
  readonly firmQuantity: number;
  readonly firmOrders: number;
  /** The same of orders with one: they may take less than that, or nothing. */
  readonly contingentQuantity: number;
  readonly contingentOrders: number;
}

export interface Waiting {
  readonly reason: WaitReason | HoldCause;
  /** Where the order waits for others: the fewest shares that it takes at once, and how many more must show. */
  readonly needs?: number;
  readonly lacks?: number;
  readonly visible?: VisibleContras;
}

export interface Seen {
  readonly order: OrderView;
  readonly security: Pick<SecurityView, 'status' | 'market'>;
  readonly top: TopOfBook | undefined;
}

/** All that it waits for now, what must come first before what comes after. */
export function waitingOf({ order, security, top }: Seen): Waiting[] {
  const { status, market } = security;
  if (order.status === 'Pending') {
    const approval = { reason: status === 'awaiting' ? 'approval of the offering' : 'approval of the order' } as const;
    return [approval, ...marketOf(market)];
  }
  // A hold comes first: while it lasts nothing of the book concerns the order (M16).
  if (order.held !== null) return [{ reason: order.held }, ...marketOf(market)];
  if (order.ticket.type === 'RFQ') return [{ reason: 'quote to accept' }, ...marketOf(market)];
  if (market !== 'open') return marketOf(market);
  return [bookOf(order, top)];
}

function marketOf(market: SecurityView['market']): Waiting[] {
  return market === 'open' ? [] : [{ reason: market === 'halted' ? 'end of the halt' : 'opening of the market' }];
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
