import { describe, expect, test } from 'vitest';
import {
  AWAITING_SECURITY,
  type Caller,
  type Fields,
  NOT_FOUND,
  OPERATOR,
  OTHER_TRADER,
  OWNER,
  refused,
  SECURITY,
  TRADER,
} from './fixtures.ts';
import { newOrder, openForEachTest, venue } from './venue-for-each-test.ts';

openForEachTest();

const offer = (fields: Fields) => newOrder({ action: 'Sell', ...fields }, OTHER_TRADER);
const explained = async (orderid: string, caller: Caller = TRADER) =>
  ((await venue.post(caller, 'explainOrder', { orderid })).body as { explanation: Fields }).explanation;
const waitsOf = async (orderid: string) => (await explained(orderid)).waitsFor as Fields[];
const codes = async (orderid: string) =>
  (await waitsOf(orderid)).map(({ reasonCode, rule }) => `${reasonCode} ${rule}`);
const AON = { contingencies: 'All or None' };

describe('explainOrder (H12)', () => {
  test('names the approval that an order waits for', async () => {
    const ofOffering = await newOrder({ securityid: AWAITING_SECURITY });
    expect(await codes(ofOffering)).toEqual(['approval-of-the-offering V2', 'opening-of-the-market M12']);
    await venue.post(OWNER, 'updateSecuritySettings', { securityId: SECURITY, orderApproval: 'Yes' });
    expect(await codes(await newOrder())).toEqual(['approval-of-the-order V13']);
  });

  test('names the market that is closed, with its next change, or halted', async () => {
    const orderid = await newOrder();
    await venue.post(OPERATOR, 'haltSecurity', { securityId: SECURITY, reason: 'News is pending' });
    expect(await codes(orderid)).toEqual(['end-of-the-halt V25']);
    await venue.post(OPERATOR, 'resumeSecurity', { securityId: SECURITY, reason: 'The news is out' });
    venue.clock.moveTo('2026-03-02T21:00:00Z');
    await newOrder({ price: '1' });
    expect(await codes(orderid)).toEqual(['opening-of-the-market M12']);
    expect(await explained(orderid)).toMatchObject({ market: 'closed', nextChange: '2026-03-03 14:30:00' });
  });

  test('reports that an RFQ order waits for a quote', async () => {
    expect(await codes(await newOrder({ type: 'RFQ', price: '0' }))).toEqual(['quote-to-accept V19']);
  });

  test('reports the best prices when nothing crosses', async () => {
    const orderid = await newOrder();
    const none = { firmShares: '0.000000', firmOrders: 0, contingentShares: '0.000000', contingentOrders: 0 };
    expect(await waitsOf(orderid)).toEqual([
      {
        ...{ reasonCode: 'crossing-order', rule: 'M2', reason: 'no visible order of the other side crosses it' },
        ...{ needs: '1.000000', lacks: '1.000000', visible: { bestPrice: null, ...none } },
      },
    ]);
    await offer({ price: '11' });
    expect((await waitsOf(orderid))[0]?.visible).toEqual({ bestPrice: '11.000000', ...none });
  });

  test('reports the shares that a contingency lacks', async () => {
    const orderid = await newOrder(AON);
    await offer({ quantity: '30', price: '10' });
    expect(await waitsOf(orderid)).toEqual([
      {
        reasonCode: 'contingency-of-the-order',
        rule: 'M3',
        reason: 'what visibly crosses it is less than the fewest shares that it takes',
        needs: '100.000000',
        lacks: '70.000000',
        visible: {
          ...{ bestPrice: '10.000000', firmShares: '30.000000', firmOrders: 1 },
          ...{ contingentShares: '0.000000', contingentOrders: 0 },
        },
      },
    ]);
    const minimum = await newOrder({ contingencies: 'Minimum Quantity', minimumThreshold: '60' });
    // The offer of 30 shows still: it is less than either takes.
    expect((await waitsOf(minimum))[0]).toMatchObject({ needs: '60.000000', lacks: '30.000000' });
  });

  test('reports that the contingencies of others do not fit', async () => {
    const orderid = await newOrder({ quantity: '50' });
    await offer({ ...AON, quantity: '80', price: '10' });
    expect(await waitsOf(orderid)).toMatchObject([
      { reasonCode: 'contingencies-of-others', rule: 'M4', visible: { contingentShares: '80.000000' } },
    ]);
    await venue.post(TRADER, 'cancelOrder', { orderid });
    const whole = await newOrder({ ...AON, quantity: '300' });
    expect((await waitsOf(whole))[0]).toMatchObject({ lacks: '220.000000' });
    // A firm price worse than the contingent one shows too.
    await offer({ quantity: '20', price: '10.2' });
    expect((await waitsOf(whole))[0]).toMatchObject({ lacks: '200.000000', visible: { firmShares: '20.000000' } });
  });

  test('is the same whatever hidden orders there are, and whatever rests below the top (H13)', async () => {
    const orderid = await newOrder({ ...AON, quantity: '500' });
    await offer({ quantity: '30', price: '10' });
    const before = await explained(orderid);
    await offer({ quantity: '40', price: '9', disclosePrice: 'No' });
    await offer({ quantity: '40', price: '10', disclosePrice: 'No' });
    await offer({ ...AON, quantity: '60', price: '9.5', disclosePrice: 'No' });
    await offer({ quantity: '50', price: '10.1' });
    expect(await explained(orderid)).toEqual(before);
  });

  test('is for the own live orders; a master key sees all', async () => {
    const orderid = await newOrder();
    const answer = async (caller: Caller) => (await venue.post(caller, 'explainOrder', { orderid })).body;
    expect(await answer(OTHER_TRADER)).toEqual(NOT_FOUND);
    expect(await answer(OWNER)).toEqual(NOT_FOUND);
    expect(await answer(OPERATOR)).toMatchObject({ statusCode: '101' });
    await venue.post(TRADER, 'cancelOrder', { orderid });
    expect(await answer(TRADER)).toEqual(refused(190, 'the order is no longer live'));
  });
});
