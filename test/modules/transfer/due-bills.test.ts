/** getActionPayments with list Matches: of which matches each holder has unsettled shares (R4). */
import { expect, test } from 'vitest';
import { limitsModule } from '../../../src/modules/limits/index.ts';
import { settlementModule } from '../../../src/modules/settlement/index.ts';
import { dueBills } from '../../../src/modules/transfer/due-bills.ts';
import { transferModule } from '../../../src/modules/transfer/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { planOf, watchQueries } from '../../support/query-plans.ts';
import { ISSUER, OWNER, SECURITY } from '../ats/fixtures.ts';
import { type Desk, startDesk } from '../quotes/desk.ts';
import { errorOf } from '../shared/api.ts';

type Item = Record<string, unknown>;
const securityId = String(SECURITY);
const SETTLED = { memberid: '5001', issuerid: String(ISSUER), tradeStatus: 'Settled' };

/** Two clients trade this many shares. */
async function trade(desk: Desk, quantity: number, [buyer, seller] = ['C1', 'C2']): Promise<string> {
  const terms = { type: 'Limit', price: '10', quantity };
  await desk.order(seller!, { ...terms, action: 'Sell', memberid: '5003' });
  await desk.order(buyer!, terms);
  const matches = desk.events.filter((event) => event.type === 'match');
  return String(matches.at(-1)!.match.matchId);
}

