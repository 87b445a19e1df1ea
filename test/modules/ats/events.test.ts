import { describe, expect, test } from 'vitest';
import { checkEvents } from '../../support/event-check.ts';
import { turn } from '../../support/manual-time.ts';
import { ACCOUNT, type Caller, type Fields, OPERATOR, OTHER_TRADER, OWNER, SECURITY, TRADER } from './fixtures.ts';
import { newOrder, openForEachTest, venue } from './venue-for-each-test.ts';

openForEachTest();

interface Page {
  readonly events: readonly Fields[];
  readonly cursor: string;
  readonly moreEvents: string;
}

async function read(query: string, caller: Caller = TRADER): Promise<Page> {
  const { body } = await venue.get(caller, `events?${query}`);
  expect(body).toMatchObject({ statusCode: '101' });
  checkEvents((body as Page).events);
  return body as Page;
}

/** In a few words. */
function changesOf({ events }: Pick<Page, 'events'>): string[] {
  return events.map((event) => {
    const { order, match, market } = event as Record<string, Fields>;
    if (order) return `${order.orderId} ${order.change} ${order.orderStatus} ${Number(order.shares_remaining)}`;
    if (match) return `${match.matchId}: ${match.askOrderId} to ${match.bidOrderId}`;
    return `${market!.securityId} ${market!.market} ${market!.reasonCode}`;
  });
}

const now = async (caller: Caller = TRADER) => (await read('after=latest', caller)).cursor;

