import { describe, expect, test } from 'vitest';
import type { MatchId, OrderId } from '../../../src/exchange/api/units.ts';
import { order as enterCommand } from '../../exchange/venue.ts';
import {
  ACCOUNT,
  type Fields,
  faulty,
  NOT_FOUND,
  OPERATOR,
  OTHER_TRADER,
  ok,
  refused,
  SECURITY,
  TRADER,
} from './fixtures.ts';
import { enter, FIRST, offer, openForEachTest, venue } from './venue-for-each-test.ts';

openForEachTest();
const read = async (fields: Fields, caller: typeof TRADER | typeof OTHER_TRADER | typeof OPERATOR = TRADER) =>
  (await venue.post(caller, 'getOrder', fields)).body;

/** ORDER, as getOrder shows it while nothing has happened to it. */
const SHOWN = {
  memberID: null,
  accountID: null,
  security_id: String(SECURITY),
  security_name: 'Example Shares',
  order_Id: FIRST,
  order_type: 'Bid',
  number_shares: '100.000000',
  shares_remaining: '100.000000',
  price_per_share: '10.250000',
  total_amount: '1025.000000',
  PND: 'No',
  Contingencies: 'None',
  MinimumThreshold: '0.000000',
  Solicited: 'No',
  status: 'Live',
  filledShares: '0.000000',
  filledAmount: '0.000000',
  averagePrice: null,
  reason: null,
  reasonCode: null,
  selfTradePrevention: 'None',
  createdDate: '2026-03-02 15:00:00',
  updateDate: '2026-03-02 15:00:00',
  createdIPAddress: '127.0.0.1',
  matchedOrders: [],
  mathcedOrders: [],
};

