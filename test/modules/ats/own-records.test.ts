import { describe, expect, test } from 'vitest';
import {
  ACCOUNT,
  type Caller,
  type Fields,
  NOT_FOUND,
  OPERATOR,
  ORDER,
  OTHER_TRADER,
  SECURITY,
  TRADER,
} from './fixtures.ts';
import { newOrder, openForEachTest, venue } from './venue-for-each-test.ts';

openForEachTest();

type Listed = { readonly items: readonly Fields[]; readonly total: number };

async function list(
  path: string,
  caller: typeof TRADER | typeof OTHER_TRADER | typeof OPERATOR = TRADER,
): Promise<Listed> {
  const { body } = await venue.get(caller, path);
  const { ats_orders, ats_trades, pagination, statusCode } = body as Record<string, unknown>;
  expect(statusCode).toBe('101');
  return {
    items: (ats_orders ?? ats_trades) as Fields[],
    total: (pagination as { totalRecords: number }).totalRecords,
  };
}

const ids = ({ items }: Listed) => items.map(({ orderId }) => orderId);

describe('GET /v3/ats/orders', () => {
  test('shows what was sent and what became of it (H1)', async () => {
    const orderId = await newOrder({
      ...{ accountid: ACCOUNT, token: 'mine', expiration: 'Other', expirationDate: '12-31-2026' },
      ...{ contingencies: 'Minimum Quantity', minimumThreshold: '40', disclosePrice: 'No', solicited: 'Solicited' },
    });
    const { items, total } = await list('ats/orders');
    expect(total).toBe(1);
    expect(items[0]).toEqual({
      ...{ securityId: String(SECURITY), securityName: 'Example Shares', memberId: '5001', orderId },
      ...{ accountId: ACCOUNT, accountName: 'Example Account', securityType: 'Bid', type: 'Limit' },
      ...{ shares: '100.000000', remainingShares: '100.000000', sharePrice: '10.250000', amount: '1025.000000' },
      ...{ expirationType: '3', expiration: 'Other', expirationDate: '2026-12-31', priceNotDisplayed: 'Yes' },
      ...{ allOrNone: 'No', contingencies: 'Minimum Quantity', minimumQuantity: '40.000000', minimumThreshold: '40' },
      ...{ filledShares: '0.000000', filledAmount: '0.000000', averagePrice: null },
      ...{ status: 'Active', orderStatus: 'Live', tradeStatus: null, tradeOrderStatus: null, negotiationStatus: null },
      ...{ deleted: 'Active', createdDate: '2026-03-02 15:00:00', updatedDate: '2026-03-02 15:00:00' },
      ...{ updatedBy: TRADER, executionTime: '0', solicited: 'Yes', operationHrStatus: '1', origination: 'platform' },
      ...{ cancelDate: null, cancelExecutionTime: '0', token: 'mine', reason: null },
      ...{ reasonCode: null, selfTradePrevention: 'None' },
    });
    expect((await venue.get(TRADER, `ats/orders/${orderId}`)).body).toMatchObject({ ats_order: items[0] });
  });

  test('is of the caller alone, or of everybody for a master key', async () => {
    const mine = await newOrder();
    const other = await newOrder({}, OTHER_TRADER);
    expect(ids(await list('ats/orders'))).toEqual([mine]);
    const all = await list('ats/orders', OPERATOR);
    expect(ids(all)).toEqual([other, mine]);
    expect(all.items.map(({ clientId }) => clientId)).toEqual([OTHER_TRADER, TRADER]);
    expect((await venue.get(TRADER, `ats/orders/${other}`)).body).toMatchObject({ statusCode: '1404' });
    expect((await venue.get(TRADER, 'ats/orders/999')).body).toMatchObject({ statusCode: '1404' });
  });

  test('finds by id, token, status and security, alone and together, and counts what it finds', async () => {
    const sold = await newOrder({ action: 'Sell', token: 'a' });
    const bought = await newOrder({ token: 'a' });
    const cancelled = await newOrder({ price: '9', token: 'b' });
    await venue.post(TRADER, 'cancelOrder', { orderid: cancelled });
    const resting = await newOrder({ price: '8' });
    const found = async (query: string) => {
      const listed = await list(`ats/orders?${query}`);
      expect(listed.total).toBe(listed.items.length);
      return ids(listed);
    };
    expect(await found('')).toEqual([resting, cancelled, bought, sold]);
    expect(await found('sort=createdDate:asc')).toEqual([sold, bought, cancelled, resting]);
    expect(await found(`filter[orderId]=${bought}`)).toEqual([bought]);
    expect(await found(`filter[order_Id]=${bought}`)).toEqual([bought]);
    expect(await found('filter[token]=a')).toEqual([bought, sold]);
    expect(await found('filter[orderStatus]=Executed')).toEqual([bought, sold]);
    expect(await found('filter[orderStatus]=cancelled')).toEqual([cancelled]);
    expect(await found('filter[orderStatus]=Live')).toEqual([resting]);
    expect(await found('filter[orderStatus]=Pending')).toEqual([]);
    expect(await found('filter[orderStatus]=Live&filter[orderStatus]=Cancelled')).toEqual([resting, cancelled]);
    expect(await found('filter[status]=Active')).toEqual([resting]);
    expect(await found('filter[status]=Inactive')).toEqual([cancelled, bought, sold]);
    expect(await found(`filter[securityId]=${SECURITY}`)).toEqual([resting, cancelled, bought, sold]);
    expect(await found('filter[securityId]=1')).toEqual([]);
    expect(await found('filter[token]=a&filter[securityType]=Offer')).toEqual([sold]);
    expect(await found('filter[sharePrice][max]=9')).toEqual([resting, cancelled]);
    expect(await found('sort=sharePrice:asc')).toEqual([resting, cancelled, bought, sold]);
    expect(await found('filter[updatedDate][min]=2026-03-03')).toEqual([]);
  });

  test('pages', async () => {
    const all: string[] = [];
    for (let count = 0; count < 5; count++) all.unshift(await newOrder({ price: String(count + 1), token: 'same' }));
    for (const filter of ['', '&filter[token]=same', `&filter[securityId]=${SECURITY}`, '&filter[orderStatus]=Live']) {
      const page = await list(`ats/orders?offset=2&limit=2${filter}`);
      expect([ids(page), page.total]).toEqual([all.slice(2, 4), 5]);
      expect((await venue.get(TRADER, `ats/orders?offset=5&limit=2${filter}`)).body).toMatchObject({
        statusCode: '239',
      });
    }
  });

  test('show a fill, a cancellation and who changed last', async () => {
    const sold = await newOrder({ action: 'Sell', quantity: '30' });
    const bought = await newOrder();
    expect((await list(`ats/orders?filter[orderId]=${bought}`)).items[0]).toMatchObject({
      ...{ orderStatus: 'Partially Executed', remainingShares: '70.000000', status: 'Active', updatedBy: '0' },
      ...{ tradeStatus: 'Pending', tradeOrderStatus: 'CREATED' },
    });
    expect((await list(`ats/orders?filter[orderId]=${sold}`)).items[0]).toMatchObject({ orderStatus: 'Executed' });
    await venue.post(TRADER, 'cancelOrder', { orderid: bought });
    expect((await list(`ats/orders?filter[orderId]=${bought}`)).items[0]).toMatchObject({
      ...{ orderStatus: 'Cancelled', status: 'Inactive', updatedBy: TRADER, cancelDate: '2026-03-02 15:00:00' },
    });
  });
});

