import type { Database } from '../../src/database/database.ts';
import type { Orders } from '../../src/exchange/api/reads.ts';
import { idOf } from '../../src/exchange/api/units.ts';
import { HistoryStore } from '../../src/history/store.ts';
import type { AtsDeps } from '../../src/modules/ats/shared/deps.ts';
import { matchById, ordersWithToken, orderWithMatches } from '../../src/modules/ats/shared/order-reading.ts';
import { seededRandom } from '../support/random.ts';
import { quantile } from '../support/statistics.ts';
import { BASKET_ORDERS, countOfBasket, countOfOwnToken, DESK_TOKEN, tokenOf } from './flow.ts';
import type { Extent, FilledVenue } from './place.ts';

/** Orders of one page of getOrder by token. */
const PAGE = 500;

/** One thing that is read, with other ids at each call. */
export interface Read {
  readonly name: string;
  /** Reads, and throws unless the answer is as long as it must be. */
  readonly run: (deps: AtsDeps, clientId: string, extent: Extent, random: () => number) => Promise<void>;
  /** How often it is done for each time of the quickest. */
  readonly share: number;
}

const any = (count: number, random: () => number) => 1 + Math.floor(random() * count);
/** Baskets and tokens of the first and last orders may be cut off. */
const anyWhole = (count: number, random: () => number) => 200 + Math.floor(random() * (count - 400));

/** What the methods getOrder and getMatchedTrade read, and the history's other lists. */
export const READS: readonly Read[] = [
  {
    name: 'getOrder by id',
    share: 1,
    run: async (deps, _clientId, { orders }, random) => {
      expectCount(await orderWithMatches(deps, idOf(any(orders, random), 0)).then((found) => (found ? 1 : 0)), 1);
    },
  },
  {
    name: 'getMatchedTrade by id',
    share: 1,
    run: async (deps, _clientId, { matches }, random) => {
      expectCount(await matchById(deps, idOf(any(matches, random), 0)).then((found) => (found ? 1 : 0)), 1);
    },
  },
  {
    name: 'getOrder by token, 1 order',
    share: 1,
    run: async (deps, clientId, { orders }, random) => {
      const token = tokenOf(countOfOwnToken(anyWhole(orders, random)));
      expectCount(await countOf(ordersWithToken(deps, clientId, { token, limit: PAGE })), 1);
    },
  },
  {
    name: `getOrder by token, ${BASKET_ORDERS} orders`,
    share: 0.2,
    run: async (deps, clientId, { orders }, random) => {
      const token = tokenOf(countOfBasket(anyWhole(orders, random)));
      expectCount(await countOf(ordersWithToken(deps, clientId, { token, limit: PAGE })), BASKET_ORDERS);
    },
  },
  {
    name: `getOrder by token, newest ${PAGE} of a tenth of all`,
    share: 0.02,
    run: async (deps, clientId) => {
      expectCount(await countOf(ordersWithToken(deps, clientId, { token: DESK_TOKEN, limit: PAGE })), PAGE);
    },
  },
  {
    name: 'getOrder by a token that nobody used',
    share: 1,
    run: async (deps, clientId, _extent, random) => {
      expectCount(await countOf(ordersWithToken(deps, clientId, { token: `none ${random()}`, limit: PAGE })), 0);
    },
  },
  {
    name: 'changes of an order',
    share: 1,
    run: async ({ history }, _clientId, { orders }, random) => {
      const changes = await (history as HistoryStore).changesOf(idOf(any(orders, random), 0));
      expectCount(Math.min(changes.length, 1), 1);
    },
  },
];

async function countOf(found: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of found) count++;
  return count;
}

function expectCount(found: number, expected: number): void {
  if (found !== expected) throw new Error(`${expected} expected, ${found} found`);
}

/** Nothing is live or recent: every read goes to the history. */
const emptyMemory = {
  order: () => undefined,
  match: () => undefined,
  recentOrder: () => undefined,
  recentWithToken: () => [],
} satisfies Partial<Orders>;

/** The reads of one history. */
export class Reader {
  readonly #venue: FilledVenue;
  readonly #database: Database;
  readonly #deps: AtsDeps;

  private constructor(venue: FilledVenue, database: Database) {
    this.#venue = venue;
    this.#database = database;
    // Order reading uses only these two.
    this.#deps = { exchange: emptyMemory, history: new HistoryStore(database, 0) } as unknown as AtsDeps;
  }

  static async open(venue: FilledVenue): Promise<Reader> {
    return new Reader(venue, await venue.openHistory());
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  /**
   * Milliseconds of each of `times` reads, one after the other: of the same orders each time, which lie anywhere in the
   * history. So the second time what they need is in memory, however large the history is.
   */
  async run(read: Read, times: number): Promise<number[]> {
    const { parties, extent } = this.#venue;
    const random = seededRandom(20260106);
    const elapsed: number[] = [];
    for (let time = 0; time < times; time++) {
      const started = performance.now();
      await read.run(this.#deps, parties.clientID, extent, random);
      elapsed.push(performance.now() - started);
    }
    return elapsed;
  }
}

/** p50 and p99 of reads in milliseconds. */
export function quantilesOf(times_ms: readonly number[]): { readonly p50: number; readonly p99: number } {
  const sorted = times_ms.toSorted((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
}
