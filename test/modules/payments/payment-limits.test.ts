import { expect, test } from 'vitest';
import { paymentLimitsModule } from '../../../src/modules/payments/index.ts';
import type { ModuleDeps } from '../../../src/modules/shared/deps.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { errorOf, fieldsOf } from '../shared/api.ts';
import { startAch } from './ach/fixture.ts';

const CARDS = { cards: undefined, cardAmountMax: 5000 };

describeOnEachDatabase('limits of payments (A36)', (open) => {
  const start = async () => {
    const database = await open();
    const more = [(deps: ModuleDeps) => paymentLimitsModule({ ...deps, ...CARDS })];
    const ach = await startAch(database, { more });
    const call = (method: string, fields: object, as = 'C1') => ach.api.call('POST', method, { ...fields }, { as });
    return { ...ach, call, database };
  };

  test('are those of the program, and then what the operator set', async () => {
    const { call, database } = await start();
    const usual = { clientId: 'C1', debits: 'Yes', debitMax: '100000.000000', cardMax: '5000.000000' };
    expect(fieldsOf(await call('getPaymentLimits', {}))).toMatchObject({
      paymentLimits: { ...usual, depositMax: '100000.000000' },
      achBlock: null,
    });
    const nowUs = 1;
    await database.db
      .insertInto('card_limits')
      .values({ client_id: 'C1', amount_max: '750.000000', updated_at: nowUs })
      .execute();
    await database.db
      .insertInto('ach_clients')
      .values({ client_id: 'C1', enabled: 0, single_amount_max: '250.500000', updated_at: nowUs })
      .execute();
    await database.db
      .insertInto('custody_deposit_limits')
      .values({ client_id: 'C1', amount: '99.990000', updated_at: nowUs })
      .execute();
    expect(fieldsOf(await call('getPaymentLimits', {})).paymentLimits).toEqual({
      ...{ clientId: 'C1', debits: 'No', debitMax: '250.500000', cardMax: '750.000000', depositMax: '99.990000' },
    });
    expect(fieldsOf(await call('getPaymentLimits', {}, 'C2')).paymentLimits).toMatchObject({ debits: 'Yes' });
  });

  test('say whether an account of the client is blocked; those of others are unknown', async () => {
    const { call, accountId } = await start();
    const read = async (as?: string) => fieldsOf(await call('getPaymentLimits', { accountId }, as)).achBlock;
    expect(await read()).toEqual({ accountId, blocked: 'No', reason: null, blockedDate: null });
    const block = { accountId, blocked: 'Yes', reason: 'Asked by the bank' };
    fieldsOf(await call('admin/updateAchBlock', block, 'MASTER'));
    const blocked = { ...block, blockedDate: '2030-01-02 03:04:05' };
    expect(await read()).toEqual(blocked);
    expect(await read('MASTER')).toEqual(blocked);
    errorOf(await call('getPaymentLimits', { accountId }, 'C2'), '148');
  });

  test('of another client are for a master key', async () => {
    const { call } = await start();
    errorOf(await call('getPaymentLimits', { clientId: 'C1' }, 'C2'), '404');
    errorOf(await call('getPaymentLimits', { clientId: 'C9' }, 'MASTER'), '404');
  });
});