describe('GET /v3/ats/trades', () => {
  test('shows each client its side of a match, and both to a master key (H2)', async () => {
    const sold = await newOrder({ action: 'Sell', accountid: ACCOUNT });
    const bought = await newOrder({ quantity: '60' }, OTHER_TRADER);
    const { items, total } = await list('ats/trades');
    expect(total).toBe(1);
    const common = {
      ...{ askId: sold, bidId: bought, offeringId: String(SECURITY), tradeId: items[0]!.tradeId, memberId: '5001' },
      ...{ amount: '615.000000', sharePrice: '10.250000', shares: '60.000000', status: 'PENDING', deleted: '0' },
      ...{ reportingStatus: 'PENDING', createdDate: '2026-03-02 15:00:00', updatedDate: '2026-03-02 15:00:00' },
      executionTime: '0',
      eventTime: '2026-03-02T15:00:00.000000Z',
    };
    const sell = { ...common, accountId: ACCOUNT, partyType: 'SELLER', transactionType: 'SELL' };
    const buy = { ...common, accountId: null, partyType: 'BUYER', transactionType: 'BUY' };
    expect(items).toEqual([sell]);
    expect((await list('ats/trades', OTHER_TRADER)).items).toEqual([buy]);
    expect((await list('ats/trades', OPERATOR)).items).toEqual([
      { ...buy, clientId: OTHER_TRADER },
      { ...sell, clientId: TRADER },
    ]);
    const path = `ats/trades/${items[0]!.tradeId}`;
    expect((await venue.get(TRADER, path)).body).toMatchObject({ ats_trade: sell });
    expect((await venue.get(OTHER_TRADER, path)).body).toMatchObject({ ats_trade: buy });
    expect((await venue.get('C2001', path)).body).toMatchObject({ statusCode: '1404' });
  });

  test('filters, sorts and pages, both sides of a match being two trades', async () => {
    for (const price of ['3', '1', '2']) {
      await newOrder({ action: 'Sell', price });
      await newOrder({ price });
    }
    const prices = async (query: string) => {
      const { items, total } = await list(`ats/trades?${query}`);
      return [items.map(({ sharePrice, partyType }) => `${partyType} ${Number(sharePrice)}`), total];
    };
    const [b3, s3, b1, s1, b2, s2] = ['BUYER 3', 'SELLER 3', 'BUYER 1', 'SELLER 1', 'BUYER 2', 'SELLER 2'];
    expect(await prices('')).toEqual([[b2, s2, b1, s1, b3, s3], 6]);
    expect(await prices('sort=createdDate:asc&limit=3&offset=1')).toEqual([[b3, s1, b1], 6]);
    expect(await prices('sort=sharePrice:desc&filter[partyType]=SELLER')).toEqual([[s3, s2, s1], 3]);
    expect(await prices('sort=sharePrice:asc')).toEqual([[b1, s1, b2, s2, b3, s3], 6]);
    const [{ tradeId, askId }] = (await list('ats/trades?limit=1')).items as [Fields];
    expect(await prices(`filter[tradeId]=${tradeId}`)).toEqual([[b2, s2], 2]);
    expect(await prices(`filter[askId]=${askId}`)).toEqual([[b2, s2], 2]);
    expect((await venue.get(TRADER, `ats/trades?filter[tradeId]=${tradeId}&offset=2`)).body).toMatchObject({
      statusCode: '239',
    });
  });
});

