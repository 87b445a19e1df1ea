/** Refunds and what else happens to their trades at the same moment: no dollar goes back twice. */
import { expect, test } from 'vitest';
import { ledgerProblems } from '../../../../src/modules/ledger/index.ts';
import { describeOnBothDatabases } from '../../../support/database.ts';
import { runs } from '../../../support/thorough.ts';
import { fieldsOf } from '../../shared/api.ts';
import { PAYMENT_RAILS, startRefunds } from './refunds-api.ts';

const ROUNDS = runs(4, 4);
const codeOf = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) => body.statusCode;

describeOnBothDatabases('refunds at the same moment', (open) => {
  test.each(PAYMENT_RAILS)('%s: of two refunds of all that is overpaid one is made', async (rail) => {
    const { db, unwound, operator, stateOf } = await startRefunds(open);
    for (let round = 0; round < ROUNDS; round++) {
      const { tradeId } = await unwound(rail);
      const ask = (reference: string) => operator('performRefund', { tradeId, rail, reference });
      const answers = await Promise.all([ask('one'), ask('other'), ask('one')]);
      const codes = answers.map(codeOf);
      expect([...new Set(codes)].sort()).toEqual(['101', '190']);
      const made = await db.selectFrom('refunds').selectAll().where('trade_id', '=', tradeId).execute();
      expect(made.map(({ amount }) => amount)).toEqual(['100.000000']);
      const isAtOnce = made[0]!.status === 'Settled';
      expect((await stateOf(tradeId))[0]).toBe(isAtOnce ? 'UNWIND SETTLED' : 'UNWIND PENDING');
    }
    expect(await ledgerProblems(db)).toEqual([]);
  });

  test.each(PAYMENT_RAILS)('%s: a refund and the return of its payment leave the ledger right', async (rail) => {
    const { db, unwound, operator, report, stateOf, send } = await startRefunds(open);
    const ended: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { tradeId, number } = await unwound(rail);
      const [refunded] = await Promise.all([
        operator('performRefund', { tradeId, rail, reference: 'one' }),
        report(rail, number, 'Returned'),
      ]);
      expect(['101', '190']).toContain(codeOf(refunded));
      ended.push(tradeId);
    }
    // Refunds that wait for the batch have no payment any more.
    await send();
    for (const tradeId of ended) {
      const [status, received, due, overpaid] = await stateOf(tradeId);
      expect([status, received, overpaid]).toEqual(['UNWIND SETTLED', 0, 0]);
      expect([0, 100]).toContain(due);
    }
    const open_ = await db.selectFrom('refunds').selectAll().where('status', 'in', ['Pending', 'Submitted']).execute();
    expect(open_).toEqual([]);
    expect(await ledgerProblems(db)).toEqual([]);
  });

  test('the batch sends a refund, or finds it voided, and a return ends it once', async () => {
    const { db, unwound, refund, operator, send, stateOf } = await startRefunds(open);
    for (let round = 0; round < ROUNDS; round++) {
      const { tradeId } = await unwound('ACH');
      const { refundId } = await refund(tradeId, 'ACH');
      const set = (status: string) => operator('updateRefundStatus', { refundId, status, reason: 'so' });
      const [, voided] = await Promise.all([send(), set('Voided')]);
      expect(['101', '224']).toContain(codeOf(voided));
      if (codeOf(voided) === '101') continue;
      const both = await Promise.all([set('Settled'), set('Returned')]);
      expect(both.map(codeOf)).toContain('101');
      const refund_ = await db
        .selectFrom('refunds')
        .selectAll()
        .where('trade_id', '=', tradeId)
        .executeTakeFirstOrThrow();
      expect(['Settled', 'Returned']).toContain(refund_.status);
      expect((await stateOf(tradeId))[1]).toBe(refund_.status === 'Settled' ? 0 : 100);
    }
    expect(await ledgerProblems(db)).toEqual([]);
  });

  test('a refund, an edit and a closing of a trade are done or refused', async () => {
    const { db, trade, paid, operator, api, accountId, offeringId, send, settle } = await startRefunds(open);
    for (const rail of PAYMENT_RAILS) {
      const tradeId = await trade({ total_amount: '60.000000' });
      await paid(rail, tradeId, rail === 'ACH' ? '64' : '100');
      const edit = { accountId, offeringId, tradeId, shares: 9 };
      const close = { accountId, tradeId, orderStatus: 'SETTLED' };
      const answers = await Promise.all([
        operator('performRefund', { tradeId, rail, reference: 'one' }),
        api.call('PUT', 'editTrade', edit),
        api.call('POST', 'updateTradeStatus', close),
      ]);
      for (const code of answers.map(codeOf)) expect(['101', '190', '106']).toContain(code);
    }
    await send();
    await settle();
    expect(await ledgerProblems(db)).toEqual([]);
    fieldsOf(await api.call('POST', 'getRefunds', {}));
  });
});
