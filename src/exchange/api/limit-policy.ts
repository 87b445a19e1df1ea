import type { SecurityId, Shares } from './units.ts';

/** The limits of a client or of one of its accounts (V49): one document; a field that is absent is no limit. */
export interface LimitPolicy {
  /** Shares of one order. */
  readonly maxOrderQuantity?: Shares;
  /** Price times quantity of one order, in millionths of a dollar; it may exceed 2^53. */
  readonly maxOrderValue?: bigint;
  /** Price times what remains, over all live orders. */
  readonly maxOpenValue?: bigint;
  readonly maxOpenOrders?: number;
  /** How far a price may be from the reference price, in millionths of a percent of that. */
  readonly priceBand?: number;
  readonly allowedSecurities?: readonly SecurityId[];
  readonly restrictedSecurities?: readonly SecurityId[];
  readonly sides?: 'Both' | 'Buy' | 'Sell';
  /** Sells only what the account of the order has. */
  readonly noShortSale?: boolean;
  /** In each second of the venue's clock. */
  readonly maxOrdersPerSecond?: number;
}

export type LimitName = keyof LimitPolicy;

/** Whether the second value is at most as loose as the first, of the same field. */
const IS_TIGHTER: { readonly [K in LimitName]-?: (now: Needed<K>, next: Needed<K>) => boolean } = {
  maxOrderQuantity: atMost,
  maxOrderValue: atMost,
  maxOpenValue: atMost,
  maxOpenOrders: atMost,
  priceBand: atMost,
  allowedSecurities: (now, next) => has(now, next),
  restrictedSecurities: (now, next) => has(next, now),
  sides: (now, next) => now === 'Both' || now === next,
  noShortSale: (now, next) => next || !now,
  maxOrdersPerSecond: atMost,
};
type Needed<K extends LimitName> = NonNullable<LimitPolicy[K]>;

export const LIMIT_NAMES = Object.keys(IS_TIGHTER) as readonly LimitName[];

function atMost<T extends number | bigint>(now: T, next: T): boolean {
  return next <= now;
}

function has(all: readonly number[], some: readonly number[]): boolean {
  const known = new Set(all);
  return some.every((one) => known.has(one));
}

/** The first field of `next` that would be looser than it is now; undefined if absent. */
export function loosenedBy(now: LimitPolicy, next: LimitPolicy): LimitName | undefined {
  return LIMIT_NAMES.find((name) => {
    const [before, after] = [now[name], next[name]];
    if (before === undefined) return false;
    return after === undefined || !(IS_TIGHTER[name] as (now: unknown, next: unknown) => boolean)(before, after);
  });
}

/** The document as the journal and the snapshots have it: always in the same order of its fields. */
export function policyValues(policy: LimitPolicy): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name of LIMIT_NAMES) {
    const value = policy[name];
    if (value !== undefined) values[name] = typeof value === 'bigint' ? value.toString() : value;
  }
  return values;
}

/** The inverse of policyValues. */
export function policyFrom(values: unknown): LimitPolicy {
  const { maxOrderValue, maxOpenValue, ...rest } = values as Record<string, unknown>;
  return {
    ...rest,
    ...(maxOrderValue === undefined ? {} : { maxOrderValue: BigInt(maxOrderValue as string) }),
    ...(maxOpenValue === undefined ? {} : { maxOpenValue: BigInt(maxOpenValue as string) }),
  };
}
