/** Whatever happens, nobody gets on any channel what is not his to know (S9, S24, S31, S32). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SocketLike } from '../../src/client/index.ts';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { Client } from '../../src/http/methods/client.ts';
import { DROP_COPY, EVENT_SCOPES } from '../../src/http/methods/scopes.ts';
import type { MarketDataStream } from '../../src/marketdata/market-data-stream.ts';
import { MemoryNetwork } from '../client/support/memory-network.ts';
import { checkFrame } from '../support/frame-check.ts';
import { runs } from '../support/thorough.ts';
import { type Deed, deed, markOf, SmallVenue, SURE_DEEDS, TRADERS } from './support/small-venue.ts';
import type { Message } from './support/stream-client.ts';
import { testClient } from './support/stream-server.ts';

interface Viewer {
  readonly client: Client;
  /** Fields of the subscription to orders. */
  readonly orders: object;
  /** The traders whose orders it may see; null: it is refused. */
  readonly sees: readonly string[] | null;
}

const [FAMILY, ALL] = [markOf('p'), { clients: 'all' }];
const clientOf = (trader: string, more: Partial<Client> = {}): Client => ({
  ...testClient(markOf(trader)),
  parentId: FAMILY,
  scopes: new Set(EVENT_SCOPES),
  ...more,
});
/** Clients a and b are below p, and so is the drop copy d; c is another parent, with e below it. */
const OTHERS = { parentId: markOf('c') };
const OWN = { orders: {}, sees: [] };
const VIEWERS: readonly Viewer[] = [
  { client: clientOf('a'), orders: {}, sees: ['a'] },
  { client: clientOf('b'), orders: {}, sees: ['b'] },
  { client: clientOf('c', OTHERS), orders: {}, sees: ['c'] },
  { client: clientOf('p'), orders: {}, sees: [] },
  { client: clientOf('p'), orders: ALL, sees: ['a', 'b'] },
  { client: clientOf('d', { scopes: new Set([...EVENT_SCOPES, DROP_COPY]) }), orders: ALL, sees: ['a', 'b'] },
  { client: clientOf('e', OTHERS), orders: ALL, sees: null },
  { client: clientOf('n', { scopes: new Set([DROP_COPY]) }), orders: ALL, sees: null },
  { client: clientOf('m', { parentId: markOf('m'), master: true }), orders: {}, sees: TRADERS },
];

const EVERYTHING = { op: 'subscribe', securityIds: ['*'] };
/** In turn, so that every form of every channel has somebody who reads it. */
const PUBLIC: readonly object[][] = [
  [
    { ...EVERYTHING, channel: 'topOfBook' },
    { ...EVERYTHING, channel: 'depth', levels: 'all', checksum: true },
    { ...EVERYTHING, channel: 'trades' },
    { ...EVERYTHING, channel: 'market' },
  ],
  [
    { ...EVERYTHING, channel: 'topOfBook', mode: 'conflated', intervalMs: 50 },
    { ...EVERYTHING, channel: 'depth', levels: 2, mode: 'conflated', intervalMs: 50 },
    { ...EVERYTHING, channel: 'trades', mode: 'conflated', intervalMs: 50 },
    { ...EVERYTHING, channel: 'market' },
  ],
];

/** One connection, with every message that ever came to it. */
class Reader {
  readonly received: Message[] = [];
  readonly network: MemoryNetwork;
  readonly #viewer: Viewer;
  readonly #place: number;
  #socket: SocketLike | null = null;

  constructor(stream: MarketDataStream, viewer: Viewer, place: number) {
    this.network = new MemoryNetwork(stream);
    this.#viewer = viewer;
    this.#place = place;
    this.connect();
  }

