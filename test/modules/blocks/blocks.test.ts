import { expect, test } from 'vitest';
import type { LimitPolicy } from '../../../src/exchange/api/limit-policy.ts';
import type { MatchId } from '../../../src/exchange/api/units.ts';
import { blocksModule } from '../../../src/modules/blocks/index.ts';
import { settlementModule } from '../../../src/modules/settlement/index.ts';
import { webhooksOf } from '../../../src/webhooks/events/venue-events.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { ACCOUNT, SECURITY } from '../ats/fixtures.ts';
import { type Desk, startDesk } from '../quotes/desk.ts';
import { errorOf } from '../shared/api.ts';

type Item = Record<string, unknown>;

const LIMIT = { type: 'Limit', price: '10' };
const BLOCK = {
  ...{ securityid: String(SECURITY), action: 'Buy', quantity: '500', price: '10', memberid: '5001' },
  ...{ counterpartyId: 'C2', token: 'mine' },
};

describeOnEachDatabase('negotiated blocks', (open) => {
  /** C3 has a bid at 9 and an offer at 11. */
  async function start(): Promise<Desk & { sent: [string, string, Item][] }> {
    const reference = { clientIds: async () => ['C1', 'C2', 'C3'] };
    const accounts = { isActive: (clientId: string, id: string) => clientId === 'C2' && id === ACCOUNT };
    const desk = await startDesk(open, (deps) => [
      ...blocksModule({ exchange: deps.exchange, accounts, reference }),
      ...settlementModule(deps),
    ]);
    await desk.order('C3', { ...LIMIT, price: '9' });
    await desk.order('C3', { ...LIMIT, price: '11', action: 'Sell' });
    const sent: [string, string, Item][] = [];
    desk.exchange.subscribe((event) => {
      const webhooks = webhooksOf(event, (id) => desk.exchange.security(id)).filter(({ identified }) => !identified);
      for (const { clientId, method, fields } of webhooks) sent.push([clientId, method, fields()]);
    });
    return Object.assign(desk, { sent });
  }
  const report = async (desk: Desk, changes: Item = {}, as = 'C1') =>
    (await desk.ask(as, 'reportBlock', { ...BLOCK, ...changes })).blockDetails as Item;
  const refused = async (desk: Desk, as: string, method: string, body: Item, code: string) =>
    errorOf(await desk.call('POST', method, body, { as }), code);
  const blocksOf = async (desk: Desk, as: string) => (await desk.ask(as, 'getBlocks', {})).blocks as Item[];

  test('one side reports, the other confirms: a match as any other, and marked', async () => {
    const desk = await start();
    const { blockId } = await report(desk);
    const terms = { blockId, price: '10.000000', quantity: '500.000000', blockStatus: 'Reported', matchId: null };
    expect(await blocksOf(desk, 'C1')).toMatchObject([
      { ...terms, party: 'Reporter', action: 'Bid', counterpartyId: 'C2', memberId: '5001', token: 'mine' },
    ]);
    const seen = { party: 'Counterparty', action: 'Offer', counterpartyId: 'C1', memberId: null, token: null };
    expect(await blocksOf(desk, 'C2')).toMatchObject([{ ...terms, ...seen, accountId: null }]);
    expect(desk.sent).toMatchObject([['C2', 'blockReported', { blockId, ...seen }]]);
    const body = { blockId, memberid: '5002', accountid: ACCOUNT };
    const { blockDetails } = await desk.ask('C2', 'confirmBlock', body);
    const { matchId } = blockDetails as { matchId: string };
    expect(blockDetails).toMatchObject({ blockStatus: 'Confirmed', matchId: expect.stringMatching(/^\d+$/) });
    const fired = desk.sent.filter(([, method]) => method === 'updateBlock' || method === 'matchedTradenotify');
    expect(fired.map(([clientId, method]) => `${clientId} ${method}`).sort()).toEqual([
      ...['C1 matchedTradenotify', 'C1 updateBlock', 'C2 matchedTradenotify', 'C2 updateBlock'],
    ]);
    expect(fired.find(([, method]) => method === 'matchedTradenotify')![2]).toMatchObject({ block: 'Yes' });
    for (const as of ['C1', 'C2']) {
      const { matchedTradeDetails } = await desk.ask(as, 'getMatchedTrade', { matchId });
      expect(matchedTradeDetails).toMatchObject({ numberOfShares: '500.000000', Price: '10.000000', block: 'Yes' });
      expect(await blocksOf(desk, as)).toEqual([]);
    }
    await desk.records.reached();
    expect(await desk.records.store.match(Number(matchId) as MatchId)).toEqual(
      desk.exchange.match(Number(matchId) as MatchId),
    );
    const { buyOrderId, sellOrderId } = desk.exchange.match(Number(matchId) as MatchId)!;
    for (const [as, orderid] of [
      ['C1', buyOrderId],
      ['C2', sellOrderId],
    ] as const) {
      const { orderHistory } = await desk.ask(as, 'getOrderHistory', { orderid });
      expect((orderHistory as Item[]).map((one) => [one.change, one.liquidity])).toEqual([
        ['entered', undefined],
        ['filled', undefined],
      ]);
    }
    const trades = await desk.records.db.selectFrom('trade_list').select(['client_id', 'block']).execute();
    expect(trades).toEqual([
      { client_id: 'C2', block: 1 },
      { client_id: 'C1', block: 1 },
    ]);
    const settled = await desk.ask('C1', 'getSettlementStatus', { tradeID: matchId });
    expect(JSON.stringify(settled)).toContain('PENDING');
  });

  test('a third client sees nothing of it, and can do nothing with it', async () => {
    const desk = await start();
    const { blockId } = await report(desk);
    expect(await blocksOf(desk, 'C3')).toEqual([]);
    const memberid = '5003';
    const unknown = await refused(desk, 'C3', 'confirmBlock', { blockId: '987654321', memberid }, '404');
    expect(await refused(desk, 'C3', 'confirmBlock', { blockId, memberid }, '404')).toBe(unknown);
    expect(await refused(desk, 'C1', 'confirmBlock', { blockId, memberid }, '404')).toBe(unknown);
    for (const as of ['C1', 'C3']) await refused(desk, as, 'declineBlock', { blockId }, '404');
    for (const as of ['C2', 'C3']) await refused(desk, as, 'cancelBlock', { blockId }, '404');
    await desk.records.reached();
    const notices = await desk.records.db.selectFrom('notices').select(['client_id', 'kind']).execute();
    expect(notices).toEqual([
      { client_id: 'C1', kind: 'block' },
      { client_id: 'C2', kind: 'block' },
    ]);
  });

  test('who confirms learns nothing of the limits of who reported (V61)', async () => {
    const desk = await start();
    const { blockId } = await report(desk);
    const body = { blockId, memberid: '5002', accountid: ACCOUNT };
    const limit = (clientId: string, policy: LimitPolicy) =>
      desk.exchange.submit({ type: 'setLimits', clientId, accountId: null, policy, tightens: false, expected: null });
    const said = async () => (await desk.call('POST', 'confirmBlock', body, { as: 'C2' })).body as Item;
    for (const policy of [{ maxOrderQuantity: 499 }, { maxOpenValue: 100n }, { sides: ['sell'] }] as LimitPolicy[]) {
      await limit('C1', policy);
      expect(await said()).toEqual({
        ...{ statusCode: '190', statusDesc: 'The state of the record does not allow this' },
        ...{ 'Error(s)': 'the other side may not trade now', reasonCode: 'other-side-may-not-trade' },
      });
    }
    await limit('C1', {});
    await limit('C2', { maxOrderQuantity: 499 });
    expect(await said()).toMatchObject({ reasonCode: 'order-quantity-above-limit', limit: { value: '499' } });
    await limit('C2', {});
    await desk.exchange.submit({ type: 'throwSwitch', scope: { clientId: 'C2' }, by: 'operator', reason: 'stop' });
    expect(await said()).toMatchObject({ reasonCode: 'trading-stopped', killSwitch: { reason: 'stop' } });
  });

  test('it is declined, taken back, or ends with its time; both sides get the webhook', async () => {
    const desk = await start();
    const [one, other, late] = [await report(desk), await report(desk), await report(desk, { seconds: 5 })];
    desk.sent.length = 0;
    const reason = 'not ours';
    const { blockDetails } = await desk.ask('C2', 'declineBlock', { blockId: one.blockId, reason });
    expect(blockDetails).toMatchObject({ blockStatus: 'Declined', reason });
    await desk.ask('C1', 'cancelBlock', { blockId: other.blockId });
    desk.time.advanceMs(5000);
    const confirmed = { blockId: late.blockId, memberid: '1' };
    await refused(desk, 'C2', 'confirmBlock', confirmed, '404');
    expect(desk.sent.map(([clientId, method, { blockStatus }]) => [clientId, method, blockStatus])).toEqual(
      ['Declined', 'Cancelled', 'Expired'].flatMap((status) => [
        ['C1', 'updateBlock', status],
        ['C2', 'updateBlock', status],
      ]),
    );
  });

  test.each([
    ['106', 'counterpartyId', { counterpartyId: 'C1' }],
    ['106', 'price', { price: '0' }],
    ['106', 'seconds', { seconds: '86401' }],
    ['138', '', { securityid: '1' }],
    ['404', 'client', { counterpartyId: 'C9' }],
    ['148', '', { accountid: ACCOUNT }],
    ['190', 'day', { price: '8.99' }],
  ])('what cannot be reported is refused: %s %s', async (code, word, changes) => {
    const desk = await start();
    expect(await refused(desk, 'C1', 'reportBlock', { ...BLOCK, ...changes }, code)).toContain(word);
    expect(desk.sent).toEqual([]);
  });
});
