/** Calls about wires and checks at the same moment: each dollar counts once, and each trade is FUNDED once. */
import { expect, test } from 'vitest';
import { ledgerProblems } from '../../../../src/modules/ledger/index.ts';
import { describeOnBothDatabases } from '../../../support/database.ts';
import { runs } from '../../../support/thorough.ts';
import { fieldsOf } from '../../shared/api.ts';
import { startReceipts, storedOf } from './receipts-api.ts';

const ROUNDS = 2 * runs(4, 4);
const codeOf = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) => body.statusCode;

describeOnBothDatabases('wires and checks at the same moment', (open) => {
  test('of two receipts for the last dollars of a trade, one is for it, and the other waits', async () => {
    const { operator, received, trade, stateOf, api, db } = await startReceipts(open);
    for (let round = 0; round < ROUNDS; round++) {
      const tradeId = await trade();
      const both = [await received('100'), await received('100')];
      api.fired.length = 0;
      const answers = await Promise.all(both.map(({ receiptId }) => operator('matchReceipt', { receiptId, tradeId })));
      expect(answers.map(codeOf).toSorted()).toEqual(['101', '150']);
      expect(await stateOf(tradeId)).toEqual(['FUNDED', 100, 0, 0]);
      expect(api.fired.map(({ method }) => method)).toEqual(['updateTradeStatus']);
    }
    expect(await ledgerProblems(db)).toEqual([]);
  });

  test('a receipt and a debit that settles make a trade FUNDED once, in any order', async () => {
    const receipts = await startReceipts(open);
    const { operator, received, trade, stateOf, api, accountId, offeringId, db } = receipts;
    for (let round = 0; round < ROUNDS; round++) {
      const tradeId = await trade({ transaction_type: 'ACH' });
      const debit = { accountId, offeringId, tradeId, amount: '60', description: 'units', checkNumber: 1 };
      fieldsOf(await api.call('POST', 'externalFundMove', debit));
      const moves = await db.selectFrom('ach_fund_moves').select('ref_num').where('trade_id', '=', tradeId).execute();
      const set = (fundStatus: string) =>
        api.call('POST', 'updateExternalFundMoveStatus', { RefNum: moves[0]!.ref_num, fundStatus }, { as: 'MASTER' });
      fieldsOf(await set('Submitted'));
      // Of even rounds the rest; of others all: while the debit is under way, or once it has settled.
      const [amount, overpaid] = round % 2 === 0 ? ['40', 0] : ['100', 60];
      const { receiptId } = await received(amount);
      api.fired.length = 0;
      const answers = await Promise.all([set('Settled'), operator('matchReceipt', { receiptId, tradeId })]);
      expect(answers.map(codeOf)).toEqual(['101', '101']);
      expect(await stateOf(tradeId)).toEqual(['FUNDED', 100 + overpaid, 0, overpaid]);
      expect(api.fired.filter(({ method }) => method === 'updateTradeStatus')).toHaveLength(1);
    }
    expect(await ledgerProblems(db)).toEqual([]);
  });

  test('a call that is repeated at once records one receipt', async () => {
    const receipts = await startReceipts(open);
    const { operator, wire, trade, stateOf, db } = receipts;
    for (let round = 0; round < ROUNDS; round++) {
      const tradeId = await trade();
      const said = wire({ tradeId });
      const answers = await Promise.all([1, 2, 3, 4].map(() => operator('recordWire', said)));
      const ids = answers.map((answer) => (fieldsOf(answer).receipt as { receiptId: string }).receiptId);
      expect(new Set(ids).size).toBe(1);
      expect(await stateOf(tradeId)).toEqual(['FUNDED', 100, 0, 0]);
    }
    expect((await storedOf(receipts)).receipts).toHaveLength(ROUNDS);
    expect(await ledgerProblems(db)).toEqual([]);
  });

  test('many receipts of one offering are recorded, matched and returned, and every dollar is somewhere', async () => {
    const receipts = await startReceipts(open);
    const { operator, wire, received, trade, db } = receipts;
    for (let round = 0; round < ROUNDS / 2; round++) {
      const trades = [await trade(), await trade(), await trade()];
      const two = [await received('150'), await received('120')];
      await Promise.all([
        ...trades.map((tradeId) => operator('recordWire', wire({ amount: '50', tradeId }))),
        ...two.flatMap(({ receiptId }) =>
          trades.map((tradeId) => operator('matchReceipt', { receiptId, tradeId, amount: '50' })),
        ),
        ...two.map(({ receiptId }) => operator('returnReceipt', { receiptId, reason: 'recalled' })),
      ]);
      expect(await ledgerProblems(db)).toEqual([]);
    }
    const { receipts: stored } = await storedOf(receipts);
    expect(stored.filter(({ status }) => status === 'Returned')).toHaveLength(ROUNDS);
  });
});
