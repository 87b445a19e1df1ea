/** The executed amount of an order, exactly, as every report of a change shows it (H14). */
import { filledOf, type OrderChange } from './orders.ts';
import { type Amount, feeText, type MatchId, type Millionths, priceText, type Shares, sharesText } from './units.ts';

/** The share of an order in one match. */
export interface Fill {
  readonly matchId: MatchId;
  readonly price: Millionths;
  readonly quantity: Shares;
  /** What the order paid for it (X4); absent where no schedule names the order. */
  readonly fee?: Millionths;
}

/** As the history stores it, where null is nothing. */
export function amountFrom(digits: string | null): Amount {
  if (digits === null) return 0;
  const amount = Number(digits);
  return amount <= Number.MAX_SAFE_INTEGER ? amount : digits;
}

/** Dollars with six places. */
export function executedText(amount: Amount): string {
  if (typeof amount === 'number') return priceText(amount);
  return `${amount.slice(0, -6)}.${amount.slice(-6)}`;
}

/** The amount divided by the shares, rounded half up to six places; null before the first fill. */
export function averagePriceText(amount: Amount, shares: Shares): string | null {
  if (shares === 0) return null;
  const [sum, count] = [BigInt(amount), BigInt(shares)];
  return priceText(Number((2n * sum + count) / (2n * count)));
}

export const EXECUTION_TYPES = [
  'New',
  'Approved',
  'Fill',
  'Replaced',
  'Restated',
  'Suspended',
  'Resumed',
  'Rejected',
  'Expired',
  'Cancelled',
] as const;

type ExecutionType = (typeof EXECUTION_TYPES)[number];

/** Of a change that is no fill. */
type OtherType = Exclude<ExecutionType, 'Fill'>;

const TYPES: Partial<Record<OrderChange, OtherType>> = {
  entered: 'New',
  approved: 'Approved',
  replaced: 'Replaced',
  restated: 'Restated',
  held: 'Suspended',
  released: 'Resumed',
  refused: 'Rejected',
  expired: 'Expired',
};

/** The change of the order, in the words of an ExecutionReport; its other ends are cancels. */
function executionTypeOf(change: OrderChange): OtherType {
  return TYPES[change] ?? 'Cancelled';
}

/** An order after a change, as far as its execution goes. */
export interface Executed {
  readonly quantity: Shares;
  readonly remaining: Shares;
  readonly executed: Amount;
}

/** Shares, amount and average price of all fills so far. */
export function executedFields(order: Executed) {
  const { executed } = order;
  const shares = filledOf(order);
  return {
    filledShares: sharesText(shares),
    filledAmount: executedText(executed),
    averagePrice: averagePriceText(executed, shares),
  };
}

/** What an order did in a match: the other one came to it, or it to the other. */
export const LIQUIDITY = ['Added', 'Removed'] as const;

export type Liquidity = (typeof LIQUIDITY)[number];

/** Undefined of a block, whose two orders come at once, and where it is not known. */
export function liquidityOf(isInitiator: boolean | undefined, isBlock: boolean): Liquidity | undefined {
  if (isInitiator === undefined || isBlock) return undefined;
  return isInitiator ? 'Removed' : 'Added';
}

/** The fields of a change: its type, its fill if it is one (`filled` always is), and the executed totals after it. */
export function executionFields(change: OrderChange, order: Executed, fill: Fill | undefined, liquidity?: Liquidity) {
  const executed = executedFields(order);
  if (fill === undefined) return { executionType: executionTypeOf(change), ...executed };
  const { matchId, price, quantity, fee } = fill;
  return {
    executionType: 'Fill' as const,
    matchId: String(matchId),
    fillPrice: priceText(price),
    fillShares: sharesText(quantity),
    ...(fee === undefined ? {} : { fee: feeText(fee) }),
    ...(liquidity === undefined ? {} : { liquidity }),
    ...executed,
  };
}
