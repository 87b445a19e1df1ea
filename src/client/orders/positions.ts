/** What the trades of a client add up to, by account and security, exact in any order of events. */
import type { Fill, VenueEvent } from '../wire/index.ts';

/** Since the store began: texts with six decimals; averages are rounded half up, null before the first trade. */
export interface Position {
  readonly accountId: string | null;
  readonly securityId: string;
  /** Bought less sold; below zero where more was sold. */
  readonly netShares: string;
  readonly boughtShares: string;
  readonly boughtAmount: string;
  readonly averageBought: string | null;
  readonly soldShares: string;
  readonly soldAmount: string;
  readonly averageSold: string | null;
}

type Side = 'bought' | 'sold';

interface Sums {
  readonly accountId: string | null;
  readonly securityId: string;
  readonly bought: { shares: bigint; amount: bigint };
  readonly sold: { shares: bigint; amount: bigint };
}

type Terms = Readonly<Record<'price' | 'quantity', string>>;
type Amendment = Extract<VenueEvent, { readonly eventType: 'bust' | 'adjust' | 'settlement' }>;

export class Positions {
  readonly #sums = new Map<string, Sums>();

  /** @param saved of an earlier store */
  constructor(saved: readonly Position[] = []) {
    for (const { accountId, securityId, boughtShares, boughtAmount, soldShares, soldAmount } of saved) {
      const sums = this.#of(accountId, securityId);
      Object.assign(sums.bought, { shares: millionthsOf(boughtShares), amount: millionthsOf(boughtAmount) });
      Object.assign(sums.sold, { shares: millionthsOf(soldShares), amount: millionthsOf(soldAmount) });
    }
  }

  all(): Position[] {
    return Array.from(this.#sums.values(), positionOf);
  }

  fill({ accountId, securityId, action, fillPrice, fillShares }: Fill): void {
    const side = action === 'Bid' ? 'bought' : 'sold';
    this.#add(this.#of(accountId, securityId), side, { price: fillPrice, quantity: fillShares }, 1n);
  }

  /** A match is void, or has other terms: the sides that are the client's own are named. A settled match stays. */
  amend(event: Amendment): void {
    const fields = amendedOf(event);
    for (const [side, accountId] of [
      ['bought', fields.bidAccountId],
      ['sold', fields.askAccountId],
    ] as const) {
      if (accountId === undefined) continue;
      const sums = this.#of(accountId, fields.securityId);
      if (event.eventType !== 'adjust') {
        this.#add(sums, side, fields, -1n);
        continue;
      }
      const { priceBefore: price, quantityBefore: quantity } = event.adjust;
      this.#add(sums, side, { price, quantity }, -1n);
      this.#add(sums, side, event.adjust, 1n);
    }
  }

  #add(sums: Sums, side: Side, { price, quantity }: Terms, times: bigint): void {
    const shares = millionthsOf(quantity);
    sums[side].shares += times * shares;
    sums[side].amount += times * product(millionthsOf(price), shares);
  }

  #of(accountId: string | null, securityId: string): Sums {
    const key = `${securityId} ${accountId ?? ''}`;
    let sums = this.#sums.get(key);
    if (sums === undefined) {
      const none = () => ({ shares: 0n, amount: 0n });
      sums = { accountId, securityId, bought: none(), sold: none() };
      this.#sums.set(key, sums);
    }
    return sums;
  }
}

type Amended = Terms & Pick<Sums, 'securityId'> & { bidAccountId?: string | null; askAccountId?: string | null };

function amendedOf(event: Amendment): Amended {
  if (event.eventType === 'bust') return event.bust;
  if (event.eventType === 'adjust') return event.adjust;
  const { price = '0', quantity = '0', ...fields } = event.settlement;
  return { ...fields, price, quantity };
}

function positionOf({ accountId, securityId, bought, sold }: Sums): Position {
  return {
    accountId,
    securityId,
    netShares: textOf(bought.shares - sold.shares),
    boughtShares: textOf(bought.shares),
    boughtAmount: textOf(bought.amount),
    averageBought: averageText(bought.amount, bought.shares),
    soldShares: textOf(sold.shares),
    soldAmount: textOf(sold.amount),
    averageSold: averageText(sold.amount, sold.shares),
  };
}

/** Numbers of the API: texts with six decimals (C13), and here exact integers, in millionths. */

const MILLION = 1_000_000n;
const PLACES = 6;

function millionthsOf(text: string): bigint {
  return BigInt(text.replace('.', ''));
}

function textOf(millionths: bigint): string {
  const digits = String(millionths < 0n ? -millionths : millionths).padStart(PLACES + 1, '0');
  return `${millionths < 0n ? '-' : ''}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}

/** Price times shares. */
function product(price: bigint, shares: bigint): bigint {
  return (price * shares) / MILLION;
}

/** Amount by shares, rounded half up to six places, as the service does (H14); null without shares. */
function averageText(amount: bigint, shares: bigint): string | null {
  return shares === 0n ? null : textOf((2n * amount * MILLION + shares) / (2n * shares));
}
