import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { ENCODINGS, errorOf, fieldsOf } from '../../shared/api.ts';
import { BANK, base64, startAch } from './fixture.ts';

describeOnEachDatabase('the bank account of an account or issuer', (open) => {
  const start = async () => startAch(await open(), { nickname: null });
  const shown = {
    ExtAccountfullname: 'First Last',
    Extnickname: 'My bank',
    ExtRoutingnumber: base64(BANK.ExtRoutingnumber),
    ExtAccountnumber: base64(BANK.ExtAccountnumber),
    accountType: 'Checking',
  };

  test.each(ENCODINGS)('is added, replaced, read and deleted, with its webhooks (%s)', async (encoding) => {
    const { api, accountId } = await start();
    const owner = { types: 'Account', accountId };
    const call = (name: string, fields: object = {}) => api.call('POST', name, { ...owner, ...fields }, { encoding });
    const stored = { ...owner, ...shown };
    expect(fieldsOf(await call('createExternalAccount', BANK))).toEqual({ 'External Account Details': stored });
    errorOf(await call('createExternalAccount', BANK), '116');
    const { body } = await call('getExternalAccount');
    expect(body).toEqual({
      statusCode: '101',
      accountId,
      statusDesc: {
        AccountName: 'First Last',
        AccountNickName: 'My bank',
        AccountRoutingNumber: BANK.ExtRoutingnumber,
        AccountNumber: BANK.ExtAccountnumber,
        accountType: 'Checking',
        updatedDate: '2030-01-02 03:04:05',
        createdDate: '2030-01-02 03:04:05',
      },
    });
    const other = { ...BANK, Extnickname: 'Second', ExtAccountnumber: '007', accountType: 'savings' };
    const replaced = { ...stored, Extnickname: 'Second', ExtAccountnumber: base64('007'), accountType: 'Savings' };
    expect(fieldsOf(await call('updateExternalAccount', other))).toEqual({
      'Account External Account Details': [true, [replaced]],
    });
    expect(fieldsOf(await call('deleteExternalAccount'))).toEqual({ accountId, Ext_Status: 'Deleted' });
    errorOf(await call('getExternalAccount'), '149');
    expect(fieldsOf(await call('deleteExternalAccount'))).toEqual({ accountId, Ext_Status: 'Deleted' });
    expect(api.fired.map(({ clientId, method, fields }) => [clientId, method, fields])).toEqual([
      ['C1', 'createExternalAccount', stored],
      ['C1', 'updateExternalAccount', replaced],
      ['C1', 'deleteExternalAccount', { accountId, Ext_status: 'Deleted' }],
      ['C1', 'deleteExternalAccount', { accountId, Ext_status: 'Deleted' }],
    ]);
    expect(fieldsOf(await call('updateExternalAccount', BANK))).toEqual({
      'Account External Account Details': [true, [stored]],
    });
  });

  test('of an issuer has the keys of an issuer', async () => {
    const { api, issuerId: id } = await start();
    const issuerId = String(id);
    const owner = { types: 'Issuer', issuerId };
    const stored = { ...owner, ...shown };
    const call = (name: string, fields: object = {}) => api.call('POST', name, { ...owner, ...fields });
    expect(fieldsOf(await call('createExternalAccount', BANK))).toEqual({ 'Issuer External Account Details': stored });
    expect((await call('getExternalAccount')).body).toMatchObject({
      issuerId,
      statusDesc: { AccountName: 'First Last' },
    });
    expect((await call('getExternalAccount')).body.statusDesc).not.toHaveProperty('createdDate');
    expect(fieldsOf(await call('updateExternalAccount', BANK))).toEqual({
      'Issuer External Account Details': [true, [stored]],
    });
    expect(fieldsOf(await call('deleteExternalAccount'))).toEqual({ issuerId, status: 'Deleted' });
    expect(api.fired.at(-1)?.fields).toEqual({ issuerId, status: 'Deleted' });
  });

  test('anything but Checking and Savings is Checking', async () => {
    const { api, accountId } = await start();
    for (const [sent, kept] of [
      ['Savings', 'Savings'],
      ['Business', 'Checking'],
      [undefined, 'Checking'],
    ] as const) {
      const { accountType: _, ...bank } = BANK;
      const fields = { types: 'Account', accountId, ...bank, ...(sent === undefined ? {} : { accountType: sent }) };
      const answer = fieldsOf(await api.call('POST', 'updateExternalAccount', fields));
      expect(answer).toMatchObject({ 'Account External Account Details': [true, [{ accountType: kept }]] });
    }
  });

  test('is refused where it is malformed, naming the field', async () => {
    const { api, accountId } = await start();
    for (const [field, value] of [
      ['types', 'account'],
      ['types', 'Party'],
      ['Extnickname', 'a`b'],
      ['Extnickname', 'what?'],
      ['Extnickname', 'Łódź'],
      ['ExtRoutingnumber', '12a'],
      ['ExtRoutingnumber', '1234567890'],
      ['ExtAccountnumber', '1.5'],
      ['ExtAccountnumber', '123456789012345678'],
    ] as const) {
      const sent = { types: 'Account', accountId, ...BANK, [field]: value };
      expect(errorOf(await api.call('POST', 'createExternalAccount', sent), '106'), value).toContain(field);
    }
    for (const Extnickname of ['Zoë 1', 'a-b_c/d']) {
      const sent = { types: 'Account', accountId, ...BANK, Extnickname };
      fieldsOf(await api.call('POST', 'updateExternalAccount', sent));
    }
    const missing = errorOf(await api.call('POST', 'createExternalAccount', { types: 'Issuer' }), '106');
    for (const field of ['issuerId', 'ExtAccountfullname', 'Extnickname', 'ExtRoutingnumber', 'ExtAccountnumber']) {
      expect(missing).toContain(field);
    }
    expect(missing).not.toContain('accountId');
  });

  test('is only its client’s, and a master key reads it', async () => {
    const { api, accountId } = await start();
    const owner = { types: 'Account', accountId };
    fieldsOf(await api.call('POST', 'createExternalAccount', { ...owner, ...BANK }));
    for (const name of [
      'createExternalAccount',
      'updateExternalAccount',
      'deleteExternalAccount',
      'getExternalAccount',
    ]) {
      errorOf(await api.call('POST', name, { ...owner, ...BANK }, { as: 'C2' }), '148');
    }
    const { body } = await api.call('POST', 'getExternalAccount', owner, { as: 'MASTER' });
    expect(body).toMatchObject({ statusCode: '101', accountId });
  });

  test('keeps its numbers encrypted', async () => {
    const { api, accountId } = await start();
    fieldsOf(await api.call('POST', 'createExternalAccount', { types: 'Account', accountId, ...BANK }));
    const row = await api.database.db.selectFrom('external_accounts').selectAll().executeTakeFirstOrThrow();
    const stored = JSON.stringify(row);
    for (const number of [BANK.ExtRoutingnumber, BANK.ExtAccountnumber]) {
      expect(stored).not.toContain(number);
      expect(stored).not.toContain(base64(number));
    }
  });

  test('of two calls at once one adds it', async () => {
    const { api, accountId } = await start();
    const sent = { types: 'Account', accountId, ...BANK };
    const answers = await Promise.all(Array.from({ length: 8 }, () => api.call('POST', 'createExternalAccount', sent)));
    expect(answers.map(({ body }) => body.statusCode).sort()).toEqual(['101', ...Array(7).fill('116')]);
  });

  test('routing numbers are checked by their digits', async () => {
    const { api } = await start();
    const call = (routingNumber: string) => api.call('POST', 'validateABARoutingNumber', { routingNumber });
    expect(fieldsOf(await call('123456780'))).toEqual({ accountDetails: 'Valid routing number' });
    for (const wrong of ['123456789', '12345678', 'x', '000000000']) errorOf(await call(wrong), '215');
  });
});
