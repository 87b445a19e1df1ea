/** The terms of live orders after a split (R2). */
import { QUANTITY_MAX } from '../../matching/index.ts';
import {
  filledOf,
  type Millionths,
  type Ratio,
  type SecurityReference,
  type Shares,
  type Side,
  tickAt,
} from '../api/index.ts';
import { displayOf, type OrderRecord } from './order-record.ts';

/** What an order has from now on. */
export interface AdjustedTerms {
  readonly price: Millionths;
  /** The new total: what is filled stays. */
  readonly quantity: Shares;
  readonly minimum: Shares;
  /** 0: the order shows whole. */
  readonly display: Shares;
}

/** Why an order cannot be adjusted, as a person reads it. */
export type Unfit = string;

/** The terms of an order in shares that are `to` for `from` of before, or why it ends. */
export function termsAfterSplit(
  order: OrderRecord,
  ratio: Ratio,
  reference: SecurityReference = {},
): AdjustedTerms | Unfit {
  const { lotSize = 1, minimumQuantity = 1, tickSizes } = reference;
  const remaining = downTo(lotSize, times(order.remaining, ratio));
  if (remaining < 1) return lotSize > 1 ? 'less than a lot is left of it' : 'less than a share is left of it';
  const isBelow = remaining < minimumQuantity && order.remaining >= minimumQuantity;
  if (isBelow) return 'fewer shares are left of it than an order must have';
  const quantity = filledOf(order) + remaining;
  if (quantity > QUANTITY_MAX) return 'it would have more shares than an order may have';
  const minimum = minimumAfter(order, ratio, { remaining, quantity });
  if (minimum === null) return 'less is left of it than its minimum';
  const price = priceAfter(order.price, order.ticket.side, ratio, tickSizes);
  if (price === null) return 'no price is left of its limit';
  const display = displayOf(order);
  const shown = Math.max(downTo(lotSize, times(display, ratio)), lotSize);
  return { price, quantity, minimum, display: display === 0 ? 0 : Math.min(shown, quantity) };
}

/** Rounded up, so that the condition is never weaker; null: what remains can no longer meet it. */
function minimumAfter(
  { minimum, remaining: before }: OrderRecord,
  { to, from }: Ratio,
  { remaining, quantity }: { readonly remaining: Shares; readonly quantity: Shares },
): Shares | null {
  if (minimum === 0) return 0;
  const next = Math.ceil((minimum * to) / from);
  if (next > remaining && minimum <= before) return null;
  // What remained was less than the minimum before, too: it trades whole (M3).
  return Math.min(next, quantity);
}

/** To the tick away from the market: a bid down, an offer up; null: none is left. An order without a price has none. */
function priceAfter(
  price: Millionths,
  side: Side,
  { to, from }: Ratio,
  ticks: SecurityReference['tickSizes'],
): Millionths | null {
  if (price === 0) return 0;
  const [exact, divisor] = [BigInt(price) * BigInt(from), BigInt(to)];
  const down = exact / divisor;
  const isWhole = down * divisor === exact;
  const next = Number(side === 'buy' || isWhole ? down : down + 1n);
  const tick = tickAt(ticks, next) ?? 1;
  const rounded = side === 'buy' ? next - (next % tick) : Math.ceil(next / tick) * tick;
  return rounded >= 1 && Number.isSafeInteger(rounded) ? rounded : null;
}

function times(shares: Shares, { to, from }: Ratio): Shares {
  return Math.floor((shares * to) / from);
}

function downTo(lot: Shares, shares: Shares): Shares {
  return shares - (shares % lot);
}