describe('getOrder', () => {
  test('shows an order whole', async () => {
    await enter();
    const reply = await venue.post(TRADER, 'getOrder', { orderid: 100100 }, { encoding: 'json' });
    expect(reply).toEqual({ http: 200, replayed: null, body: ok({ orderDetails: [SHOWN] }) });
  });

  test('shows account, contingency, hidden price and solicitation', async () => {
    const changes = { contingencies: 'Minimum Quantity', minimumThreshold: '20', disclosePrice: 'No' };
    await enter({ ...changes, accountid: ACCOUNT, solicited: 'Solicited' });
    const orderDetails = [
      {
        ...SHOWN,
        memberID: ACCOUNT,
        accountID: ACCOUNT,
        PND: 'Yes',
        Contingencies: 'Minimum Quantity',
        MinimumThreshold: '20.000000',
        Solicited: 'Yes',
      },
    ];
    expect(await read({ orderid: FIRST })).toEqual(ok({ orderDetails }));
  });

  test('shows RFQ in place of a price', async () => {
    await enter({ type: 'RFQ', price: '3' });
    const orderDetails = [{ ...SHOWN, price_per_share: 'RFQ', total_amount: '0.000000' }];
    expect(await read({ orderid: FIRST })).toEqual(ok({ orderDetails }));
  });

  test('multiplies exactly', async () => {
    await enter({ quantity: '999999999', price: '999999999.999999' });
    const amounts = {
      number_shares: '999999999.000000',
      shares_remaining: '999999999.000000',
      price_per_share: '999999999.999999',
      total_amount: '999999998999999000.000001',
    };
    expect(await read({ orderid: FIRST })).toEqual(ok({ orderDetails: [{ ...SHOWN, ...amounts }] }));
  });

  /** A bid of 100 filled by offers of 30 and 50 at different prices and times. */
  async function twoFills() {
    await offer({ quantity: '30', price: '10.1' });
    await enter();
    venue.clock.moveTo('2026-03-02T15:00:05Z');
    await offer({ quantity: '50' });
    const matched = [
      {
        matchid: '100100',
        executedPrice: '10.100000',
        executedQuantity: '30.000000',
        executedTotalCommitment: '303.000000',
        createdDate: '2026-03-02 15:00:00',
        updateDate: '2026-03-02 15:00:00',
        eventTime: '2026-03-02T15:00:00.000000Z',
        createdIPAddress: '127.0.0.1',
      },
      {
        matchid: '100200',
        executedPrice: '10.250000',
        executedQuantity: '50.000000',
        executedTotalCommitment: '512.500000',
        createdDate: '2026-03-02 15:00:05',
        updateDate: '2026-03-02 15:00:05',
        eventTime: '2026-03-02T15:00:05.000000Z',
        createdIPAddress: '127.0.0.1',
      },
    ];
    return {
      ...SHOWN,
      order_Id: '100200',
      shares_remaining: '20.000000',
      status: 'Partially Executed',
      filledShares: '80.000000',
      filledAmount: '815.500000',
      averagePrice: '10.193750',
      updateDate: '2026-03-02 15:00:05',
      matchedOrders: matched,
      mathcedOrders: matched,
    };
  }

  test('shows the matches of a live order, wherever they are kept', async () => {
    const shown = await twoFills();
    expect(await read({ orderid: '100200' })).toEqual(ok({ orderDetails: [shown] }));
    venue.project();
    expect(venue.exchange.recentOrder(100200 as OrderId)?.matches).toEqual([]);
    expect(await read({ orderid: '100200' })).toEqual(ok({ orderDetails: [shown] }));
  });

  test('merges matches of the history with newer ones of the exchange, each once', async () => {
    const shown = await twoFills();
    venue.project();
    await offer({ quantity: '20' });
    const third = { ...shown.matchedOrders[1], matchid: '100300', executedQuantity: '20.000000' };
    const matched = [...shown.matchedOrders, { ...third, executedTotalCommitment: '205.000000' }];
    const filled = { filledShares: '100.000000', filledAmount: '1020.500000', averagePrice: '10.205000' };
    const executed = { ...shown, ...filled, shares_remaining: '0.000000', status: 'Executed' };
    const body = ok({ orderDetails: [{ ...executed, matchedOrders: matched, mathcedOrders: matched }] });
    expect(await read({ orderid: '100200' })).toEqual(body);
    // The history already has what the exchange has not forgotten yet.
    const recent = venue.exchange.recentOrder(100200 as OrderId)?.matches ?? [];
    expect(recent.length).toBe(1);
    for (const match of recent) venue.history.matches.set(match.matchId, match);
    expect(await read({ orderid: '100200' })).toEqual(body);
    venue.project();
    expect(venue.exchange.order(100200 as OrderId)).toBeUndefined();
    expect(await read({ orderid: '100200' })).toEqual(body);
  });

  test('leaves out matches that the history has and the view of the order has not', async () => {
    const shown = await twoFills();
    venue.project();
    const later = { ...(await venue.history.match(100200 as MatchId)), matchId: 100300, quantity: 20 };
    venue.history.matches.set(100300, later as NonNullable<Awaited<ReturnType<typeof venue.history.match>>>);
    expect(await read({ orderid: '100200' })).toEqual(ok({ orderDetails: [shown] }));
  });

  test('answers unknown and foreign orders alike, from memory and from the history', async () => {
    await enter();
    expect(await read({ orderid: FIRST }, OTHER_TRADER)).toEqual(NOT_FOUND);
    expect(await read({ orderid: '999999' })).toEqual(NOT_FOUND);
    expect(await read({ orderid: '123.4' })).toEqual(NOT_FOUND);
    await venue.post(TRADER, 'cancelOrder', { orderid: FIRST });
    venue.project();
    expect(await read({ orderid: FIRST })).toEqual(
      ok({ orderDetails: [{ ...SHOWN, status: 'Cancelled', reasonCode: 'cancelled' }] }),
    );
    expect(await read({ orderid: FIRST }, OTHER_TRADER)).toEqual(NOT_FOUND);
  });

  test('shows a master key every order, and whose it is', async () => {
    await enter();
    const orderDetails = [{ ...SHOWN, clientId: TRADER }];
    expect(await read({ orderid: FIRST }, OPERATOR)).toEqual(ok({ orderDetails }));
  });

  test('names what is missing or malformed', async () => {
    expect(await read({})).toEqual(faulty('orderid', 'Missing'));
    expect(await read({ orderid: '', token: '' })).toEqual(faulty('orderid', 'Missing'));
    expect(await read({ orderid: 'A1' })).toEqual(faulty('orderid', 'only numbers are allowed'));
  });
});