describe('GET /v3/events (H7)', () => {
  test('has the events of the clients below a parent, by name and in pages, with clients all (S32)', async () => {
    const before = await now();
    const own = await newOrder();
    await newOrder({ price: '1' }, OWNER);
    const below = await newOrder({ action: 'Sell', quantity: '30' }, OTHER_TRADER);
    const whose = ({ events }: Page) =>
      events.map(({ order, match }) => (order ? (order as Fields).clientId : (match as Fields).matchId));
    const all = await read(`after=${before}&clients=all`);
    expect(changesOf(all)).toEqual([
      `${own} entered Live 100`,
      `${below} entered Live 30`,
      `100100: ${below} to ${own}`,
      `${below} filled Executed 0`,
      `${own} filled Partially Executed 70`,
    ]);
    expect(whose(all)).toEqual([TRADER, OTHER_TRADER, '100100', OTHER_TRADER, TRADER]);
    const pages: Page[] = [];
    for (let page = { cursor: before, moreEvents: 'Yes' } as Page; page.moreEvents === 'Yes'; pages.push(page)) {
      page = await read(`after=${page.cursor}&clients=all&limit=1`);
    }
    expect(pages.flatMap(({ events }) => events)).toEqual(all.events);
    // A page with nothing but an event of another client.
    expect(pages.map(({ events }) => events.length)).toEqual([1, 0, 1, 1, 1, 1]);
    expect(changesOf(await read(`after=${before}&clients=own`))).toHaveLength(3);
    expect(changesOf(await read(`after=${before}&clients=all`, OPERATOR))).toHaveLength(6);
  });

  test('is refused with clients all to a client that may not follow others, and with wait', async () => {
    expect((await venue.get(OTHER_TRADER, 'events?clients=all')).body).toMatchObject({ statusCode: '1403' });
    expect((await venue.get(TRADER, 'events?clients=all&wait=1')).body).toMatchObject({ statusCode: '1400' });
    expect((await venue.get(TRADER, 'events?clients=everybody')).body).toMatchObject({ statusCode: '1400' });
  });

  test('lists every change of the own orders and matches, in order, and nothing of others', async () => {
    const before = await now();
    const bid = await newOrder({ token: 'mine', accountid: ACCOUNT });
    await newOrder({ price: '1' }, OTHER_TRADER);
    await venue.post(TRADER, 'replaceOrder', { orderid: bid, quantity: '80' });
    const offer = await newOrder({ action: 'Sell', quantity: '30' }, OTHER_TRADER);
    await venue.post(TRADER, 'cancelOrder', { orderid: bid });
    const page = await read(`after=${before}`);
    expect(changesOf(page)).toEqual([
      `${bid} entered Live 100`,
      `${bid} replaced Live 80`,
      `100100: ${offer} to ${bid}`,
      `${bid} filled Partially Executed 50`,
      `${bid} cancelled Cancelled 50`,
    ]);
    expect(page.events.at(-1)).toEqual({
      eventSeq: expect.any(Number),
      eventTime: '2026-03-02T15:00:00.000000Z',
      eventType: 'order',
      order: {
        ...{ orderId: bid, securityId: String(SECURITY), memberId: '5001', accountId: ACCOUNT, token: 'mine' },
        ...{ action: 'Bid', type: 'Limit', change: 'cancelled', orderStatus: 'Cancelled' },
        ...{ number_shares: '80.000000', shares_remaining: '50.000000', price_per_share: '10.250000' },
        ...{ reason: null, reasonCode: 'cancelled', executionType: 'Cancelled' },
        ...{ filledShares: '30.000000', filledAmount: '307.500000', averagePrice: '10.250000' },
      },
    });
    const { body } = await venue.post(TRADER, 'getOrderHistory', { orderid: bid });
    const history = (body as { orderHistory: Fields[] }).orderHistory.map(({ eventSeq }) => eventSeq);
    const ofOrder = page.events.filter(({ order }) => order !== undefined).map(({ eventSeq }) => eventSeq);
    expect(ofOrder).toEqual(history);
    const fill = page.events.find(({ order }) => (order as Fields | undefined)?.change === 'filled');
    expect(fill?.order).toMatchObject({
      ...{ executionType: 'Fill', matchId: '100100', fillPrice: '10.250000', fillShares: '30.000000' },
      ...{ filledShares: '30.000000', filledAmount: '307.500000', averagePrice: '10.250000' },
    });
  });

  test('shows the fill of the other side with its own number, the initiator first', async () => {
    const before = await now(OTHER_TRADER);
    const bid = await newOrder();
    const offer = await newOrder({ action: 'Sell' }, OTHER_TRADER);
    const { events } = await read(`after=${before}`, OTHER_TRADER);
    expect(changesOf({ events })).toEqual([
      `${offer} entered Live 100`,
      `100100: ${offer} to ${bid}`,
      `${offer} filled Executed 0`,
    ]);
    const own = await read(`after=${before}`);
    const seqOfFill = (page: Pick<Page, 'events'>) => page.events.at(-1)!.eventSeq as number;
    expect(seqOfFill(own)).toBe(seqOfFill({ events }) + 1);
  });

  test('lists both fills of a match with oneself', async () => {
    const before = await now();
    const bid = await newOrder();
    const offer = await newOrder({ action: 'Sell' });
    expect(changesOf(await read(`after=${before}`)).slice(2)).toEqual([
      `100100: ${offer} to ${bid}`,
      `${offer} filled Executed 0`,
      `${bid} filled Executed 0`,
    ]);
  });

  test('is the same in pages of any size: no gap, nothing twice', async () => {
    for (let index = 0; index < 5; index++) {
      await newOrder({ quantity: '10' });
      await newOrder({ action: 'Sell', quantity: '15' }, OTHER_TRADER);
      await newOrder({ quantity: '3' }, OTHER_TRADER);
    }
    for (const caller of [TRADER, OTHER_TRADER, OPERATOR] as const) {
      const whole = await read('limit=1000', caller);
      expect(whole.moreEvents).toBe('No');
      for (const limit of [1, 2, 3, 7]) {
        const events: Fields[] = [];
        let page: Page = { events, cursor: '', moreEvents: 'Yes' };
        while (page.moreEvents === 'Yes') {
          page = await read(`limit=${limit}${page.cursor === '' ? '' : `&after=${page.cursor}`}`, caller);
          expect(page.events.length).toBeLessThanOrEqual(limit);
          events.push(...page.events);
        }
        expect(events).toEqual(whole.events);
        expect(page.cursor).toBe(whole.cursor);
      }
    }
  });

  test('lists the markets of all securities for every client, with the reason', async () => {
    const before = await now();
    await venue.post(OPERATOR, 'haltSecurity', { securityId: SECURITY, reason: 'News is pending' });
    await venue.post(OPERATOR, 'resumeSecurity', { securityId: SECURITY, reason: 'The news is out' });
    await venue.exchange.submit({ type: 'security', securityId: SECURITY, status: 'ended' });
    const page = await read(`after=${before}`);
    expect(changesOf(page)).toEqual([
      `${SECURITY} halted halted`,
      `${SECURITY} open resumed`,
      `${SECURITY} closed offering-ended`,
    ]);
    expect(page.events[0]).toMatchObject({ eventType: 'market', market: { reason: 'News is pending' } });
    expect((await read(`after=${before}`, OWNER)).events).toEqual(page.events);
  });

  test('lists the events of all clients for a master key, each with its client', async () => {
    const bid = await newOrder();
    const offer = await newOrder({ action: 'Sell' }, OTHER_TRADER);
    const { events } = await read('limit=1000', OPERATOR);
    expect(changesOf({ events }).slice(-5)).toEqual([
      `${bid} entered Live 100`,
      `${offer} entered Live 100`,
      `100100: ${offer} to ${bid}`,
      `${offer} filled Executed 0`,
      `${bid} filled Executed 0`,
    ]);
    const whose = events.slice(-5).map(({ order }) => (order as Fields | undefined)?.clientId);
    expect(whose).toEqual([TRADER, OTHER_TRADER, undefined, OTHER_TRADER, TRADER]);
  });

  test('refuses a malformed cursor, one of another venue, and one from the future', async () => {
    const refused = async (after: string) => (await venue.get(TRADER, `events?after=${after}`)).body;
    const cursor = Buffer.from(await now(), 'base64url').toString();
    const coded = (text: string) => Buffer.from(text).toString('base64url');
    expect(await refused('nonsense')).toMatchObject({ statusCode: '1422', reasonCode: 'malformed-cursor' });
    const ahead = coded(`${cursor.split('.')[0]}.${venue.exchange.lastEventSeq() + 1}`);
    expect(await refused(ahead)).toMatchObject({ statusCode: '1422', reasonCode: 'cursor-ahead-of-the-venue' });
    const foreign = coded(`00000000.${venue.exchange.lastEventSeq()}`);
    expect(await refused(foreign)).toMatchObject({ statusCode: '1422', reasonCode: 'cursor-of-another-venue' });
    for (const query of ['limit=0', 'limit=1001', 'wait=31', 'wait=-1']) {
      expect((await venue.get(TRADER, `events?${query}`)).body).toMatchObject({ statusCode: '1400' });
    }
  });
});

