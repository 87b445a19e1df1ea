import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../support/database.ts';
import { SECURITY } from '../ats/fixtures.ts';
import { errorOf } from '../shared/api.ts';
import { startDesk } from './desk.ts';

const securityId = String(SECURITY);

describeOnEachDatabase('RFQ orders to quote on (V38)', (open) => {
  test('all that disclose are listed, without whose they are, in pages', async () => {
    const desk = await startDesk(open);
    const buy = await desk.order('C1', { token: 'mine' });
    const sell = await desk.order('C2', { action: 'Sell', quantity: 70 });
    await desk.order('C1', { disclosePrice: 'No' });
    await desk.order('C1', { type: 'Limit', price: '10' });
    const { rfqOrders, moreOrders } = await desk.ask('C3', 'getRfqOrders', { securityId, limit: 1 });
    expect(rfqOrders).toEqual([
      {
        ...{ orderId: buy, securityId, action: 'Bid', shares_remaining: '100.000000', contingencies: 'None' },
        ...{ minimumThreshold: '0.000000', expiration: 'GTC', expirationDate: null },
        createdDate: '2026-03-02 15:00:00',
      },
    ]);
    expect(moreOrders).toBe('Yes');
    const rest = await desk.ask('C3', 'getRfqOrders', { securityId, after: buy });
    expect(rest).toMatchObject({ rfqOrders: [{ orderId: sell, action: 'Offer' }], moreOrders: 'No' });
    const offers = await desk.ask('C3', 'getRfqOrders', { securityId, action: 'Sell' });
    expect(offers).toMatchObject({ rfqOrders: [{ orderId: sell }] });
    await errorOf(await desk.call('POST', 'getRfqOrders', { securityId: '1' }, { as: 'C3' }), '138');
  });

  test('what was traded or cancelled is listed no more', async () => {
    const desk = await startDesk(open);
    const [traded, cancelled] = [await desk.order('C1', { quantity: 40 }), await desk.order('C1')];
    await desk.ask('C1', 'acceptQuote', { quoteId: await desk.quote(traded) });
    await desk.ask('C1', 'cancelOrder', { orderid: cancelled });
    expect(await desk.ask('C2', 'getRfqOrders', { securityId })).toEqual({ rfqOrders: [], moreOrders: 'No' });
  });
});
