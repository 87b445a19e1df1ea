import { expect, test } from 'vitest';
import type { LivePayment, PaymentRail } from '../../../src/modules/trades/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { aDeposit } from '../payments/custody/deposits.ts';
import { ENCODINGS, errorOf, fieldsOf } from '../shared/api.ts';
import { type Fields, firedNames, openMarket } from './investors.ts';

/** Some webhook, in the place of those that ways to pay have for a void. */
const VOIDED = 'deleteOffering';

/** One way to pay, with a move that is in this state; a payment is no longer live in the transaction that voids it. */
function payments(state: LivePayment | undefined): PaymentRail {
  const voidedIn = new WeakSet<object>();
  return {
    liveState: async (db) => (voidedIn.has(db) ? undefined : state),
    async voidPending(db, [tradeId]) {
      if (state !== 'Pending') return [];
      voidedIn.add(db);
      return [{ clientId: 'C1', method: VOIDED, fields: { offeringId: String(tradeId) } }];
    },
  };
}

const ASKED = { requestedBy: 'First Last', reason: 'a change of mind', notes: 'by telephone' };

describeOnEachDatabase('the end of an investment', (open) => {
  test.each(ENCODINGS)('deleteTrade withdraws it and gives the units back (%s)', async (encoding) => {
    const { api, accountId, offeringId, partyId, trade, read, remaining } = await openMarket(open);
    const tradeId = await trade();
    const sent = { accountId, tradeId, errDesc: 'too late' };
    const { tradeDetails } = fieldsOf(await api.call('POST', 'deleteTrade', sent, { encoding }));
    expect(tradeDetails).toEqual({ partyId, offeringId, orderStatus: 'CANCELED' });
    expect(api.fired).toEqual([{ clientId: 'C1', method: 'deleteTrade', fields: { tradeId } }]);
    expect(await read(tradeId)).toMatchObject({ orderStatus: 'CANCELED', errors: 'too late' });
    expect(await remaining()).toBe('10000.000000');
    errorOf(await api.call('POST', 'deleteTrade', sent), '190');
    expect(await remaining()).toBe('10000.000000');
    const missing = errorOf(await api.call('POST', 'deleteTrade', {}), '106');
    expect(missing).toContain('accountId');
    expect(missing).toContain('tradeId');
  });

  test.each(['Pending', 'Submitted', 'Settled'] as const)('deleteTrade is refused with money %s', async (state) => {
    const { api, accountId, trade, read } = await openMarket(open, [payments(undefined), payments(state)]);
    const tradeId = await trade();
    errorOf(await api.call('POST', 'deleteTrade', { accountId, tradeId }), '150');
    errorOf(await api.call('POST', 'updateTradeTransactionType', { tradeId, transactionType: 'WIRE' }), '150');
    expect(await read(tradeId)).toMatchObject({ orderStatus: 'CREATED', transactionType: 'ACH' });
    expect(api.fired).toEqual([]);
  });

  test('deleteTrade asks for the state before the money', async () => {
    const { api, accountId, trade, ask } = await openMarket(open, [payments('Settled')]);
    const tradeId = await trade();
    await ask('updateTradeStatus', { tradeId, accountId, orderStatus: 'FUNDED' });
    errorOf(await api.call('POST', 'deleteTrade', { accountId, tradeId }), '190');
    errorOf(await api.call('POST', 'updateTradeTransactionType', { tradeId, transactionType: 'WIRE' }), '190');
  });

  test.each([
    [undefined, 'CREATED', 'CANCELED', '10000.000000', ['deleteTrade', 'cancelInvestment']],
    ['Pending', 'CREATED', 'CANCELED', '10000.000000', [VOIDED, 'deleteTrade', 'cancelInvestment']],
    ['Submitted', 'CREATED', 'UNWIND PENDING', '9990.000000', ['updateTradeStatus', 'cancelInvestment']],
    ['Settled', 'FUNDED', 'UNWIND PENDING', '9990.000000', ['updateTradeStatus', 'cancelInvestment']],
  ] as const)('cancelInvestment with money %s makes %s %s', async (state, from, to, left, sent) => {
    const money = payments(state);
    const { api, accountId, partyId, offeringId, trade, ask, remaining } = await openMarket(open, [money]);
    const tradeId = await trade();
    await ask('updateTradeStatus', { tradeId, accountId, orderStatus: from });
    const payment = { client_id: 'C1', account_id: accountId, trade_id: Number(tradeId), status: 'Submitted' };
    if (state === 'Submitted') await aDeposit(api.database.db, payment);
    api.fired.length = 0;
    const { 'Canceled investment details': details } = await ask('cancelInvestment', { tradeId, ...ASKED });
    expect(details).toEqual([
      {
        ...{ id: tradeId, orderId: tradeId, offeringId, accountId, partyId, party_type: 'IndivACParty' },
        ...{ escrowId: null, transactionType: 'ACH', totalAmount: '100.000000', totalShares: '10.000000' },
        ...{ orderStatus: to, createdDate: '2030-01-02 03:04:05', createdIpAddress: '127.0.0.1', errors: null },
        ...{ documentKey: null, esignStatus: 'NOTSIGNED', users: null, archived_status: '0' },
        ...{ field1: '', field2: '', field3: '' },
      },
    ]);
    expect(api.fired.at(-1)).toEqual({
      clientId: 'C1',
      method: 'cancelInvestment',
      fields: { accountId, OrderId: tradeId, 'Transaction Type': 'ACH', OrderStatus: to },
    });
    expect(firedNames(api)).toEqual(sent);
    expect(await remaining()).toBe(left);
    const { notesDetails } = await ask('getTradeNote', { tradeId });
    const note = { authorname: 'First Last', note: 'a change of mind\nby telephone', createdDate: '2030-01-02' };
    expect(notesDetails).toEqual([{ ...note, noteId: expect.any(String) }]);
  });

  test.each(['cancelInvestment', 'fundReturnRequest'])(
    '%s of a trade that was cancelled before changes nothing',
    async (method) => {
      const { api, accountId, trade, ask, read } = await openMarket(open);
      const [withdrawn, unwinding, unwound] = [await trade(), await trade(), await trade()];
      await ask('deleteTrade', { accountId, tradeId: withdrawn });
      for (const tradeId of [unwinding, unwound]) {
        for (const orderStatus of ['FUNDED', 'UNWIND PENDING'])
          await ask('updateTradeStatus', { tradeId, accountId, orderStatus });
      }
      await ask('updateTradeStatus', { tradeId: unwound, accountId, orderStatus: 'UNWIND SETTLED' });
      const states = { [withdrawn]: 'CANCELED', [unwinding]: 'UNWIND PENDING', [unwound]: 'UNWIND SETTLED' };
      for (const [tradeId, orderStatus] of Object.entries(states)) {
        const before = await read(tradeId);
        api.fired.length = 0;
        const answer = await ask(method, { tradeId, ...ASKED });
        const shown =
          method === 'cancelInvestment' ? (answer['Canceled investment details'] as [object])[0] : answer.tradeDetails;
        expect(shown).toMatchObject({ orderStatus });
        expect(await read(tradeId)).toEqual(before);
        expect(api.fired).toEqual([]);
        expect((await ask('getTradeNote', { tradeId })).notesDetails).toEqual([]);
      }
    },
  );

  test('cancelInvestment refuses what is not there', async () => {
    const { api, trade } = await openMarket(open);
    const cancel = (tradeId: string, as = 'C1') => api.call('POST', 'cancelInvestment', { tradeId, ...ASKED }, { as });
    const tradeId = await trade();
    errorOf(await cancel(tradeId, 'C2'), '189');
    errorOf(await cancel('987654321'), '189');
    const missing = errorOf(await api.call('POST', 'cancelInvestment', {}), '106');
    for (const name of ['tradeId', 'requestedBy', 'reason']) expect(missing).toContain(name);
  });

  test('fundReturnRequest does the same without its own webhook', async () => {
    const { api, accountId, offeringId, partyId, trade, ask } = await openMarket(open);
    const tradeId = await trade();
    await ask('updateTradeStatus', { tradeId, accountId, orderStatus: 'FUNDED' });
    api.fired.length = 0;
    const { tradeDetails } = await ask('fundReturnRequest', { tradeId, ...ASKED });
    expect(tradeDetails).toEqual({ partyId, offeringId, orderStatus: 'UNWIND PENDING' } satisfies Fields);
    expect(firedNames(api)).toEqual(['updateTradeStatus']);
  });
});