  /** Goes on where it was. */
  connect(): void {
    this.#socket?.close();
    const since = (channel: string) => {
      const cursor = this.received.findLast((message) => message.channel === channel && message.cursor)?.cursor;
      return cursor === undefined ? {} : { since: cursor };
    };
    const socket = this.network.openSocket('');
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.received.push(JSON.parse(String(data)));
    const asked = (PUBLIC[this.#place % PUBLIC.length] as { channel: string }[]).map((request) =>
      ['trades', 'market'].includes(request.channel) ? { ...request, ...since(request.channel) } : request,
    );
    const orders = { op: 'subscribe', channel: 'orders', id: 'orders', ...this.#viewer.orders, ...since('orders') };
    socket.onopen = () => {
      socket.send(JSON.stringify({ op: 'auth', clientID: String(this.#place), developerAPIKey: 'key' }));
      for (const request of [...asked, orders]) socket.send(JSON.stringify(request));
    };
  }

  /** Throws where it got what it must not know, or not what is its own. */
  check(venue: SmallVenue, from: number): void {
    const { sees } = this.#viewer;
    const refusals = this.received.filter(({ type }) => type === 'error');
    expect(refusals.every(({ id, code }) => sees === null && id === 'orders' && code === 'not-permitted')).toBe(true);
    expect(refusals.length > 0).toBe(sees === null);
    for (const message of this.received) {
      checkFrame(message);
      if (message.channel === 'orders') this.#checkOwn(message, venue);
      else if (message.channel !== undefined && message.id === undefined) checkPublic(message, venue);
    }
    const own = this.received.filter(({ type }) => type === 'event').map(({ seq }) => seq);
    const expected = sees === null ? [] : [...venue.happened.values()].filter((one) => concerns(one, sees));
    expect(own).toEqual(expected.map(({ seq }) => seq).filter((seq) => seq > from));
  }

  #checkOwn(message: Message, { happened }: SmallVenue): void {
    if (message.type !== 'event') return;
    const sees = this.#viewer.sees ?? [];
    const event = happened.get(message.seq as number) as ExchangeEvent;
    if (!concerns(event, sees)) throw new Error(`a foreign event: ${JSON.stringify(message)}`);
    const allowed = [...sees, 'p', 'd'].map(markOf);
    const foreign = marksIn(message).filter((mark) => !allowed.includes(mark));
    if (foreign.length > 0) throw new Error(`what is ${foreign.join()}'s: ${JSON.stringify(message)}`);
  }
}

function marksIn(message: Message): string[] {
  return JSON.stringify(message).match(/zz-[a-z]/g) ?? [];
}

function concerns(event: ExchangeEvent, sees: readonly string[]): boolean {
  const isSeen = (clientId: string) => sees.some((trader) => markOf(trader) === clientId);
  if (event.type === 'order') return isSeen(event.order.ticket.clientId);
  if (event.type === 'match') return isSeen(event.match.buyClientId) || isSeen(event.match.sellClientId);
  if (event.type === 'notice') return event.notice.to.some(({ clientId }) => isSeen(clientId));
  return event.type === 'market';
}

/** What everybody may know: no name of anyone, and no price of a hidden order but where it has traded. */
function checkPublic(message: Message, { hiddenPrices, happened }: SmallVenue): void {
  const text = JSON.stringify(message);
  if (marksIn(message).length > 0) throw new Error(`it says whose it is: ${text}`);
  const prices = [...text.matchAll(/"(\d+\.\d{6})"/g)].map(([, price]) => price as string);
  if (message.channel !== 'trades') {
    const hidden = prices.filter((price) => hiddenPrices.has(price));
    if (hidden.length > 0) throw new Error(`a hidden price: ${text}`);
    return;
  }
  for (const price of prices) if (!isTraded(price, happened)) throw new Error(`nothing traded at ${price}: ${text}`);
}

function isTraded(price: string, happened: SmallVenue['happened']): boolean {
  for (const event of happened.values()) {
    if (event.type === 'match' && event.match.price === Number(price.replace('.', ''))) return true;
  }
  return false;
}

type Step = {
  readonly deeds: readonly Deed[];
  readonly next: 'nothing' | 'interval' | 'come back';
  readonly who: number;
};

const step: fc.Arbitrary<Step> = fc.record({
  deeds: fc.array(deed, { minLength: 1, maxLength: 8 }),
  next: fc.constantFrom('nothing' as const, 'interval', 'interval', 'come back'),
  who: fc.nat(VIEWERS.length - 1),
});

/** So that each form is there, whatever chance has. */
const SURE_STEP: Step = { deeds: SURE_DEEDS, next: 'interval', who: 0 };

test('hidden prices and foreign orders are on no channel of anyone who may not see them', async () => {
  const seen = new Map<string, number>();
  let hidden = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const venue = new SmallVenue();
      venue.history.below.set(FAMILY, ['a', 'b', 'd'].map(markOf));
      venue.history.below.set(markOf('c'), [markOf('e')]);
      const stream = venue.stream((place) => (VIEWERS[Number(place)] as Viewer).client);
      const readers = VIEWERS.map((viewer, place) => new Reader(stream, viewer, place));
      const rest = async () => {
        for (const { network } of readers) await network.rest();
      };
      await rest();
      const from = venue.replica.lastEventSeq();
      for (const { deeds, next, who } of [...steps, SURE_STEP]) {
        if (next === 'come back') (readers[who] as Reader).connect();
        venue.perform(deeds);
        if (next === 'interval') venue.time.advanceMs(50);
        await rest();
      }
      venue.time.advanceMs(50);
      await rest();
      for (const reader of readers) {
        reader.check(venue, from);
        for (const { channel, type } of reader.received) {
          seen.set(`${channel} ${type}`, (seen.get(`${channel} ${type}`) ?? 0) + 1);
        }
      }
      hidden += venue.hiddenPrices.size;
    }),
    { numRuns: runs(16, 200), seed: 1 },
  );
  const forms = [
    'topOfBook update',
    'depth update',
    'trades trade',
    'trades bar',
    'trades bust',
    'trades adjust',
    'market update',
  ];
  for (const form of [...forms, 'orders event']) expect(seen.get(form) ?? 0, form).toBeGreaterThan(3);
  expect(hidden).toBeGreaterThan(50);
});

/** In security 7 nothing trades: disclosed bids at 9 and offers at 11, hidden ones between them. */
const quietDeed = fc.oneof(
  fc.record({ isBid: fc.boolean(), quantity: fc.integer({ min: 1, max: 20 }) }).map(
    ({ isBid, quantity }): Deed => ({
      ...{ do: 'enter', trader: 'a', account: 'x', securityId: 7, kind: 'open', contingency: 'None', quantity },
      ...(isBid ? { side: 'buy', dollars: 9 } : { side: 'sell', dollars: 11 }),
    }),
  ),
  deed.filter((one) => one.do === 'enter' && one.securityId === 8 && one.kind !== 'hidden'),
  fc.constantFrom<Deed>({ do: 'halt', at: 0 }, { do: 'resume', at: 0 }, { do: 'quote', at: 1 }),
);
const hiddenDeed = fc.record({ isBid: fc.boolean(), quantity: fc.integer({ min: 1, max: 20 }) }).map(
  ({ isBid, quantity }): Deed => ({
    ...{ do: 'enter', trader: 'b', account: 'y', securityId: 7, kind: 'hidden', contingency: 'None', quantity },
    ...(isBid ? { side: 'buy', dollars: 9 } : { side: 'sell', dollars: 10 }),
  }),
);

/** The numbers that count what happens in the whole venue (S22), by their sequence; a book's top has its own (S10). */
function ranked(messages: readonly Message[]): string[] {
  const ranks = new Map<unknown, number>();
  const rankOf = (value: unknown) => {
    if (!ranks.has(value)) ranks.set(value, ranks.size);
    return ranks.get(value);
  };
  return messages.map((message) =>
    JSON.stringify(message, (name, value) => {
      const counts = /^(seq|prevSeq|eventSeq|cursor)$/.test(name) && message.channel !== 'topOfBook';
      return counts ? rankOf(value) : value;
    }),
  );
}

test('hidden orders change no message, and leave no gap', async () => {
  const quiet = fc.array(quietDeed, { minLength: 1, maxLength: 4 });
  const steps = fc.array(fc.tuple(quiet, fc.array(hiddenDeed, { minLength: 1, maxLength: 4 })), { minLength: 8 });
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const [plain, hiding] = await Promise.all(
        [false, true].map(async (hides) => {
          const venue = new SmallVenue();
          const stranger = clientOf('e', OTHERS);
          const readers = [0, 1].map(
            (place) =>
              new Reader(
                venue.stream(() => stranger),
                { ...OWN, client: stranger },
                place,
              ),
          );
          for (const [deeds, hidden] of all) {
            venue.perform(hides ? hidden : []);
            venue.perform(deeds);
            venue.time.advanceMs(50);
            for (const { network } of readers) await network.rest();
          }
          return readers.map(({ received }) => ranked(received));
        }),
      );
      expect(hiding).toEqual(plain);
    }),
    { numRuns: runs(10, 200), seed: 1 },
  );
});
