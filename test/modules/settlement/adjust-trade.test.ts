/** The operator corrects a match (V65). */
import { expect, test } from 'vitest';
import type { NoticeEvent } from '../../../src/exchange/api/events.ts';
import type { OrderId } from '../../../src/exchange/api/units.ts';
import { settlementModule } from '../../../src/modules/settlement/index.ts';
import { webhooksOf } from '../../../src/webhooks/events/venue-events.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { checkEvents } from '../../support/event-check.ts';
import { ISSUER, OWNER, SECURITY } from '../ats/fixtures.ts';
import { type Desk, startDesk } from '../quotes/desk.ts';
import { errorOf, fieldsOf } from '../shared/api.ts';

type Item = Record<string, unknown>;
const ADJUST = { tradeID: '100100', price: '9.5', quantity: 20, reason: 'entered by mistake' };
const SETTLED = { memberid: '5001', issuerid: String(ISSUER), tradeID: '100100', tradeStatus: 'Settled' };

describeOnEachDatabase('a corrected match', (open) => {
  /** Match 100100: C1 bought 30 of the 100 that C2 offers at 10. */
  const start = async (): Promise<Desk> => {
    const desk = await startDesk(open, settlementModule);
    await desk.exchange.submit({
      type: 'setPositions',
      positions: [{ clientId: 'C2', accountId: null, securityId: SECURITY, quantity: 100 }],
    });
    await desk.order('C2', { type: 'Limit', action: 'Sell', price: '10', memberid: '5003' });
    await desk.order('C1', { type: 'Limit', price: '10', quantity: 30 });
    return desk;
  };
  const refused = async (desk: Desk, body: Item, code: string, as = 'MASTER') =>
    errorOf(await desk.call('POST', 'adjustTrade', body, { as }), code);
  const shares = async (desk: Desk) =>
    ['C1', 'C2'].map((clientId) =>
      (desk.exchange.risk.positionsOf(clientId) as readonly { quantity: number }[]).map(({ quantity }) => quantity),
    );

  /** Price and shares of the match, wherever they are shown. */
  const shownBy = async (desk: Desk) => {
    const securityId = String(SECURITY);
    const { matchedTradeDetails } = (await desk.ask('C1', 'getMatchedTrade', { matchId: '100100' })) as Item;
    const { ats_trades } = fieldsOf(await desk.get('ats/trades')) as { ats_trades: Item[] };
    const { ats_trade } = fieldsOf(await desk.get('ats/trades/100100')) as { ats_trade: Item };
    const { trades } = (await desk.ask('C1', 'getTimeAndSales', { securityId })) as { trades: Item[] };
    const { bars } = (await desk.ask('C1', 'getBars', { securityId, interval: '1h' })) as { bars: Item[] };
    const { orderDetails } = (await desk.ask('C1', 'getOrder', { orderid: '100200' })) as {
      orderDetails: Item[];
    };
    const [matched] = orderDetails[0]!.matchedOrders as Item[];
    const { Price, numberOfShares } = matchedTradeDetails as Item;
    return [
      [Price, Number(numberOfShares)],
      ...[ats_trades[0]!, ats_trade].map(({ sharePrice, shares: traded }) => [sharePrice, Number(traded)]),
      ...trades.map(({ price, quantity }) => [price, Number(quantity)]),
      ...bars.flatMap(({ open: first, high, low, last, volume }) =>
        [first, high, low, last].map((price) => [price, volume]),
      ),
      [matched!.executedPrice, Number(matched!.executedQuantity)],
    ];
  };

  test.each([false, true])('has its new terms wherever it is shown; in the memory: %s', async (isRecent) => {
    const desk = await start();
    const before = await shownBy(desk);
    expect(before).toEqual(before.map(() => ['10.000000', 30]));
    if (!isRecent) desk.project();
    const { tradeDetails } = await desk.ask('MASTER', 'adjustTrade', ADJUST);
    expect(tradeDetails).toEqual({
      ...{ tradeID: '100100', securityId: String(SECURITY), price: '9.500000', quantity: '20.000000' },
      ...{ reason: ADJUST.reason, reasonCode: 'adjusted' },
    });
    const after = await shownBy(desk);
    expect(after).toEqual(after.map(() => ['9.500000', 20]));
    // The orders keep what was executed.
    expect(desk.exchange.order(100100 as OrderId)).toMatchObject({ remaining: 70, executed: 300_000_000 });
    await desk.ask('MASTER', 'adjustTrade', { ...ADJUST, price: '11', quantity: 25 });
    const again = await shownBy(desk);
    expect(again).toEqual(again.map(() => ['11.000000', 25]));
  });

  test('positions follow, and a bust takes back what it has by then', async () => {
    const desk = await start();
    expect(await shares(desk)).toEqual([[30], [70]]);
    await desk.ask('MASTER', 'adjustTrade', ADJUST);
    expect(await shares(desk)).toEqual([[20], [80]]);
    const { tradeDetails } = await desk.ask('MASTER', 'bustTrade', { tradeID: '100100', reason: 'void' });
    expect(tradeDetails).toMatchObject({ price: '9.500000', quantity: '20.000000' });
    expect(await shares(desk)).toEqual([[], [100]]);
    await refused(desk, { ...ADJUST, quantity: 21 }, '190');
  });

  test('both sides and the owner get the event and the webhook, and nobody else', async () => {
    const desk = await start();
    await desk.ask('MASTER', 'adjustTrade', ADJUST);
    const fields = {
      ...{ tradeID: '100100', securityId: String(SECURITY), price: '9.500000', quantity: '20.000000' },
      ...{ priceBefore: '10.000000', quantityBefore: '30.000000', reason: ADJUST.reason, reasonCode: 'adjusted' },
      adjustedDate: '2026-03-02 15:00:00',
    };
    for (const as of ['C1', 'C2', OWNER]) {
      const { events } = fieldsOf(await desk.get('events', { as })) as { events: Item[] };
      checkEvents(events);
      const side = { C1: { bidAccountId: null }, C2: { askAccountId: null } }[as];
      const adjusted = events.filter(({ eventType }) => eventType === 'adjust').map(({ adjust }) => adjust);
      expect(adjusted).toEqual([{ ...fields, ...side }]);
    }
    const { events } = fieldsOf(await desk.get('events', { as: 'C3' })) as { events: Item[] };
    expect(events.filter(({ eventType }) => eventType === 'adjust')).toEqual([]);
    const notices = desk.events.filter((event): event is NoticeEvent => event.type === 'notice');
    const webhooks = notices.flatMap((event) => webhooksOf(event, () => undefined));
    expect(webhooks.map(({ clientId, method, about }) => [clientId, method, about])).toEqual(
      notices.flatMap(({ notice: { to } }) => to.map(({ clientId }) => [clientId, 'adjustTrade', ['match 100100']])),
    );
    expect(notices).toHaveLength(1);
    expect(webhooks.map(({ clientId }) => clientId).sort()).toEqual(['C1', 'C2', OWNER]);
    expect(webhooks[0]!.fields()).toMatchObject({ ...fields, eventSeq: notices[0]!.seq });
  });

  test('is corrected by the operator, with other terms, while it holds', async () => {
    const desk = await start();
    await refused(desk, ADJUST, '111', 'C1');
    await refused(desk, { ...ADJUST, tradeID: '999100' }, '404');
    await refused(desk, { ...ADJUST, price: '10', quantity: 30 }, '190');
    expect(await refused(desk, { ...ADJUST, price: '0' }, '106')).toContain('price');
    expect(await refused(desk, { ...ADJUST, quantity: 0 }, '106')).toContain('quantity');
    await desk.ask('C1', 'notifySettlement', SETTLED);
    await desk.ask('MASTER', 'adjustTrade', ADJUST);
    const other = await start();
    await other.ask('C1', 'notifySettlement', { ...SETTLED, tradeStatus: 'Canceled' });
    await refused(other, ADJUST, '190');
  });
});
