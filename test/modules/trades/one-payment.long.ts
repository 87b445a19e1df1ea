/** A trade that is paid in full is paid in one way: each way of paying against each other (T13). */
import { expect, test } from 'vitest';
import type { TradeRow } from '../../../src/database/schema/index.ts';
import { describeOnBothDatabases } from '../../support/database.ts';
import { planOf, watchQueries } from '../../support/query-plans.ts';
import { aTrade } from '../shared/records.ts';
import { MONEY } from './money.ts';
import { aPayingInvestor, type PayingInvestor } from './paying-investor.ts';

/** Each way to pay: the method and what is sent, and where the payment is stored. */
const WAYS = {
  ach: {
    call: { method: 'externalFundMove', fields: { amount: '100', description: 'Ten units', checkNumber: 1 } },
    stored: { table: 'ach_fund_moves', state: 'fund_status' },
  },
  'card, the amount of the trade': {
    call: { method: 'ccFundMove', fields: { createdIpAddress: '192.0.2.1' } },
    stored: { table: 'card_fund_moves', state: 'fund_status' },
  },
  'card, another amount': {
    call: { method: 'ccFundMovement', fields: { amount: '101', createdIpAddress: '192.0.2.1' } },
    stored: { table: 'card_fund_moves', state: 'fund_status' },
  },
  custody: {
    call: { method: 'createCustodyFundMove', fields: { amount: '100' } },
    stored: { table: 'custody_fund_moves', state: 'status' },
  },
} as const;
type Way = keyof typeof WAYS;

/** The statusCode of an attempt to pay the trade. */
async function pay({ api, accountId, offeringId }: PayingInvestor, way: Way, tradeId: number): Promise<unknown> {
  const { method, fields } = WAYS[way].call;
  return (await api.call('POST', method, { accountId, offeringId, tradeId, ...fields })).body.statusCode;
}

/** The outcome of the payment; the trade is CREATED, which the operator may set it to whatever was paid. */
async function put({ api }: PayingInvestor, way: Way, tradeId: number, state: string): Promise<void> {
  const { table, state: column } = WAYS[way].stored;
  const changed = api.database.db.updateTable(table).where('trade_id', '=', tradeId);
  await changed.set({ [column]: state } as object).execute();
}

describeOnBothDatabases('a trade that is being paid', (open) => {
  test('is not paid in another way; one whose payment came to nothing is', async () => {
    const investor = await aPayingInvestor(await open());
    const names = Object.keys(WAYS) as Way[];
    const reported: string[] = [];
    const expected: string[] = [];
    for (const first of names) {
      for (const [turn, second] of names.entries()) {
        const of = { account_id: investor.accountId, transaction_type: 'ACH' };
        const { trade_id } = await aTrade(investor.api.database.db, 'C1', investor.offeringId, of);
        expect(await pay(investor, first, trade_id), first).toBe('101');
        for (const state of ['Pending', 'Submitted', 'Settled']) {
          await put(investor, first, trade_id, state);
          reported.push(`${first} is ${state}, then ${second}: ${await pay(investor, second, trade_id)}`);
          // A second debit by ACH has its own code once the first was sent (A8).
          const code = first === 'ach' && second === 'ach' && state !== 'Pending' ? 210 : 150;
          expected.push(`${first} is ${state}, then ${second}: ${code}`);
        }
        await put(investor, first, trade_id, turn % 2 === 0 ? 'Voided' : 'Returned');
        reported.push(`${first} is over, then ${second}: ${await pay(investor, second, trade_id)}`);
        expected.push(`${first} is over, then ${second}: 101`);
      }
    }
    expect(reported).toEqual(expected);
  });

  test('is paid once when all ways are tried at the same moment', async () => {
    const investor = await aPayingInvestor(await open());
    const of = { account_id: investor.accountId, transaction_type: 'ACH' };
    for (let round = 0; round < 3; round++) {
      const { trade_id } = await aTrade(investor.api.database.db, 'C1', investor.offeringId, of);
      const codes = await Promise.all((Object.keys(WAYS) as Way[]).map((way) => pay(investor, way, trade_id)));
      expect(codes.sort()).toEqual(['101', '150', '150', '150']);
    }
  });

  test('is not FUNDED by other money while its payment is Submitted, and is once that has come back', async () => {
    const investor = await aPayingInvestor(await open());
    const { api, accountId } = investor;
    for (const way of Object.keys(WAYS) as Way[]) {
      const of = { account_id: accountId, transaction_type: 'ACH' };
      const { trade_id: tradeId } = await aTrade(api.database.db, 'C1', investor.offeringId, of);
      expect(await pay(investor, way, tradeId), way).toBe('101');
      // The operator records a wire, of a trade of any client.
      const wire = async () => {
        const sent = { tradeId, accountId, orderStatus: 'FUNDED' };
        return (await api.call('POST', 'updateTradeStatus', sent, { as: 'MASTER' })).body;
      };
      await put(investor, way, tradeId, 'Submitted');
      expect(await wire(), way).toMatchObject({ statusCode: '150' });
      await put(investor, way, tradeId, 'Returned');
      expect(await wire(), way).toMatchObject({ statusCode: '101', tradeDetails: [{ orderStatus: 'FUNDED' }] });
    }
  });

  test('is found by an index, however many were paid before', async () => {
    const database = await open();
    const { watched, queries } = watchQueries(database.db);
    const trade = { trade_id: 1 } as TradeRow;
    for (const way of MONEY) {
      await way.liveState(watched, trade);
      await way.voidPending(watched, [1, 2], { nowUs: 0 });
    }
    expect(queries).toHaveLength(2 * MONEY.length);
    for (const query of queries)
      expect(await planOf(database, query, { isNew: true })).toMatch(/fund_moves_(live|by_trade)/);
  });
});
