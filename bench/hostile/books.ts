import type { Contingency, Side } from '../../src/exchange/api/orders.ts';
import { seededRandom } from '../support/random.ts';

/** An order of one share price step; all of a book are at a few prices, so that nearly all of them cross. */
export interface HostileOrder {
  readonly side: Side;
  readonly quantity: number;
  readonly contingency: Contingency;
  readonly minimum: number;
  /** Steps of a cent above $10. */
  readonly cents: number;
}

/** A book that somebody with a trading key could make to keep the venue busy. */
export interface HostileBook {
  readonly name: string;
  /** What rests before. */
  readonly setUp: readonly HostileOrder[];
  /** Whether it comes while the market is halted, so that the resumption has all the work. */
  readonly whileHalted: boolean;
  /** What is then sent, pipelined. */
  readonly attack: readonly HostileOrder[];
}

type Terms = Partial<Pick<HostileOrder, 'minimum' | 'cents'>>;

function order(side: Side, quantity: number, contingency: Contingency = 'None', terms: Terms = {}): HostileOrder {
  return { side, quantity, contingency, minimum: 0, cents: 0, ...terms };
}

function times(count: number, make: (i: number) => HostileOrder): HostileOrder[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

const random = seededRandom(20261121);
const below = (limit: number) => Math.floor(random() * limit);
const ONE_SHARE = times(150, () => order('sell', 1));

/** Offers of multiples of seven, bids of five more, and one minimum order that hides that from the common divisor. */
const SUMS_THAT_MISS: HostileBook = {
  name: 'sums that miss',
  setUp: [
    order('sell', 3, 'Minimum Quantity', { minimum: 2 }),
    ...times(126, (i) => order('sell', 7 * (100 + i), 'All or None')),
    ...times(100, (i) => order('buy', 7 * (100 + 13 * i) + 5, 'All or None')),
  ],
  whileHalted: false,
  attack: ONE_SHARE,
};

/**
 * The same with the largest quantities that are searched share by share, and with single shares where no search
 * reaches.
 */
const LARGE_SUMS_THAT_MISS: HostileBook = {
  name: 'large sums that miss',
  setUp: [
    order('sell', 3, 'Minimum Quantity', { minimum: 2 }),
    ...times(100, () => order('sell', 2 * (1 + below(60_000)), 'All or None')),
    ...times(100, () => order('buy', 1_000_001 - 2 * below(100_000), 'All or None')),
  ],
  whileHalted: false,
  attack: [...ONE_SHARE, ...times(50, () => order('buy', 999_999 - 2 * below(1000), 'All or None', { cents: 1 }))],
};

/** Everything at once, at the opening: large sums that miss, minimum orders, and thousands of orders that cross. */
const OPENING: HostileBook = {
  name: 'an opening',
  setUp: [
    ...times(100, () => order('sell', 2 * (1 + below(60_000)), 'All or None', { cents: below(5) })),
    ...times(100, (i) =>
      order('buy', 1_000_001 - 2 * i, 'Minimum Quantity', { minimum: 950_000 - 2 * i, cents: below(5) }),
    ),
    ...times(5000, (i) => order(i % 2 === 0 ? 'buy' : 'sell', 1 + below(9), 'None', { cents: below(50) - 20 })),
  ],
  whileHalted: true,
  attack: ONE_SHARE.slice(0, 50),
};

export const HOSTILE_BOOKS: readonly HostileBook[] = [SUMS_THAT_MISS, LARGE_SUMS_THAT_MISS, OPENING];