describeOnEachDatabase('the unsettled matches of a corporate action', (open) => {
  test('are those whose settlement was not reported when it had effect', async () => {
    const reference = { clientIds: async () => ['C1', 'C2', 'C3'] };
    const desk = await startDesk(open, (deps, records) => [
      ...transferModule({ ...deps, records, actionsPerSecurityMax: 2 }),
      ...settlementModule(deps),
      ...limitsModule({ ...deps, accounts: { ...deps.accounts, names: async () => new Map() }, reference } as never),
    ]);
    const lots = [{ date: '2026-01-05', quantity: 500 }];
    await desk.ask(OWNER, 'setHoldings', { securityId, holdings: [{ clientId: 'C2', lots }] });
    const settled = await trade(desk, 30);
    const canceled = await trade(desk, 20);
    const corrected = await trade(desk, 10);
    const busted = await trade(desk, 5);
    const first = await trade(desk, 4);
    const second = await trade(desk, 3, ['C2', 'C1']);
    await desk.ask('C1', 'notifySettlement', { ...SETTLED, tradeID: settled });
    await desk.ask(OWNER, 'notifySettlement', { ...SETTLED, tradeID: canceled, tradeStatus: 'Canceled' });
    const reason = 'entered by mistake';
    await desk.ask('MASTER', 'adjustTrade', { tradeID: corrected, price: '9', quantity: 7, reason });
    await desk.ask('MASTER', 'adjustTrade', { tradeID: corrected, price: '9.5', quantity: 8, reason });
    await desk.ask('MASTER', 'bustTrade', { tradeID: busted, reason });
    await desk.ask('MASTER', 'setPosition', { clientId: 'C1', securityid: securityId, quantity: 60 });
    const exDate = new Date(desk.time.nowUs() / 1000 + 86_400_000).toISOString().slice(0, 10);
    const dividend = { securityId, kind: 'Cash Dividend', amount: '0.25', exDate };
    const { corporateAction } = await desk.ask(OWNER, 'createCorporateAction', dividend);
    const asked = { securityId, actionId: (corporateAction as Item).actionId, list: 'Matches' };
    expect(await desk.ask(OWNER, 'getActionPayments', asked)).toMatchObject({ payments: [], matches: [] });
    desk.time.moveTo(`${exDate}T15:00:00Z`);
    const later = await trade(desk, 2);
    // What is reported, and traded, since changes nothing of the list.
    await desk.ask('C1', 'notifySettlement', { ...SETTLED, tradeID: first });

    const ofC1 = { bidClientId: 'C1', bidAccountId: null, askClientId: 'C2', askAccountId: null };
    const expected = [
      { tradeId: corrected, quantity: '8', price: '9.500000', ...ofC1, time: expect.stringMatching(/^2026-.*Z$/) },
      { tradeId: first, quantity: '4', price: '10.000000', ...ofC1, time: expect.any(String) },
      { tradeId: second, quantity: '3', bidClientId: 'C2', askClientId: 'C1' },
    ];
    const { matches, payments, nextCursor } = await desk.ask(OWNER, 'getActionPayments', asked);
    expect([payments, nextCursor, matches]).toMatchObject([[], null, expected]);
    expect(matches as Item[]).toHaveLength(3);
    expect((matches as Item[]).map(({ tradeId }) => tradeId)).not.toContain(later);
    const { payments: holders } = await desk.ask(OWNER, 'getActionPayments', { ...asked, list: 'Holders' });
    const sums = new Map<unknown, number>();
    for (const { quantity, bidClientId, askClientId } of matches as Item[]) {
      sums.set(bidClientId, (sums.get(bidClientId) ?? 0) + Number(quantity));
      sums.set(askClientId, (sums.get(askClientId) ?? 0) - Number(quantity));
    }
    const unsettled = (holders as Item[]).map(({ clientId, unsettledBefore }) => [clientId, Number(unsettledBefore)]);
    expect(new Map(unsettled as [unknown, number][])).toEqual(sums);

    const paged: unknown[] = [];
    for (let cursor: unknown = null, pages = 0; pages === 0 || cursor !== null; pages++) {
      const page = await desk.ask(OWNER, 'getActionPayments', {
        ...asked,
        limit: 2,
        ...(cursor === null ? {} : { cursor }),
      });
      paged.push(...(page.matches as Item[]));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(matches);
    const { csv } = await desk.ask('MASTER', 'getActionPayments', { ...asked, format: 'CSV' });
    expect(String(csv).split('\r\n').slice(0, 2)).toEqual([
      'tradeId,time,quantity,price,bidClientId,bidAccountId,askClientId,askAccountId',
      expect.stringMatching(new RegExp(`^${corrected},.*,8,9.500000,C1,,C2,$`)),
    ]);
    errorOf(await desk.call('POST', 'getActionPayments', asked, { as: 'C1' }), '162');
  });

  test('are found by indexes, however many matches and changes there are', async () => {
    const database = await open.history();
    const { watched, queries } = watchQueries(database.db);
    const deps = { exchange: { settledUpTo: () => 0 }, records: { db: watched } } as never;
    const order = { seq: 1, issuer_id: 3, security_id: SECURITY, token: null, price: 1, quantity: 5, minimum: 0 };
    const entry = { ...order, kind: 0, account_id: null, expiration_date: null, member_id: 'm', ip: '' };
    const orders = [1, 2].map((order_id) => ({ ...entry, order_id, client_id: `c${order_id}`, created_at: 1 }));
    await database.db
      .insertInto('order_entry_rows')
      .values(orders as never)
      .execute();
    const sides = { buy_order_id: 1, sell_order_id: 2, buy_client_id: 'c1', sell_client_id: 'c2', hub_order_id: 1 };
    const rest = { buy_remaining: 0, sell_remaining: 0, buy_executed: '0', sell_executed: '0', block: null };
    const match = { match_id: 100, seq: 1, security_id: SECURITY, matched_at: 1, price: 1, quantity: 5 };
    await database.db
      .insertInto('matches')
      .values({ ...match, ...sides, ...rest } as never)
      .execute();
    const change = {
      seq: 9,
      part: 0,
      security_id: SECURITY,
      entry: 1,
      client_id: 'c1',
      account_id: '',
      kind: 'action',
    };
    const held = {
      quantity_before: 5,
      rest_before: 0,
      quantity_after: 5,
      rest_after: 0,
      by_operator: 0,
      changed_at: 1,
    };
    await database.db
      .insertInto('register_entry_changes')
      .values({ ...change, ...held, action_id: 1, pending: 5 } as never)
      .execute();
    const action = { actionId: 1, securityId: SECURITY, effect: { lastMatch: 500, price: null } } as never;
    const { bills } = await dueBills(deps, action, { after: null, limit: 10 });
    expect(bills).toMatchObject([{ tradeId: '100', quantity: '5', bidClientId: 'c1', askClientId: 'c2' }]);
    const plans = [];
    for (const query of queries) plans.push(await planOf(database, query));
    const used = ['register_entry_changes_action', 'matches_security', 'register_entry_changes_match'];
    for (const [index, name] of used.entries()) expect(plans[index]).toContain(name);
    // A change of its name, which no holder sees.
    const other = { actionId: 2, securityId: SECURITY, effect: { lastMatch: 500, price: null } } as never;
    expect(await dueBills(deps, other, { after: null, limit: 10 })).toEqual({ bills: [], next: null });
  });
});