describe('getOrderHistory', () => {
  test('lists every change of an order, oldest first, in pages', async () => {
    const orderid = await newOrder();
    await venue.post(TRADER, 'replaceOrder', { orderid, quantity: '80' });
    await newOrder({ action: 'Sell', quantity: '30' }, OTHER_TRADER);
    await venue.post(TRADER, 'cancelOrder', { orderid });
    const history = async (fields: Fields = {}) => {
      const { body } = await venue.post(TRADER, 'getOrderHistory', { orderid, ...fields });
      const { orderHistory, moreChanges } = body as { orderHistory: Fields[]; moreChanges: string };
      return { changes: orderHistory, moreChanges };
    };
    const { changes, moreChanges } = await history();
    expect(moreChanges).toBe('No');
    const shown = changes.map(({ change, orderStatus, number_shares, shares_remaining }) =>
      [change, orderStatus, Number(number_shares), Number(shares_remaining)].join(' '),
    );
    expect(shown).toEqual([
      'entered Live 100 100',
      'replaced Live 80 80',
      'filled Partially Executed 80 50',
      'cancelled Cancelled 80 50',
    ]);
    expect(changes[0]).toEqual({
      ...{ eventSeq: expect.any(Number), eventTime: '2026-03-02T15:00:00.000000Z', change: 'entered', reason: null },
      ...{ orderStatus: 'Live', number_shares: '100.000000', shares_remaining: '100.000000' },
      ...{ price_per_share: '10.250000', reasonCode: null, executionType: 'New' },
      ...{ filledShares: '0.000000', filledAmount: '0.000000', averagePrice: null, userId: null },
    });
    expect(await history({ limit: 3 })).toEqual({ changes: changes.slice(0, 3), moreChanges: 'Yes' });
    expect(await history({ after: changes[2]!.eventSeq })).toEqual({ changes: changes.slice(3), moreChanges: 'No' });
    expect((await venue.post(OTHER_TRADER, 'getOrderHistory', { orderid })).body).toEqual(NOT_FOUND);
    expect((await venue.post(OPERATOR, 'getOrderHistory', { orderid })).body).toMatchObject({ orderHistory: changes });
    expect((await venue.post(TRADER, 'getOrderHistory', { orderid: '999' })).body).toEqual(NOT_FOUND);
  });

  test('names the users of each change to their own client and to the operator (O15)', async () => {
    const byAnna = { key: 'U10000001' };
    const orderid = await newOrder();
    await venue.post(TRADER, 'replaceOrder', { orderid, quantity: '80' }, byAnna);
    await newOrder({ action: 'Sell', quantity: '30' }, OTHER_TRADER);
    await venue.post(OPERATOR, 'cancelOrders', { clientId: TRADER }, { key: 'U90000001' });
    const shownTo = async (caller: Caller) => {
      const { body } = await venue.post(caller, 'getOrderHistory', { orderid });
      return (body as { orderHistory: Fields[] }).orderHistory.map(({ change, userId }) => [change, userId]);
    };
    const [entered, filled] = [
      ['entered', null],
      ['filled', null],
    ];
    const replaced = ['replaced', 'U10000001'];
    expect(await shownTo(TRADER)).toEqual([entered, replaced, filled, ['mass cancelled', null]]);
    expect(await shownTo(OPERATOR)).toEqual([entered, replaced, filled, ['mass cancelled', 'U90000001']]);
  });

  test('names the user of an order, with an Idempotency-Key and without, and of its cancel', async () => {
    const byAnna = { key: 'U10000001' };
    for (const options of [byAnna, { ...byAnna, idempotencyKey: 'once' }]) {
      const { body } = await venue.post(TRADER, 'createOrder', ORDER, options);
      const orderid = (body as { orderDetails: { orderId: string } }).orderDetails.orderId;
      await venue.post(TRADER, 'cancelOrder', { orderid }, byAnna);
      const { body: read } = await venue.post(TRADER, 'getOrderHistory', { orderid });
      const changes = (read as { orderHistory: Fields[] }).orderHistory;
      expect(changes.map(({ userId }) => userId)).toEqual(['U10000001', 'U10000001']);
    }
  });
});
