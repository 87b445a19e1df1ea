/** What operators set: limits, and what became of payments that are handled outside of this program (K5, K6). */
import { expect, test } from 'vitest';
import { PAYMENT_LIFECYCLE, PAYMENT_STATES } from '../../../../src/modules/payments/lifecycle/index.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { errorOf, fieldsOf } from '../../shared/api.ts';
import { startCards } from './cards-api.ts';

const MASTER = { as: 'MASTER' };
const TRIGGERS = { Submitted: 'submit', Settled: 'settle', Returned: 'return' } as const;

describeOnEachDatabase('an operator', (open) => {
  test('limits the payments of a client, and nobody else does', async () => {
    const api = await startCards(await open());
    const { accountId } = api;
    await api.link();
    const pay = async (amount: string) => {
      const { trade_id: tradeId } = await api.trade({ total_amount: amount });
      const order = { accountId, tradeId, amount, createdIpAddress: '192.0.2.1' };
      return api.call('POST', 'ccFundMovement', order);
    };
    // That of the setting, because it has none itself.
    expect(errorOf(await pay('5000.01'), '234')).toContain('5000.00');
    fieldsOf(await pay('5000'));
    const limit = (amountMax: unknown, clientId = 'C00000001', as = 'MASTER') =>
      api.call('POST', 'admin/setCardLimit', { clientId, amountMax }, { as });
    // The clients of tests have shorter ids than those that the operator makes.
    expect(fieldsOf(await limit('99.99'))).toEqual({ clientId: 'C00000001', amountMax: '99.990000' });
    await api.database.db.updateTable('card_limits').set({ client_id: 'C1' }).execute();
    expect(errorOf(await pay('100'), '234')).toContain('99.99');
    fieldsOf(await pay('99.99'));
    await api.database.db.updateTable('card_limits').set({ client_id: 'C00000001' }).execute();
    fieldsOf(await limit('10000'));
    const rows = await api.database.db.selectFrom('card_limits').select(['client_id', 'amount_max']).execute();
    expect(rows).toEqual([{ client_id: 'C00000001', amount_max: '10000.000000' }]);
    for (const wrong of ['0', '-1', 'many', '1e3']) expect(errorOf(await limit(wrong), '106')).toContain('amountMax');
    expect(errorOf(await limit('1', 'X1'), '106')).toContain('clientId');
    expect((await limit('1', 'C00000001', 'C1')).body.statusCode).toBe('111');
  });

  test('sets what became of a payment as its lifecycle says, from every state', async () => {
    const api = await startCards(await open());
    const { refNum: RefNum } = await api.pay();
    const reported: string[] = [];
    const expected: string[] = [];
    for (const state of PAYMENT_STATES) {
      for (const fundStatus of ['Submitted', 'Settled', 'Returned'] as const) {
        await api.database.db.updateTable('card_fund_moves').set({ fund_status: state }).execute();
        const { body } = await api.call('POST', 'updateCCFundMoveStatus', { RefNum, fundStatus }, MASTER);
        reported.push(`${state} > ${fundStatus}: ${body.statusCode}, ${(await api.move(RefNum)).fund_status}`);
        const move = PAYMENT_LIFECYCLE.moves.find(
          ({ from, trigger }) => from === state && trigger === TRIGGERS[fundStatus],
        );
        expected.push(`${state} > ${fundStatus}: ${move ? `101, ${move.to}` : `224, ${state}`}`);
      }
    }
    expect(reported).toEqual(expected);
  });

  test('handles a payment outside: the processor does not get it, and a chargeback takes the money back', async () => {
    const api = await startCards(await open());
    const { refNum: RefNum, tradeId } = await api.pay();
    const set = (fundStatus: string, other: object = {}) =>
      api.call('POST', 'updateCCFundMoveStatus', { RefNum, fundStatus, ...other }, MASTER);
    const { creditcardDetails } = fieldsOf(await set('Submitted', { processorTransactionMessage: 'by telephone' }));
    expect(creditcardDetails).toMatchObject([
      { RefNum, fundStatus: 'Submitted', processorTransactionMessage: 'by telephone' },
    ]);
    // The batch leaves it alone.
    api.nowUs += 24 * 3_600_000_000;
    await api.payments.run();
    expect(await api.move(RefNum)).toMatchObject({ fund_status: 'Submitted', payment_key: null });
    fieldsOf(await set('Settled', { errors: 'not kept' }));
    expect(await api.move(RefNum)).toMatchObject({ fund_status: 'Settled', errors: null });
    expect(await api.tradeState(tradeId)).toBe('FUNDED');
    fieldsOf(await set('Returned', { errors: 'chargeback' }));
    expect(await api.move(RefNum)).toMatchObject({ fund_status: 'Returned', errors: 'chargeback' });
    expect(await api.tradeState(tradeId)).toBe('CREATED');
    expect(api.fired.map(({ clientId, method, fields }) => [clientId, method, fields.fundStatus])).toEqual([
      ['C1', 'updateCCFundMoveStatus', 'Submitted'],
      ['C1', 'updateCCFundMoveStatus', 'Settled'],
      ['C1', 'updateTradeStatus', undefined],
      ['C1', 'updateCCFundMoveStatus', 'Returned'],
      ['C1', 'updateTradeStatus', undefined],
    ]);
    errorOf(await api.call('POST', 'updateCCFundMoveStatus', { RefNum: '1', fundStatus: 'Settled' }, MASTER), '212');
    expect((await api.call('POST', 'updateCCFundMoveStatus', { RefNum, fundStatus: 'Settled' })).body.statusCode).toBe(
      '111',
    );
  });

  test('cannot submit what was declined', async () => {
    const api = await startCards(await open());
    const { refNum: RefNum } = await api.pay();
    const decline = { RefNum, transactionstatus: 'Declined' };
    fieldsOf(await api.call('POST', 'updateCCFundMoveApprovedStatus', decline, MASTER));
    errorOf(await api.call('POST', 'updateCCFundMoveStatus', { RefNum, fundStatus: 'Submitted' }, MASTER), '224');
    expect(await api.move(RefNum)).toMatchObject({ fund_status: 'Pending' });
  });
});
