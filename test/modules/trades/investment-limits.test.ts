/** minAmount of the offering and the limits of the account (T4). */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { tradesModule } from '../../../src/modules/trades/index.ts';
import { requireWithinLimits } from '../../../src/modules/trades/money/investment-limits.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { planOf, watchQueries } from '../../support/query-plans.ts';
import { errorOf, fieldsOf, startApi } from '../shared/api.ts';
import { anIssuer, anOffering, aTrade } from '../shared/records.ts';
import { openMarket } from './investors.ts';

type Limits = { account_total_limit?: string; single_investment_limit?: string; limit_506c?: string };

describeOnEachDatabase('the limits of an investment', (open) => {
  /** An offering of units at 10 dollars, of which at least 10 are bought. */
  const start = async (limits: Limits = {}) => {
    const market = await openMarket(open, [], { min_amount: '100.000000' });
    const { api, accountId, offeringId } = market;
    const { db } = api.database;
    if (Object.keys(limits).length > 0) {
      await db.updateTable('accounts').set(limits).where('account_id', '=', accountId).execute();
    }
    const invest = (transactionUnits: string, other: object = {}) =>
      api.call('POST', 'createTrade', { offeringId, accountId, transactionType: 'ACH', transactionUnits, ...other });
    const edit = (tradeId: string, shares: string) =>
      api.call('PUT', 'editTrade', { accountId, offeringId, tradeId, shares });
    const reprice = (tradeId: string, totalShares: string, unitPrice: string) =>
      api.call('POST', 'editTradeUnits', { accountId, tradeId, totalShares, unitPrice });
    return { ...market, db, invest, edit, reprice };
  };

  test('are the least of the offering, whatever the fees', async () => {
    const { invest, edit, reprice, trade, remaining } = await start();
    expect(errorOf(await invest('9', { fees: '1000' }), '106')).toContain('transactionUnits');
    fieldsOf(await invest('10'));
    const tradeId = await trade();
    expect(errorOf(await edit(tradeId, '9'), '106')).toContain('must not come to less than minAmount');
    expect(errorOf(await reprice(tradeId, '10', '9.99'), '106')).toContain('totalShares');
    fieldsOf(await reprice(tradeId, '5', '20'));
    // Of the cap 200 dollars are taken, for 15 units.
    expect(await remaining()).toBe('9980.000000');
  });

  test('leave a trade as it is that was made before there were any', async () => {
    const { db, edit, offeringId, accountId } = await start({
      single_investment_limit: '10',
      account_total_limit: '10',
    });
    const made = { account_id: accountId, total_shares: '5.000000', total_amount: '50.000000' };
    await db.updateTable('offerings').set({ sold_shares: '5.000000' }).execute();
    const { trade_id } = await aTrade(db, 'C1', Number(offeringId), made);
    fieldsOf(await edit(String(trade_id), '5'));
    expect(errorOf(await edit(String(trade_id), '11'), '106')).toContain('singleInvestmentLimit');
  });

  test.each(['single_investment_limit', 'account_total_limit'] as const)('are %s of the account', async (name) => {
    const { invest, edit, reprice, trade } = await start({ [name]: '200' });
    const tradeId = await trade({ transactionUnits: '15' });
    fieldsOf(await edit(tradeId, '20'));
    expect(errorOf(await edit(tradeId, '20.000001'), '106')).toContain('must not bring the account above');
    expect(errorOf(await reprice(tradeId, '20', '10.01'), '106')).toContain('must not bring');
    fieldsOf(await edit(tradeId, '19'));
    expect(errorOf(await invest('20.000001'), '106')).toContain('must not bring the account above');
    expect((await invest('20')).body.statusCode).toBe(name === 'single_investment_limit' ? '101' : '106');
  });

  test('count what the account holds in every offering, and nothing that was given back', async () => {
    const { api, db, accountId, invest, ask, trade } = await start({ account_total_limit: '300' });
    const other = await anOffering(db, 'C1', await anIssuer(db, 'C1'));
    const first = await trade();
    fieldsOf(await invest('10', { offeringId: other.offering_id }));
    errorOf(await invest('11'), '106');
    await ask('deleteTrade', { accountId, tradeId: first });
    await aTrade(db, 'C1', other.offering_id, { account_id: accountId, order_status: 'UNWIND SETTLED' });
    await aTrade(db, 'C1', other.offering_id, { account_id: 'A99999999', total_shares: '100.000000' });
    fieldsOf(await invest('20'));
    expect(api.fired.at(-1)?.method).toBe('createTrade');
    errorOf(await invest('10'), '106');
  });

  test('hold for investments that are made at the same moment', async () => {
    const { db, invest } = await start({ account_total_limit: '500' });
    const offerings = await Promise.all([1, 2, 3, 4].map(async () => anOffering(db, 'C1', await anIssuer(db, 'C1'))));
    const calls = Array.from({ length: 20 }, (_, i) => invest('10', { offeringId: offerings[i % 4]!.offering_id }));
    const codes = (await Promise.all(calls)).map(({ body }) => body.statusCode);
    expect(codes.filter((code) => code === '101')).toHaveLength(5);
    expect(codes.filter((code) => code === '106')).toHaveLength(15);
  });

  test('are as they say: 0 allows nothing, empty and 506cLimit do not apply', async () => {
    errorOf(await (await start({ single_investment_limit: '0' })).invest('10'), '106');
    fieldsOf(await (await start({ single_investment_limit: '', account_total_limit: '' })).invest('10000'));
    fieldsOf(await (await start({ limit_506c: '1' })).invest('10000'));
  });

  test('add up at most 1,000 investments, which an index finds', async () => {
    const { api, db, invest, offeringId, accountId } = await start({ account_total_limit: '999999999' });
    const { watched, queries } = watchQueries(db);
    const made = {
      trade_id: 1,
      client_id: 'C1',
      account_id: accountId,
      unit_price: '1.000000',
      total_shares: '1.000000',
    };
    const limits = { account_total_limit: '2', single_investment_limit: null };
    const one = await aTrade(db, 'C1', Number(offeringId), { account_id: accountId });
    const add = async (from: number, count: number, other: object) => {
      const more = Array.from({ length: count }, (_, i) => ({ ...one, ...other, trade_id: from + i }));
      for (let at = 0; at < count; at += 100) {
        const some = more.slice(at, at + 100);
        await db.insertInto('trades').values(some).execute();
      }
    };
    // Others of the client, among which the index of the account is needed.
    await add(800_000_000, 300, { account_id: 'A1', order_status: 'CANCELED' });
    if (api.database.dialect === 'postgres') await sql`analyze trades`.execute(db);
    await requireWithinLimits(watched, made, limits, 'shares').catch(() => undefined);
    expect(await planOf(api.database, queries.at(-1)!)).toContain('trades_held');
    await add(900_000_000, 998, {});
    fieldsOf(await invest('10'));
    expect(errorOf(await invest('10'), '106')).toContain('has accountTotalLimit and 1000 investments');
  });

  test('are information where the setting says so', async () => {
    const { api, accountId, offeringId } = await start({ single_investment_limit: '1', account_total_limit: '1' });
    const off = await startApi(api.database, [(given) => tradesModule(given, [], { enforcesLimits: false })]);
    const sent = { offeringId, accountId, transactionType: 'ACH', transactionUnits: '1' };
    const { purchaseDetails } = fieldsOf(await off.call('POST', 'createTrade', sent));
    const [, [{ tradeId }]] = purchaseDetails as [boolean, [{ tradeId: string }]];
    fieldsOf(await off.call('PUT', 'editTrade', { accountId, offeringId, tradeId, shares: '2' }));
  });
});
