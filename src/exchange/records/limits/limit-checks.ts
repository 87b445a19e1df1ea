/** Whether an order is within limits (V50 to V52): one check for each of them. */
import {
  filledOf,
  type LimitBreach,
  type LimitName,
  type LimitPolicy,
  type LimitValue,
  type Millionths,
  type OrderTicket,
  type Shares,
} from '../../api/index.ts';
import type { Register } from '../register/register.ts';
import { notionalOf } from './exposure.ts';
import type { Guard } from './guard.ts';
import type { ReferencePrices } from './reference-prices.ts';

/** A new order, or the new terms of one that is live. */
export interface Asked {
  readonly ticket: OrderTicket;
  readonly price: Millionths;
  readonly quantity: Shares;
  /** Whether the price is one at which it may trade: the price of an RFQ order is not. */
  readonly isFirm: boolean;
  /** Whether it is an RFQ order that is about to trade by a quote: most of its limits were asked when it came. */
  readonly isQuoted?: true;
  /** Of a replacement: the order before it. */
  readonly before: { readonly price: Millionths; readonly quantity: Shares; readonly remaining: Shares } | null;
}

/** The data of the checks besides the limits. */
export interface Known {
  readonly register: Register;
  readonly prices: ReferencePrices;
  /** The second of the venue's clock. */
  readonly second: number;
}

type Exceeded = Pick<LimitBreach, 'order' | 'used'> & { readonly value?: LimitValue };
type Check<K extends LimitName> = (
  limit: NonNullable<LimitPolicy[K]>,
  asked: Asked,
  guard: Guard,
  known: Known,
) => Exceeded | undefined;

const PERCENT = 100_000_000n;

const CHECKS: { readonly [K in LimitName]-?: Check<K> } = {
  allowedSecurities: (limit, { ticket: { securityId } }) =>
    limit.includes(securityId) ? undefined : { order: securityId },
  restrictedSecurities: (limit, { ticket: { securityId } }) =>
    limit.includes(securityId) ? { order: securityId } : undefined,
  sides: (limit, { ticket }) => {
    const side = ticket.side === 'buy' ? 'Buy' : 'Sell';
    return limit === 'Both' || limit === side ? undefined : { order: side };
  },
  maxOrderQuantity: (limit, { quantity, before }) =>
    quantity > limit && quantity > (before?.quantity ?? 0) ? { order: quantity } : undefined,
  maxOrderValue: (limit, { price, quantity, before }) => {
    const value = notionalOf(price, quantity);
    return value > limit && (before === null || value > notionalOf(before.price, before.quantity))
      ? { order: value }
      : undefined;
  },
  priceBand: (limit, { ticket, price, isFirm, before }, _guard, { prices }) => {
    const reference = prices.of(ticket.securityId);
    return isFurther(limit, { price, isFirm, before }, reference)
      ? { order: price, used: reference as number }
      : undefined;
  },
  noShortSale: (limit, asked, { exposure }, { register }) => {
    const { ticket } = asked;
    const shares = openShares(asked) - (asked.before?.remaining ?? 0);
    if (!limit || ticket.side === 'buy' || shares <= 0) return undefined;
    const free = register.of(ticket) - exposure.openSells(ticket.accountId, ticket.securityId);
    return shares > free ? { value: Math.max(free, 0), order: shares } : undefined;
  },
  maxOpenOrders: (limit, { before }, { exposure }) =>
    before === null && exposure.orders >= limit ? { order: 1, used: exposure.orders } : undefined,
  maxOpenValue: (limit, asked, { exposure }) => {
    const { price, before } = asked;
    const own = notionalOf(price, openShares(asked));
    const released = before === null ? 0n : notionalOf(before.price, before.remaining);
    const used = exposure.value - released;
    return own > released && used + own > limit ? { order: own, used } : undefined;
  },
  maxOrdersPerSecond: (limit, _asked, { second, inSecond }, known) => {
    const used = second === known.second ? inSecond : 0;
    return used >= limit ? { order: 1, used } : undefined;
  },
};

/** The limits that an RFQ order must meet once its price is known. */
const OF_QUOTED: ReadonlySet<LimitName> = new Set(['maxOrderValue', 'priceBand']);

/** The limits that a replacement that lowers an order skips. */
const OF_RAISES: ReadonlySet<LimitName> = new Set([
  'allowedSecurities',
  'restrictedSecurities',
  'sides',
  'maxOrdersPerSecond',
]);

export function breachOf(guard: Guard, of: 'client' | 'account', asked: Asked, known: Known): LimitBreach | undefined {
  const { policy, names } = guard;
  const lowers = !raises(asked);
  for (const limit of names) {
    if (asked.isQuoted ? !OF_QUOTED.has(limit) : lowers && OF_RAISES.has(limit)) continue;
    const value = policy[limit] as never;
    const exceeded = (CHECKS[limit] as Check<LimitName>)(value, asked, guard, known);
    if (exceeded !== undefined) return { limit, of, value, ...exceeded };
  }
  return undefined;
}

/**
 * Whether a price is further from the reference price than that, and not nearer to it than before.
 * @param limit in millionths of a percent
 * @param reference null: the security has no such price
 */
export function isFurther(
  limit: number,
  {
    price,
    isFirm,
    before,
  }: Pick<Asked, 'price' | 'isFirm'> & { readonly before: { readonly price: Millionths } | null },
  reference: Millionths | null,
): boolean {
  if (!isFirm || reference === null) return false;
  const distance = Math.abs(price - reference);
  if (before !== null && distance <= Math.abs(before.price - reference)) return false;
  return BigInt(distance) * PERCENT > BigInt(reference) * BigInt(limit);
}

/** Whether it is a new order, or becomes larger: in shares, or in value. */
export function raises({ price, quantity, before }: Asked): boolean {
  return (
    before === null ||
    quantity > before.quantity ||
    notionalOf(price, quantity) > notionalOf(before.price, before.quantity)
  );
}

/** The shares that can still trade. */
function openShares({ quantity, before }: Asked): number {
  return before === null ? quantity : quantity - filledOf(before);
}
