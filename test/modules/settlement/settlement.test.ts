import { describe, expect, test } from 'vitest';
import type { OrderId } from '../../../src/exchange/api/units.ts';
import { settlementModule } from '../../../src/modules/settlement/index.ts';
import { webhooksOf } from '../../../src/webhooks/events/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { ISSUER, OTHER_ISSUER, OWNER, SECURITY } from '../ats/fixtures.ts';
import { type Desk, startDesk } from '../quotes/desk.ts';
import { errorOf, fieldsOf } from '../shared/api.ts';

type Item = Record<string, unknown>;
const SETTLED = { memberid: '5001', issuerid: String(ISSUER), tradeID: '100100', tradeStatus: 'Settled' };
const REASON = 'entered by mistake';

describeOnEachDatabase('settlement of matches', (open) => {
  /** Match 100100: C1 bought 30 of the 100 that C2 offers, with members 5001 and 5003. */
  const start = async (): Promise<Desk> => {
    const desk = await startDesk(open, settlementModule);
    await desk.order('C2', { type: 'Limit', action: 'Sell', price: '10', memberid: '5003' });
    await desk.order('C1', { type: 'Limit', price: '10', quantity: 30 });
    return desk;
  };
  /** The webhooks of what became of matches, without their numbers and times. */
  const sentBy = ({ events }: Desk) =>
    events
      .filter((event) => event.type === 'notice')
      .flatMap((event) => webhooksOf(event, () => undefined))
      .map(({ clientId, method, identified, fields }) => {
        const { eventSeq, eventTime, ...own } = fields();
        return { clientId, method, identified, fields: own };
      });
  const refused = async (desk: Desk, as: string, method: string, body: Item, code: string) =>
    errorOf(await desk.call('POST', method, body, { as }), code);
  const statusFor = async (desk: Desk, as: string) =>
    (await desk.ask(as, 'getSettlementStatus', { tradeID: '100100' })).tradeDetails;

  test.each(['C1', 'C2', OWNER])('%s reports that a match was settled; all three are notified, once', async (as) => {
    const desk = await start();
    expect(await statusFor(desk, 'C1')).toMatchObject({ tradeStatus: 'PENDING' });
    expect(await desk.ask(as, 'notifySettlement', SETTLED)).toEqual({ tradeStatus: 'Settled' });
    const sent = sentBy(desk);
    expect(sent.map(({ clientId }) => clientId).sort()).toEqual(['C1', 'C2', OWNER]);
    for (const { method, identified, fields } of sent) {
      const expected = { ...SETTLED, securityId: String(SECURITY) };
      expect({ method, identified, fields }).toEqual({
        method: 'notifySettlement',
        identified: true,
        fields: expected,
      });
    }
    const shown = { issuerid: ISSUER, tradeID: 100100, tradeStatus: 'SETTLED' };
    expect(await statusFor(desk, 'C1')).toEqual({ ...shown, memberid: 5001 });
    desk.project();
    for (const other of ['C2', OWNER, 'MASTER']) {
      expect(await statusFor(desk, other)).toEqual({ ...shown, memberid: 5003 });
    }
  });

  test('it is reported once, also when both sides report at once', async () => {
    const desk = await start();
    const canceled = { ...SETTLED, memberid: '5003', tradeStatus: 'Canceled' };
    const answers = await Promise.all([
      desk.call('POST', 'notifySettlement', SETTLED, { as: 'C1' }),
      desk.call('POST', 'notifySettlement', canceled, { as: 'C2' }),
    ]);
    expect(answers.map(({ body }) => body.statusCode).sort()).toEqual(['101', '190']);
    expect(sentBy(desk)).toHaveLength(3);
    await refused(desk, 'C1', 'notifySettlement', SETTLED, '190');
  });

  test('a canceled match gives no shares back to its orders, and cannot be busted', async () => {
    const desk = await start();
    await desk.ask('C1', 'notifySettlement', { ...SETTLED, tradeStatus: 'Canceled' });
    expect(await statusFor(desk, 'C2')).toMatchObject({ tradeStatus: 'CANCELED' });
    expect(desk.exchange.order(100100 as OrderId)).toMatchObject({ remaining: 70, status: 'Partially Executed' });
    await refused(desk, 'MASTER', 'bustTrade', { tradeID: '100100', reason: REASON }, '190');
  });

  test('strangers, unknown matches, and members or issuers of others are refused', async () => {
    const desk = await start();
    await refused(desk, 'C3', 'notifySettlement', SETTLED, '404');
    await refused(desk, 'C3', 'getSettlementStatus', { tradeID: '100100' }, '404');
    await refused(desk, 'C1', 'notifySettlement', { ...SETTLED, tradeID: '999100' }, '404');
    await refused(desk, 'MASTER', 'getSettlementStatus', { tradeID: '999100' }, '404');
    await refused(desk, 'MASTER', 'bustTrade', { tradeID: '999100', reason: REASON }, '404');
    expect(await refused(desk, 'C1', 'notifySettlement', { ...SETTLED, memberid: '1' }, '106')).toContain('memberid');
    const issuerid = String(OTHER_ISSUER);
    expect(await refused(desk, 'C1', 'notifySettlement', { ...SETTLED, issuerid }, '106')).toContain('issuerid');
    await refused(desk, 'C1', 'notifySettlement', { ...SETTLED, tradeStatus: 'Pending' }, '106');
    expect(sentBy(desk)).toEqual([]);
    expect(await statusFor(desk, 'C1')).toMatchObject({ tradeStatus: 'PENDING' });
  });

  test.each([false, true])('the operator busts a match, settled before: %s; all are notified why', async (settled) => {
    const desk = await start();
    if (settled) await desk.ask('C1', 'notifySettlement', SETTLED);
    const { tradeDetails } = await desk.ask('MASTER', 'bustTrade', { tradeID: '100100', reason: REASON });
    const fields = {
      ...{ tradeID: '100100', securityId: String(SECURITY), price: '10.000000', quantity: '30.000000' },
      ...{ tradeStatus: 'BUSTED', reason: REASON, reasonCode: 'busted', bustedDate: '2026-03-02 15:00:00' },
    };
    expect(tradeDetails).toEqual(fields);
    const sides = [{ bidAccountId: null }, { askAccountId: null }, {}];
    const reported = ['C1', 'C2', OWNER].map((clientId, at) => {
      return { clientId, method: 'bustTrade', identified: true, fields: { ...fields, ...sides[at] } };
    });
    const sent = sentBy(desk).filter(({ method }) => method === 'bustTrade');
    expect(sent).toHaveLength(3);
    expect(sent).toEqual(expect.arrayContaining(reported));
    expect(await statusFor(desk, 'C1')).toMatchObject({ tradeStatus: 'BUSTED' });
    expect(desk.exchange.order(100100 as OrderId)).toMatchObject({ remaining: 70 });
    await refused(desk, 'MASTER', 'bustTrade', { tradeID: '100100', reason: REASON }, '190');
    await refused(desk, 'C1', 'notifySettlement', SETTLED, '190');
    const byClient = await desk.call('POST', 'bustTrade', { tradeID: '100100', reason: REASON });
    expect(byClient.body.statusCode).toBe('111');
  });

  test('a canceled match is taken back, also below 0; its parties are sent what it was', async () => {
    const desk = await start();
    const CANCELED = { ...SETTLED, tradeStatus: 'Canceled' };
    // C1 has sold some of them on.
    await desk.order('C1', { type: 'Limit', action: 'Sell', price: '9', quantity: 10 });
    await desk.order('C2', { type: 'Limit', price: '9', quantity: 10 });
    await desk.ask('C1', 'notifySettlement', { ...SETTLED, tradeID: '100200' });
    expect([has(desk, 'C1'), has(desk, 'C2')]).toMatchObject([
      [{ quantity: 20, settled: -10 }],
      [{ quantity: -20, settled: 10 }],
    ]);
    await desk.ask('C1', 'notifySettlement', CANCELED);
    expect([has(desk, 'C1'), has(desk, 'C2')]).toMatchObject([
      [{ quantity: -10, settled: -10 }],
      [{ quantity: 10, settled: 10 }],
    ]);
    await desk.ask('MASTER', 'bustTrade', { tradeID: '100200', reason: REASON });
    expect([has(desk, 'C1'), has(desk, 'C2')]).toEqual([[], []]);
    const terms = { price: '10.000000', quantity: '30.000000' };
    const sides = [{ bidAccountId: null }, { askAccountId: null }, {}];
    const ofCanceled = sentBy(desk).filter(({ fields }) => fields.tradeStatus === 'Canceled');
    expect(ofCanceled.map(({ clientId, fields }) => [clientId, fields])).toEqual(
      ['C1', 'C2', OWNER].map((clientId, at) => [
        clientId,
        { ...CANCELED, securityId: String(SECURITY), ...terms, ...sides[at] },
      ]),
    );
  });

  const has = (desk: Desk, clientId: string) =>
    desk.exchange.risk.positionsOf(clientId) as readonly { readonly quantity: number; readonly settled: number }[];

  describe('positions of a busted match (V45, V52)', () => {
    const give = (desk: Desk, quantity: number) =>
      desk.exchange.submit({
        type: 'setPositions',
        positions: [{ clientId: 'C2', accountId: null, securityId: SECURITY, quantity }],
      });
    /** C2 has 100 after match 100100. Match 100200: C1 buys 20 more. */
    const tracked = async () => {
      const desk = await start();
      await give(desk, 100);
      await desk.order('C1', { type: 'Limit', price: '10', quantity: 20 });
      expect([has(desk, 'C1'), has(desk, 'C2')]).toMatchObject([[{ quantity: 50 }], [{ quantity: 80 }]]);
      return desk;
    };

    test('come back, of the first match too', async () => {
      const desk = await tracked();
      await desk.ask('MASTER', 'bustTrade', { tradeID: '100100', reason: REASON });
      expect([has(desk, 'C1'), has(desk, 'C2')]).toMatchObject([[{ quantity: 20 }], [{ quantity: 110 }]]);
      await desk.ask('MASTER', 'bustTrade', { tradeID: '100200', reason: REASON });
      expect([has(desk, 'C1'), has(desk, 'C2')]).toMatchObject([[], [{ quantity: 130 }]]);
    });
  });

  /** What C1's lists and reads, and getSettlementStatus, show of match 100100. */
  const shownBy = async (desk: Desk) => {
    const { ats_trades } = fieldsOf(await desk.get('ats/trades')) as { ats_trades: Item[] };
    const [trade] = ats_trades;
    const { ats_orders } = fieldsOf(await desk.get('ats/orders')) as { ats_orders: Item[] };
    const [order] = ats_orders;
    expect(fieldsOf(await desk.get('ats/trades/100100'))).toEqual({ ats_trade: trade });
    expect(fieldsOf(await desk.get(`ats/orders/${order!.orderId}`))).toEqual({ ats_order: order });
    const { tradeStatus } = (await statusFor(desk, 'C1')) as Item;
    const securityId = order!.securityId as string;
    const { trades } = (await desk.ask('C1', 'getTimeAndSales', { securityId })) as { trades: Item[] };
    expect(trades.map(({ busted }) => busted)).toEqual([tradeStatus === 'BUSTED' ? 'Yes' : 'No']);
    const { bars } = (await desk.ask('C1', 'getBars', { securityId, interval: '1h' })) as { bars: Item[] };
    expect(bars.map(({ volume, open, last }) => [volume, open, last])).toEqual(
      tradeStatus === 'BUSTED' ? [] : [[30, '10.000000', '10.000000']],
    );
    return [tradeStatus, trade!.status, order!.tradeStatus, order!.tradeOrderStatus, trade!.updatedDate];
  };

  test('lists of orders and trades show what getSettlementStatus shows (H5)', async () => {
    const [at, later] = ['2026-03-02 15:00:00', '2026-03-02 15:01:00'];
    const desk = await start();
    expect(await shownBy(desk)).toEqual(['PENDING', 'PENDING', 'Pending', 'CREATED', at]);
    desk.pass(60_000_000);
    await desk.ask('C2', 'notifySettlement', SETTLED);
    expect(await shownBy(desk)).toEqual(['SETTLED', 'COMPLETED', 'Settled', 'SETTLED', later]);
    // The venue's clock.
    desk.time.advanceMs(120_000);
    await desk.ask('MASTER', 'bustTrade', { tradeID: '100100', reason: REASON });
    expect(await shownBy(desk)).toEqual(['BUSTED', 'BUSTED', 'Busted', 'CANCELED', '2026-03-02 15:02:00']);
    const other = await start();
    await other.ask('C2', 'notifySettlement', { ...SETTLED, tradeStatus: 'Canceled' });
    expect(await shownBy(other)).toEqual(['CANCELED', 'CANCELED', 'Canceled', 'CANCELED', at]);
  });

  test('an order shows the settlement of its latest match, and none before the first', async () => {
    const desk = await start();
    await desk.ask('C1', 'notifySettlement', SETTLED);
    const sale = async () => {
      const { ats_orders } = fieldsOf(await desk.get('ats/orders', { as: 'C2' })) as { ats_orders: Item[] };
      return ats_orders.map(({ tradeStatus, tradeOrderStatus }) => [tradeStatus, tradeOrderStatus]);
    };
    expect(await sale()).toEqual([['Settled', 'SETTLED']]);
    await desk.order('C1', { type: 'Limit', price: '10', quantity: 20 });
    expect(await sale()).toEqual([['Pending', 'CREATED']]);
    await desk.order('C2', { type: 'Limit', action: 'Sell', price: '11' });
    expect(await sale()).toEqual([
      [null, null],
      ['Pending', 'CREATED'],
    ]);
  });
});
