import { idOf } from '../../src/exchange/api/units.ts';
import { markdownTable } from '../support/markdown.ts';
import { seededRandom } from '../support/random.ts';
import type { Figure } from '../support/results.ts';
import type { Section } from '../support/section.ts';
import { quantile } from '../support/statistics.ts';
import type { VenueProcess } from '../support/venue-process.ts';
import { countOfBasket, countOfOwnToken, tokenOf } from './flow.ts';
import type { Extent, FilledVenue } from './place.ts';
import { sizesHead } from './tables.ts';

const CALLS = 200;
const WARM_UP = 20;
/** Of one kind of call; of what takes long fewer calls are made. */
const MEASURED_MS_MAX = 15_000;
const AIM = 'at most 20';

/** What is asked of the lists of the client that has all of the orders; a call differs from the one before. */
interface Listing {
  readonly name: string;
  readonly path: (extent: Extent, securityId: string, random: () => number) => string;
  /** getOrderHistory: what is posted. */
  readonly body?: (extent: Extent, random: () => number) => object;
}

const some = (count: number, random: () => number) => 1 + Math.floor(random() * count);
const anOrder = ({ orders }: Extent, random: () => number) => String(idOf(some(orders, random), 0));
const aToken = ({ orders }: Extent, random: () => number) => tokenOf(countOfOwnToken(10 + some(orders - 10, random)));
const aBasket = ({ orders }: Extent, random: () => number) => tokenOf(countOfBasket(some(orders - 200, random)));
const somewhere = (random: () => number) => `limit=10&offset=${Math.floor(random() * 9990)}`;

const LISTINGS: readonly Listing[] = [
  { name: 'orders, newest 10', path: () => 'ats/orders?limit=10' },
  { name: 'orders, newest 500', path: () => 'ats/orders?limit=500' },
  { name: 'orders, any page of the newest 10,000', path: (_extent, _id, random) => `ats/orders?${somewhere(random)}` },
  { name: 'orders by id', path: (extent, _id, random) => `ats/orders?filter[orderId]=${anOrder(extent, random)}` },
  { name: 'one order', path: (extent, _id, random) => `ats/orders/${anOrder(extent, random)}` },
  { name: 'orders by token, one', path: (extent, _id, random) => `ats/orders?filter[token]=${aToken(extent, random)}` },
  { name: 'orders by token, 20', path: (extent, _id, random) => `ats/orders?filter[token]=${aBasket(extent, random)}` },
  {
    name: 'orders by security, any page of the newest 10,000',
    path: (_extent, id, random) => `ats/orders?filter[securityId]=${id}&${somewhere(random)}`,
  },
  {
    name: 'orders that are Executed, any page of the newest 10,000',
    path: (_extent, _id, random) => `ats/orders?filter[orderStatus]=Executed&${somewhere(random)}`,
  },
  { name: 'orders that are Cancelled, newest 10', path: () => 'ats/orders?filter[orderStatus]=Cancelled&limit=10' },
  { name: 'orders that are Live, newest 10', path: () => 'ats/orders?filter[orderStatus]=Live&limit=10' },
  { name: 'orders that are Active, newest 10', path: () => 'ats/orders?filter[status]=Active&limit=10' },
  { name: 'trades, any page of the newest 10,000', path: (_extent, _id, random) => `ats/trades?${somewhere(random)}` },
  {
    name: 'trades by id',
    path: ({ matches }, _id, random) => `ats/trades?filter[tradeId]=${idOf(some(matches, random), 0)}`,
  },
  {
    name: 'trades by security, any page of the newest 10,000',
    path: (_extent, id, random) => `ats/trades?filter[securityId]=${id}&${somewhere(random)}`,
  },
  {
    name: 'getOrderHistory',
    path: () => 'getOrderHistory',
    body: (extent, random) => ({ orderid: anOrder(extent, random) }),
  },
];

/** The lists of a client with a long past, one call after another over HTTP. Throws where one is refused. */
export async function measureLists(venues: readonly FilledVenue[]): Promise<Section> {
  const heads = sizesHead(venues);
  const rows = LISTINGS.map(({ name }) => [name]);
  const figures: Figure[] = [];
  for (const [index, filled] of venues.entries()) {
    const venue = await filled.serve();
    try {
      for (const [at, listing] of LISTINGS.entries()) {
        const times = (await timesOf(venue, filled, listing)).toSorted((a, b) => a - b);
        const [median, highest] = [quantile(times, 0.5), quantile(times, 0.99)];
        console.error(`${listing.name}: ${median.toFixed(2)} ms`);
        rows[at]!.push(`${median.toFixed(2)}; ${highest.toFixed(2)}`);
        const name = `${listing.name}, ${heads[index]}`;
        figures.push({ name, unit: 'ms', median, lowest: times[0]!, highest, aim: AIM });
      }
    } finally {
      await venue.stop();
    }
  }
  const table = markdownTable(['p50; p99 ms', ...heads], rows);
  return {
    text: `**Lists of a client's own orders and trades**, over HTTP, one call after another.\n\n${table}`,
    figures,
  };
}

async function timesOf(venue: VenueProcess, { parties, extent }: FilledVenue, listing: Listing): Promise<number[]> {
  const random = seededRandom(20261122);
  const times: number[] = [];
  const { clientID, developerAPIKey, securityId } = parties;
  const end = performance.now() + MEASURED_MS_MAX;
  for (let call = -WARM_UP; call < CALLS && (times.length === 0 || performance.now() < end); call++) {
    const url = `http://127.0.0.1:${venue.port}/v3/${listing.path(extent, securityId, random)}`;
    const headers = { authorization: `Bearer ${clientID}:${developerAPIKey}`, 'content-type': 'application/json' };
    const body = listing.body?.(extent, random);
    const started = performance.now();
    const response = await fetch(url, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
    const text = await response.text();
    const elapsed = performance.now() - started;
    if (!text.startsWith('{"statusCode":"101"')) throw new Error(`${url}: ${text.slice(0, 300)}`);
    if (call >= 0 || performance.now() > end) times.push(elapsed);
  }
  return times;
}
