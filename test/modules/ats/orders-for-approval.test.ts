import { beforeEach, describe, expect, test } from 'vitest';
import {
  ACCOUNT,
  AWAITING_SECURITY,
  type Caller,
  type Fields,
  faulty,
  HAPPENED,
  ISSUER,
  NOT_FOUND,
  OPERATOR,
  OTHER_TRADER,
  OWNER,
  ok,
  refused,
  SECURITY,
  TRADER,
} from './fixtures.ts';
import { enter, FIRST, openForEachTest, SECOND, venue } from './venue-for-each-test.ts';

openForEachTest();

const decide = (fields: Fields, caller: Caller = OWNER) =>
  venue.post(caller, 'updateOrder', { orderid: FIRST, issuerid: ISSUER, orderStatus: 'Live', ...fields });

describe('what the owner of a security sees of the orders that wait for its approval', () => {
  beforeEach(async () => {
    await venue.post(OWNER, 'updateSecuritySettings', { securityId: SECURITY, orderApproval: 'Yes' });
  });

  const waiting = async (fields: Fields = {}, caller: Caller = OWNER) =>
    (await venue.post(caller, 'getOrdersForApproval', { securityId: SECURITY, ...fields })).body;
  const shown = (orderId: string) => ({
    orderId,
    securityId: String(SECURITY),
    memberId: '5001',
    accountId: null,
    action: 'Bid',
    type: 'Limit',
    number_shares: '100.000000',
    shares_remaining: '100.000000',
    price_per_share: '10.250000',
    contingencies: 'None',
    minimumThreshold: '0.000000',
    expiration: 'GTC',
    expirationDate: null,
    orderStatus: 'Pending',
  });

  const listed = (orderId: string) => {
    const sent = { clientId: TRADER, createdDate: '2026-03-02 15:00:00' };
    return { ...shown(orderId), ...sent, kycStatus: null, amlStatus: null, accreditedStatus: null };
  };

  test('lists them, oldest first, in pages, and only those', async () => {
    for (let count = 0; count < 5; count++) await enter({ token: 'mine' });
    await enter({ securityid: AWAITING_SECURITY });
    await venue.post(OWNER, 'updateOrder', { orderid: SECOND, issuerid: ISSUER, orderStatus: 'Live' });
    const first = await waiting({ limit: '2' });
    expect(first).toEqual(ok({ ordersForApproval: [listed('100100'), listed('100300')], moreOrders: 'Yes' }));
    const rest = await waiting({ limit: '2', after: '100300' });
    expect(rest).toEqual(ok({ ordersForApproval: [listed('100400'), listed('100500')], moreOrders: 'No' }));
    await venue.post(TRADER, 'replaceOrder', { orderid: SECOND, price: '11' });
    const all = (await waiting()) as { ordersForApproval: { orderId: string }[] };
    expect(all.ordersForApproval.map(({ orderId }) => orderId)).toEqual([
      '100100',
      '100200',
      '100300',
      '100400',
      '100500',
    ]);
  });

  test('says where the checks of the account are (V16)', async () => {
    await enter({ accountid: ACCOUNT });
    const { ordersForApproval } = (await waiting()) as { ordersForApproval: Fields[] };
    const checks = { kycStatus: 'Auto Approved', amlStatus: 'Pending', accreditedStatus: '' };
    expect(ordersForApproval).toEqual([{ ...listed(FIRST), accountId: ACCOUNT, ...checks }]);
  });

  test('is for the owner and the operator', async () => {
    await enter();
    const foreign = refused(162, 'the offering does not belong to the client');
    expect(await waiting({}, TRADER)).toEqual(foreign);
    expect(await waiting({}, OPERATOR)).toEqual(await waiting());
    expect(await waiting({ securityId: '999' })).toEqual(refused(138, 'there is no such security'));
    expect(await waiting({ limit: '101' })).toEqual(faulty('limit', 'must be from 1 to 100'));
  });

  test('shows one of them by getOrder while it waits, without the address of its client', async () => {
    await enter({ token: 'mine' });
    const seen = (await venue.post(OWNER, 'getOrder', { orderid: FIRST })).body as { orderDetails: Fields[] };
    expect(seen.orderDetails[0]).toMatchObject({ order_Id: FIRST, status: 'Pending', createdIPAddress: '' });
    expect((await venue.post(OTHER_TRADER, 'getOrder', { orderid: FIRST })).body).toEqual(NOT_FOUND);
    expect((await venue.post(OWNER, 'getOrder', { token: 'mine' })).body).toEqual(NOT_FOUND);
    await decide({});
    expect((await venue.post(OWNER, 'getOrder', { orderid: FIRST })).body).toEqual(NOT_FOUND);
  });

  test('notifies the owner of each by a webhook', async () => {
    await enter({ token: 'mine' });
    await venue.post(TRADER, 'replaceOrder', { orderid: FIRST, quantity: '90' });
    await decide({});
    const sent = venue.webhooks.filter(({ method }) => method === 'orderForApproval');
    expect(sent.map(({ clientId }) => clientId)).toEqual([OWNER, OWNER]);
    expect(sent[0]?.fields).toEqual({ ...shown(FIRST), ...HAPPENED });
    expect(sent[1]?.fields).toMatchObject({ number_shares: '90.000000' });
  });

  test('decides on what was seen: terms that were replaced since are refused', async () => {
    await enter();
    await venue.post(TRADER, 'replaceOrder', { orderid: FIRST, price: '20' });
    const changed = refused(190, 'the order has other terms by now');
    expect((await decide({ price: '10.25' })).body).toEqual(changed);
    expect((await decide({ quantity: '99' })).body).toEqual(changed);
    expect((await decide({ contingencies: 'All or None' })).body).toEqual(changed);
    expect((await decide({ price: '20', quantity: '100', contingencies: 'None' })).body).toMatchObject({
      statusCode: '101',
    });
  });

  test('gives its reason, which the client of the order reads', async () => {
    await enter();
    await decide({ orderStatus: 'Not Approved', reason: 'Too many shares' });
    for (const _ of ['memory', 'history']) {
      const seen = (await venue.post(TRADER, 'getOrder', { orderid: FIRST })).body as { orderDetails: Fields[] };
      expect(seen.orderDetails[0]).toMatchObject({ status: 'Not Approved', reason: 'Too many shares' });
      venue.project();
    }
  });
});