describe('getOrder by token', () => {
  test("shows every order of the client that shares it, oldest first, the history's among them", async () => {
    await enter({ token: 'group' });
    await enter({ token: 'group', quantity: '7', price: '1' });
    await enter({ token: 'another' });
    await offer({ token: 'group', price: '20' });
    await venue.post(TRADER, 'cancelOrder', { orderid: FIRST });
    const cancelled = { ...SHOWN, status: 'Cancelled', token: 'group', reasonCode: 'cancelled' };
    const shares = { number_shares: '7.000000', shares_remaining: '7.000000' };
    const live = {
      ...SHOWN,
      ...shares,
      token: 'group',
      order_Id: '100200',
      price_per_share: '1.000000',
      total_amount: '7.000000',
    };
    const body = ok({ orderDetails: [cancelled, live], moreOrders: 'No' });
    expect(await read({ token: 'group' })).toEqual(body);
    expect(await read({ orderid: FIRST, token: 'group' })).toEqual(body);
    venue.project();
    expect(await read({ token: 'group' })).toEqual(body);
  });

  test('shows a master key those of all clients, with the client of each', async () => {
    await enter({ token: 'group', price: '1' });
    await offer({ token: 'group', price: '20' });
    venue.project();
    await enter({ token: 'group', price: '1' });
    await offer({ token: 'another', price: '20' });
    const all = { orderDetails: ['100100', '100200', '100300'].map((order_Id) => ({ order_Id })), moreOrders: 'No' };
    const body = await read({ token: 'group' }, OPERATOR);
    expect(body).toMatchObject(all);
    expect((body as { orderDetails: Fields[] }).orderDetails.map(({ clientId }) => clientId)).toEqual([
      TRADER,
      OTHER_TRADER,
      TRADER,
    ]);
    const newest = { orderDetails: all.orderDetails.slice(1), moreOrders: 'Yes' };
    expect(await read({ token: 'group', limit: '2' }, OPERATOR)).toMatchObject(newest);
    const rest = { orderDetails: all.orderDetails.slice(0, 1), moreOrders: 'No' };
    expect(await read({ token: 'group', limit: '2', before: '100200' }, OPERATOR)).toMatchObject(rest);
    expect(await read({ token: 'nothing' }, OPERATOR)).toEqual(NOT_FOUND);
  });

  test('shows all that may share it in one answer, wherever each is kept, and counts older ones', async () => {
    const { exchange } = venue;
    const command = enterCommand({ clientId: TRADER, securityId: SECURITY, token: 'group', price: 1_000_000 });
    const enter = (count: number) => Promise.all(Array.from({ length: count }, () => exchange.submit(command)));
    await enter(300);
    venue.project();
    await enter(300);
    const all = (await read({ token: 'group' })) as { orderDetails: Fields[]; moreOrders: string };
    const ids = all.orderDetails.map(({ order_Id }) => Number(order_Id));
    expect(ids).toEqual(Array.from({ length: 600 }, (_, index) => 100_100 + 100 * index));
    expect(all.moreOrders).toBe('No');
    await enter(1);
    expect(await read({ token: 'group' })).toMatchObject({
      orderDetails: [...all.orderDetails.slice(1), { order_Id: '160100' }],
      moreOrders: 'Yes',
    });
    const page = (await read({ token: 'group', before: '160100' })) as typeof all;
    expect(page.orderDetails).toEqual(all.orderDetails.slice(100));
    expect(page.moreOrders).toBe('Yes');
  });

  test('answers 404 when the client has none with it', async () => {
    await enter({ token: 'group' });
    expect(await read({ token: 'group' }, OTHER_TRADER)).toEqual(NOT_FOUND);
    expect(await read({ token: 'nothing' })).toEqual(NOT_FOUND);
  });
});