describe('a call that waits (H8)', () => {
  /** Resolves when this many calls wait, each with the timer that ends it. */
  const untilWaiting = async (calls: number) => {
    while (venue.clock.waiting !== calls) await turn();
  };

  const wait = async (caller: Caller = TRADER) => {
    const before = venue.clock.waiting;
    const page = read(`after=${await now(caller)}&wait=30`, caller);
    await untilWaiting(before + 1);
    return { page };
  };

  test('is answered when something happens to the client, and not before', async () => {
    const { page } = await wait();
    await newOrder({}, OTHER_TRADER);
    expect(venue.clock.waiting).toBe(1);
    const orderId = await newOrder({ price: '1' });
    expect(changesOf(await page)).toEqual([`${orderId} entered Live 100`]);
    expect(venue.eventWaits.size).toBe(0);
    expect(venue.clock.waiting).toBe(0);
  });

  test('is answered by a match that another makes, and by a change of a market', async () => {
    const bid = await newOrder();
    const { page } = await wait();
    await newOrder({ action: 'Sell' }, OTHER_TRADER);
    expect(changesOf(await page).at(-1)).toBe(`${bid} filled Executed 0`);
    const { page: ofMarket } = await wait(OWNER);
    await venue.post(OPERATOR, 'haltSecurity', { securityId: SECURITY, reason: 'News is pending' });
    expect(changesOf(await ofMarket)).toEqual([`${SECURITY} halted halted`]);
  });

  test('of a master key is answered by what happens to anybody', async () => {
    const { page } = await wait(OPERATOR);
    const orderId = await newOrder();
    expect(changesOf(await page)).toEqual([`${orderId} entered Live 100`]);
  });

  test('is empty when its time is over, with a cursor that has moved on', async () => {
    const before = await now();
    const { page } = await wait();
    await newOrder({}, OTHER_TRADER);
    venue.clock.advanceMs(30_000);
    const { events, cursor, moreEvents } = await page;
    expect([events, moreEvents]).toEqual([[], 'No']);
    expect(cursor).not.toBe(before);
    expect((await read(`after=${cursor}`)).cursor).toBe(cursor);
  });

  test('is answered at once where there is something, and when the service stops', async () => {
    const before = await now();
    const orderId = await newOrder();
    expect(changesOf(await read(`after=${before}&wait=30`))).toEqual([`${orderId} entered Live 100`]);
    const { page } = await wait();
    venue.eventWaits.stop();
    expect((await page).events).toEqual([]);
    expect((await read(`after=${await now()}&wait=30`)).events).toEqual([]);
  });

  test('is limited in number for each client and in all', async () => {
    const pages = [await wait(), await wait()];
    const refused = async (caller: Caller) => venue.get(caller, `events?after=${await now()}&wait=30`);
    const tooMany = { http: 429, body: expect.objectContaining({ reasonCode: 'too-many-waiting-calls' }) };
    expect(await refused(TRADER)).toMatchObject(tooMany);
    pages.push(await wait(OTHER_TRADER));
    expect(await refused(OWNER)).toMatchObject(tooMany);
    expect((await read(`after=${await now()}`)).events).toEqual([]);
    venue.clock.advanceMs(30_000);
    await Promise.all(pages.map(({ page }) => page));
    expect(venue.eventWaits.size).toBe(0);
  });
});
