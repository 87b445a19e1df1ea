/** Payments from the order to what the processor says (K3 to K9). */
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { errorOf, fieldsOf } from '../../shared/api.ts';
import { startCards } from './cards-api.ts';

/** 18:00 Eastern of Wednesday 2 January 2030, the first bank business day of the year. */
const CUT_OFF = Date.UTC(2030, 0, 2, 23) * 1000;
const MINUTE_US = 60_000_000;

describeOnEachDatabase('a payment by card', (open) => {
  test('waits for the cut-off, is settled, and makes its trade FUNDED', async () => {
    const api = await startCards(await open());
    const { refNum, tradeId } = await api.pay();
    api.nowUs = CUT_OFF - 1;
    expect(await api.payments.run()).toBe(CUT_OFF);
    expect(await api.move(refNum)).toMatchObject({ fund_status: 'Pending', transaction_status: 'Pending' });
    api.nowUs = CUT_OFF;
    await api.payments.run();
    expect(await api.move(refNum)).toMatchObject({
      fund_status: 'Settled',
      transaction_status: 'Approved',
      errors: null,
    });
    expect(await api.tradeState(tradeId)).toBe('FUNDED');
    expect(api.fired.map(({ method, fields }) => [method, fields.fundStatus ?? fields.orderStatus])).toEqual([
      ['updateCCFundMoveStatus', 'Submitted'],
      ['stripePaymentProcess', 'Settled'],
      ['updateCCFundMoveStatus', 'Settled'],
      ['updateTradeStatus', 'FUNDED'],
    ]);
    await api.payments.run();
    expect(api.fired).toHaveLength(4);
  });

  test('that is refused is Returned with the reason, and the trade can be paid again', async () => {
    const api = await startCards(await open());
    const { refNum, tradeId } = await api.pay('4000000000009995');
    api.nowUs = CUT_OFF;
    await api.payments.run();
    expect(await api.move(refNum)).toMatchObject({ fund_status: 'Returned', errors: 'Insufficient funds' });
    expect(await api.tradeState(tradeId)).toBe('CREATED');
    const order = { accountId: api.accountId, tradeId, amount: '100.25', createdIpAddress: '192.0.2.1' };
    const { transactionDetails } = fieldsOf(await api.call('POST', 'ccFundMovement', order));
    expect(transactionDetails).toMatchObject([{ totalAmount: '100.250000', fundStatus: 'Pending' }]);
    errorOf(await api.call('POST', 'ccFundMovement', order), '150');
  });

  test('whose outcome is not known is asked for again, and looked up at last', async () => {
    const api = await startCards(await open());
    const { refNum } = await api.pay('4000000000000259');
    api.nowUs = CUT_OFF;
    const next = await api.payments.run();
    expect(await api.move(refNum)).toMatchObject({ fund_status: 'Submitted' });
    expect(next).toBe(CUT_OFF + 2 * MINUTE_US);
    api.nowUs = next;
    await api.payments.run();
    expect(await api.move(refNum)).toMatchObject({ fund_status: 'Settled' });
    const silent = await startCards(await open());
    const { refNum: other } = await silent.pay('4000000000000226');
    silent.nowUs = CUT_OFF;
    await silent.payments.run();
    silent.nowUs = CUT_OFF + 24 * 60 * MINUTE_US;
    await silent.payments.run();
    expect(await silent.move(other)).toMatchObject({
      fund_status: 'Returned',
      errors: 'The processor never made the payment',
    });
  });

  test('whose outcome stays unknown is asked for after 2, 4, 8 ... minutes, at last after every hour', async () => {
    const api = await startCards(await open());
    const { refNum } = await api.pay('4000000000000226');
    api.nowUs = CUT_OFF;
    const pauses: number[] = [];
    for (let tries = 0; tries < 9; tries++) {
      await api.payments.run();
      const { ask_at, asked } = await api.move(refNum);
      expect(asked).toBe(tries + 2);
      pauses.push((ask_at! - api.nowUs) / MINUTE_US);
      // Nobody asks before that.
      api.nowUs = ask_at! - 1;
      await api.payments.run();
      expect((await api.move(refNum)).asked).toBe(tries + 2);
      api.nowUs = ask_at!;
    }
    expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60, 60, 60]);
  });

  test('of a trade that is not in whole cents is refused, and nothing is made', async () => {
    const api = await startCards(await open());
    const { accountId } = api;
    await api.link();
    const { trade_id: tradeId } = await api.trade({ unit_price: '10.000500', total_amount: '100.005000' });
    const refused = await api.call('POST', 'ccFundMove', { accountId, tradeId, createdIpAddress: '192.0.2.1' });
    expect(errorOf(refused, '732')).toContain('whole cents');
    expect(await api.database.db.selectFrom('card_fund_moves').select('ref_num').execute()).toEqual([]);
  });

  test('that is Declined or voided is not made; nor one whose trade is not wanted any more', async () => {
    const api = await startCards(await open());
    const { refNum: RefNum, tradeId } = await api.pay();
    const declined = { RefNum, transactionstatus: 'Declined' };
    fieldsOf(await api.call('POST', 'updateCCFundMoveApprovedStatus', declined, { as: 'MASTER' }));
    api.nowUs = CUT_OFF;
    await api.payments.run();
    expect(await api.move(RefNum)).toMatchObject({ fund_status: 'Pending' });
    fieldsOf(
      await api.call(
        'POST',
        'updateCCFundMoveApprovedStatus',
        { ...declined, transactionstatus: 'Approved' },
        { as: 'MASTER' },
      ),
    );
    await api.database.db
      .updateTable('trades')
      .set({ order_status: 'CANCELED' })
      .where('trade_id', '=', tradeId)
      .execute();
    await api.payments.run();
    expect(await api.move(RefNum)).toMatchObject({ fund_status: 'Voided' });
    errorOf(await api.call('POST', 'requestForVoidCCTransaction', { RefNum }), '224');
  });
});
