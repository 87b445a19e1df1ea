/** Changes of trades and of their money that come at the same moment: each is done or refused, and none fails. */
import { expect, test } from 'vitest';
import { describeOnBothDatabases } from '../../support/database.ts';
import { fieldsOf } from '../shared/api.ts';
import { aTrade } from '../shared/records.ts';
import { aPayingInvestor, type PayingInvestor } from './paying-investor.ts';

const TRADES = 12;

/** Each way to pay, and how the operator says what the bank did. */
const WAYS = [
  {
    pay: 'externalFundMove',
    payment: { amount: '100', description: 'Ten units', checkNumber: 1 },
    set: 'updateExternalFundMoveStatus',
    setting: (refNum: unknown) => ({ RefNum: refNum, fundStatus: 'Submitted' }),
  },
  {
    pay: 'ccFundMove',
    payment: { createdIpAddress: '192.0.2.1' },
    set: 'updateCCFundMoveStatus',
    setting: (refNum: unknown) => ({ RefNum: refNum, fundStatus: 'Submitted' }),
  },
  {
    pay: 'createCustodyFundMove',
    payment: { amount: '100' },
    set: 'admin/updateCustodyFundMoveStatus',
    setting: (referenceNumber: unknown) => ({ referenceNumber, status: 'Settled' }),
  },
];

/** Trades that are paid, each with the reference number of its Pending payment. */
async function paidTrades(investor: PayingInvestor, { pay, payment }: (typeof WAYS)[number]) {
  const { api, accountId, offeringId } = investor;
  const { db } = api.database;
  await db
    .updateTable('offerings')
    .set({ sold_shares: `${TRADES * 10}.000000` })
    .execute();
  const trades: { readonly tradeId: number; readonly refNum: unknown }[] = [];
  for (let number = 0; number < TRADES; number++) {
    const of = { account_id: accountId, transaction_type: 'ACH' };
    const { trade_id: tradeId } = await aTrade(db, 'C1', offeringId, of);
    const fields = fieldsOf(await api.call('POST', pay, { accountId, offeringId, tradeId, ...payment }));
    const [details] = Object.values(fields).flat() as Record<string, unknown>[];
    trades.push({ tradeId, refNum: details!.RefNum ?? details!.ccreferencenumber ?? details!.referenceNumber });
  }
  return trades;
}

describeOnBothDatabases('trades that are changed at the same moment', (open) => {
  test.each(WAYS)('are all cancelled, with their payments ($pay)', async (way) => {
    const investor = await aPayingInvestor(await open());
    const trades = await paidTrades(investor, way);
    const cancel = ({ tradeId }: (typeof trades)[number]) =>
      investor.api.call('POST', 'cancelInvestment', { tradeId, requestedBy: 'First Last', reason: 'an example' });
    const answers = await Promise.all(trades.map(cancel));
    expect(answers.map(({ body }) => body.statusCode)).toEqual(trades.map(() => '101'));
    const { db } = investor.api.database;
    const { sold_shares } = await db.selectFrom('offerings').select('sold_shares').executeTakeFirstOrThrow();
    expect(sold_shares).toBe('0.000000');
  });

  test.each(WAYS)('are cancelled or moved by the bank, whichever comes first ($set)', async (way) => {
    const investor = await aPayingInvestor(await open());
    const { api } = investor;
    const trades = await paidTrades(investor, way);
    const calls = trades.flatMap(({ tradeId, refNum }) => [
      () => api.call('POST', 'cancelInvestment', { tradeId, requestedBy: 'First Last', reason: 'an example' }),
      () => api.call('POST', way.set, way.setting(refNum), { as: 'MASTER' }),
    ]);
    const answers = await Promise.all(calls.map((call) => call()));
    const codes = answers.map(({ body }) => body.statusCode);
    const cancelled = codes.filter((_, index) => index % 2 === 0);
    expect(cancelled).toEqual(trades.map(() => '101'));
    // 224: it was voided before.
    expect(codes.filter((code) => code !== '101' && code !== '224')).toEqual([]);
  });
});