describe('the pages of getOrder by token', () => {
  type Page = { readonly orderDetails: readonly { readonly order_Id: string }[]; readonly moreOrders: string };
  const page = async (fields: Fields = {}) => (await read({ token: 'group', ...fields })) as Page;
  const idsOf = ({ orderDetails }: Page) => orderDetails.map(({ order_Id }) => order_Id);

  /** Reads back to the oldest as a caller does. */
  async function pages(limit?: number): Promise<string[][]> {
    const found: string[][] = [];
    for (let before: string | undefined; ; before = found.at(-1)![0]!) {
      const next = await page({ limit, before });
      found.push(idsOf(next));
      if (next.moreOrders === 'No') return found;
    }
  }

  test('hold every order once, the newest first, wherever each is kept', async () => {
    for (let count = 0; count < 7; count++) {
      await enter({ token: 'group', price: '1' });
      await enter({ token: 'another', price: '1' });
      if (count === 3) venue.project();
    }
    await venue.post(TRADER, 'cancelOrder', { orderid: '101100' });
    const expected = [['100900', '101100', '101300'], ['100300', '100500', '100700'], ['100100']];
    expect(await pages(3)).toEqual(expected);
    venue.project();
    expect(await pages(3)).toEqual(expected);
    expect(await pages(7)).toEqual([expected.flat().sort()]);
    expect(await pages()).toEqual([expected.flat().sort()]);
  });

  test('are read in pieces, between which the rest of the program has its turn', async () => {
    for (let count = 0; count < 230; count++) await enter({ token: 'group', price: '1' });
    let turns = 0;
    const ordersWithToken = venue.history.ordersWithToken.bind(venue.history);
    venue.history.ordersWithToken = async (...asked) => {
      expect(asked[2]).toBeLessThanOrEqual(100);
      return ordersWithToken(...asked);
    };
    const count = () => {
      turns++;
      if (!done) setImmediate(count);
    };
    let done = false;
    setImmediate(count);
    const whole = await page({ limit: '500' });
    done = true;
    expect(idsOf(whole)).toHaveLength(230);
    expect(turns).toBeGreaterThanOrEqual(2);
    venue.project();
    expect(idsOf(await page())).toHaveLength(230);
  });

  test('end early where an order has many matches, and then say that there are more', async () => {
    await enter({ token: 'group', quantity: '1' });
    await enter({ token: 'group', quantity: '1000' });
    await enter({ token: 'group', quantity: '1', price: '1' });
    const { exchange } = venue;
    const trader = { clientId: OTHER_TRADER, securityId: SECURITY, expiration: 'Day' } as const;
    const command = enterCommand({ ...trader, side: 'sell', quantity: 1, price: 10_250_000 });
    const sell = () => exchange.submit(command);
    await sell();
    await Promise.all(Array.from({ length: 1000 }, sell));
    expect(await pages(500)).toEqual([['100200', '100300'], ['100100']]);
    expect(idsOf(await page())).toEqual(['100100', '100200', '100300']);
  });

  test('show the current state of an order that ends while the page is read', async () => {
    await enter({ token: 'group' });
    venue.project();
    const ordersWithToken = venue.history.ordersWithToken.bind(venue.history);
    venue.history.ordersWithToken = async (...asked) => {
      const found = await ordersWithToken(...asked);
      await venue.post(TRADER, 'cancelOrder', { orderid: FIRST });
      venue.project();
      return found;
    };
    expect(await read({ token: 'group' })).toMatchObject({ orderDetails: [{ status: 'Cancelled' }] });
  });

  test('name what is malformed', async () => {
    expect(await read({ token: 'group', limit: '501' })).toEqual(faulty('limit', 'must be from 1 to 500'));
    expect(await read({ token: 'group', before: 'x' })).toEqual(faulty('before', 'only numbers are allowed'));
  });
});

describe('getMatchedTrade', () => {
  const trade = async (
    matchId: unknown,
    caller: typeof TRADER | typeof OTHER_TRADER | typeof OPERATOR | 'C2001' = TRADER,
  ) => (await venue.post(caller, 'getMatchedTrade', { matchId })).body;

  test('shows a match to both of its clients and to a master key, from memory and from the history', async () => {
    await enter();
    await offer({ quantity: '30', price: '10.2' });
    const matchedTradeDetails = {
      executionTime: '2026-03-02 15:00:00',
      eventTime: '2026-03-02T15:00:00.000000Z',
      numberOfShares: '30.000000',
      Price: '10.250000',
      ordersMatched: { askOrderId: '100200', bidOrderId: '100100' },
      initiator: 'Offer',
    };
    const unseen = refused(404, 'the match was not found');
    for (const _ of ['memory', 'history']) {
      for (const caller of [TRADER, OTHER_TRADER, OPERATOR] as const) {
        expect(await trade('100100', caller)).toEqual(ok({ matchedTradeDetails }));
      }
      expect(await trade('100100', 'C2001')).toEqual(unseen);
      expect(await trade('999999')).toEqual(unseen);
      venue.project();
    }
    expect(venue.exchange.match(100100 as MatchId)).toBeUndefined();
  });

  test('names what is missing or malformed', async () => {
    expect(await trade('')).toEqual(faulty('matchId', 'Missing'));
    expect(await trade('x')).toEqual(faulty('matchId', 'only numbers are allowed'));
  });
});
