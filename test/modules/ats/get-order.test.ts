import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ACCOUNT,
  type Fields,
  faulty,
  NOT_FOUND,
  OPERATOR,
  ORDER,
  OTHER_TRADER,
  ok,
  refused,
  SECURITY,
  TRADER,
} from './fixtures.ts';
import { openVenue, type Venue } from './venue.ts';

let venue: Venue;
beforeEach(async () => {
  venue = await openVenue();
});
afterEach(() => venue.close());

const FIRST = '100100';
const bid = (changes: Fields = {}) => venue.post(TRADER, 'createOrder', { ...ORDER, ...changes });
const offer = (changes: Fields = {}) =>
  venue.post(OTHER_TRADER, 'createOrder', { ...ORDER, action: 'Sell', ...changes });
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
  createdDate: '2026-03-02 15:00:00',
  updateDate: '2026-03-02 15:00:00',
  createdIPAddress: '127.0.0.1',
  matchedOrders: [],
  mathcedOrders: [],
};

describe('getOrder', () => {
  it('shows an order whole', async () => {
    await bid();
    const reply = await venue.post(TRADER, 'getOrder', { orderid: 100100 }, { encoding: 'json' });
    expect(reply).toEqual({ http: 200, replayed: null, body: ok({ orderDetails: [SHOWN] }) });
  });

  it('shows account, contingency, hidden price and solicitation', async () => {
    const changes = { contingencies: 'Minimum Quantity', minimumThreshold: '20', disclosePrice: 'No' };
    await bid({ ...changes, accountid: ACCOUNT, solicited: 'Solicited' });
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

  it('shows RFQ in place of a price', async () => {
    await bid({ type: 'RFQ', price: '3' });
    const orderDetails = [{ ...SHOWN, price_per_share: 'RFQ', total_amount: '0.000000' }];
    expect(await read({ orderid: FIRST })).toEqual(ok({ orderDetails }));
  });

  it('multiplies exactly', async () => {
    await bid({ quantity: '999999999', price: '999999999.999999' });
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
    await bid();
    venue.clock.set('2026-03-02T15:00:05Z');
    await offer({ quantity: '50' });
    const matched = [
      {
        matchid: '100100',
        executedPrice: '10.100000',
        executedQuantity: '30.000000',
        executedTotalCommitment: '303.000000',
        createdDate: '2026-03-02 15:00:00',
        updateDate: '2026-03-02 15:00:00',
        createdIPAddress: '127.0.0.1',
      },
      {
        matchid: '100200',
        executedPrice: '10.250000',
        executedQuantity: '50.000000',
        executedTotalCommitment: '512.500000',
        createdDate: '2026-03-02 15:00:05',
        updateDate: '2026-03-02 15:00:05',
        createdIPAddress: '127.0.0.1',
      },
    ];
    return {
      ...SHOWN,
      order_Id: '100200',
      shares_remaining: '20.000000',
      status: 'Partially Executed',
      updateDate: '2026-03-02 15:00:05',
      matchedOrders: matched,
      mathcedOrders: matched,
    };
  }

  it('shows the matches of a live order, wherever they are kept', async () => {
    const shown = await twoFills();
    expect(await read({ orderid: '100200' })).toEqual(ok({ orderDetails: [shown] }));
    venue.project();
    expect(venue.exchange.recentMatchesOf(100200)).toEqual([]);
    expect(await read({ orderid: '100200' })).toEqual(ok({ orderDetails: [shown] }));
  });

  it('merges matches of the history with newer ones of the exchange, each once', async () => {
    const shown = await twoFills();
    venue.project();
    await offer({ quantity: '20' });
    const third = { ...shown.matchedOrders[1], matchid: '100300', executedQuantity: '20.000000' };
    const matched = [...shown.matchedOrders, { ...third, executedTotalCommitment: '205.000000' }];
    const executed = { ...shown, shares_remaining: '0.000000', status: 'Executed' };
    const body = ok({ orderDetails: [{ ...executed, matchedOrders: matched, mathcedOrders: matched }] });
    expect(await read({ orderid: '100200' })).toEqual(body);
    // The history already has what the exchange has not forgotten yet.
    for (const match of venue.exchange.recentMatchesOf(100200)) venue.history.matches.set(match.matchId, match);
    expect(await read({ orderid: '100200' })).toEqual(body);
    venue.project();
    expect(venue.exchange.order(100200)).toBeUndefined();
    expect(await read({ orderid: '100200' })).toEqual(body);
  });

  it('leaves out matches that the history has and the view of the order has not', async () => {
    const shown = await twoFills();
    venue.project();
    const later = { ...(await venue.history.match(100200)), matchId: 100300, quantity: 20 };
    venue.history.matches.set(100300, later as NonNullable<Awaited<ReturnType<typeof venue.history.match>>>);
    expect(await read({ orderid: '100200' })).toEqual(ok({ orderDetails: [shown] }));
  });

  it('answers unknown and foreign orders alike, from memory and from the history', async () => {
    await bid();
    expect(await read({ orderid: FIRST }, OTHER_TRADER)).toEqual(NOT_FOUND);
    expect(await read({ orderid: '999999' })).toEqual(NOT_FOUND);
    expect(await read({ orderid: '123.4' })).toEqual(NOT_FOUND);
    await venue.post(TRADER, 'cancelOrder', { orderid: FIRST });
    venue.project();
    expect(await read({ orderid: FIRST })).toEqual(ok({ orderDetails: [{ ...SHOWN, status: 'Cancelled' }] }));
    expect(await read({ orderid: FIRST }, OTHER_TRADER)).toEqual(NOT_FOUND);
  });

  it('shows a master key every order, and whose it is', async () => {
    await bid();
    const orderDetails = [{ ...SHOWN, clientId: TRADER }];
    expect(await read({ orderid: FIRST }, OPERATOR)).toEqual(ok({ orderDetails }));
  });

  it('names what is missing or malformed', async () => {
    expect(await read({})).toEqual(faulty('orderid', 'Missing'));
    expect(await read({ orderid: '', token: '' })).toEqual(faulty('orderid', 'Missing'));
    expect(await read({ orderid: 'A1' })).toEqual(faulty('orderid', 'only numbers are allowed'));
  });
});

describe('getOrder by token', () => {
  it("shows every order of the client that shares it, oldest first, the history's among them", async () => {
    await bid({ token: 'group' });
    await bid({ token: 'group', quantity: '7', price: '1' });
    await bid({ token: 'another' });
    await offer({ token: 'group', price: '20' });
    await venue.post(TRADER, 'cancelOrder', { orderid: FIRST });
    const cancelled = { ...SHOWN, status: 'Cancelled' };
    const shares = { number_shares: '7.000000', shares_remaining: '7.000000' };
    const live = {
      ...SHOWN,
      ...shares,
      order_Id: '100200',
      price_per_share: '1.000000',
      total_amount: '7.000000',
    };
    const body = ok({ orderDetails: [cancelled, live] });
    expect(await read({ token: 'group' })).toEqual(body);
    expect(await read({ orderid: FIRST, token: 'group' })).toEqual(body);
    venue.project();
    expect(await read({ token: 'group' })).toEqual(body);
  });

  it('answers 404 when the client has none with it', async () => {
    await bid({ token: 'group' });
    expect(await read({ token: 'group' }, OTHER_TRADER)).toEqual(NOT_FOUND);
    expect(await read({ token: 'nothing' })).toEqual(NOT_FOUND);
  });
});

describe('getMatchedTrade', () => {
  const trade = async (
    matchId: unknown,
    caller: typeof TRADER | typeof OTHER_TRADER | typeof OPERATOR | 'C2001' = TRADER,
  ) => (await venue.post(caller, 'getMatchedTrade', { matchId })).body;

  it('shows a match to both of its clients and to a master key, from memory and from the history', async () => {
    await bid();
    await offer({ quantity: '30', price: '10.2' });
    const matchedTradeDetails = {
      executionTime: '2026-03-02 15:00:00',
      numberOfShares: '30.000000',
      Price: '10.250000',
      ordersMatched: { askOrderId: '100200', bidOrderId: '100100' },
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
    expect(venue.exchange.match(100100)).toBeUndefined();
  });

  it('names what is missing or malformed', async () => {
    expect(await trade('')).toEqual(faulty('matchId', 'Missing'));
    expect(await trade('x')).toEqual(faulty('matchId', 'only numbers are allowed'));
  });
});
