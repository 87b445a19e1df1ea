import { expect, test } from 'vitest';
import { issuersModule } from '../../../src/modules/issuers/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { ENCODINGS, errorOf, fieldsOf, startApi } from '../shared/api.ts';

const KEY = 'Financial issuer details';
const ACCOUNT = {
  accountType: 'checking',
  companyName: 'Example Company',
  companyState: 'DE',
  entityType: 'LLC',
  companyTaxID: '123456789',
  accountMiddleInitial: 'Q',
  socialSecurityNumber: '123-45-6789',
  dob: '01-31-1980',
  residentUS: 'Yes',
  citizenUS: 'No',
  addressline1: '1 Example Street',
  addressline2: 'Floor 2',
  city: 'Example City',
  zip: '10001',
  country: 'USA',
  additionalInfo: 'none',
  createdIpAddress: '192.0.2.1',
  issuingCountry: 'USA',
};
const PERMISSIONS = ['companyName', 'companyState', 'issuingCountry', 'createdIpAddress'].map(
  (field) => `createIssuerAccount.${field}`,
);
const base64 = (text: string) => Buffer.from(text).toString('base64');

describeOnEachDatabase('the account record of an issuer', (open) => {
  const start = async () => {
    const api = await startApi(await open(), [issuersModule], { strictPermissions: PERMISSIONS });
    const create = async (as: string) => {
      const issuer = { issuerName: 'I', firstName: 'Ada', lastName: 'Example', email: 'a@example.com' };
      const { issuerDetails } = fieldsOf(await api.call('PUT', 'createIssuer', issuer, { as }));
      return (issuerDetails as [boolean, [{ issuerId: string }]])[1][0].issuerId;
    };
    return { api, issuerId: await create('C1'), create };
  };

  test.each(ENCODINGS)('is created, changed, read and deleted (%s)', async (encoding) => {
    const { api, issuerId } = await start();
    const { addressline1, addressline2, ...same } = ACCOUNT;
    const stored = {
      ...same,
      issuerId,
      addressLine1: addressline1,
      addressLine2: addressline2,
      socialSecurityNumber: base64('123-45-6789'),
      dob: base64('01-31-1980'),
      issuerStatus: 'Pending',
      createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    };
    const created = await api.call('PUT', 'createIssuerAccount', { issuerId, ...ACCOUNT }, { encoding });
    expect(fieldsOf(created)).toEqual({ [KEY]: [true, [stored]] });
    const again = await api.call('PUT', 'createIssuerAccount', { issuerId, city: 'Elsewhere' }, { encoding });
    expect(fieldsOf(again)).toEqual({ [KEY]: { 1: [{ ...stored, city: 'Elsewhere' }] } });
    const updated = await api.call('POST', 'updateIssuerAccount', { issuerId, dob: '1981-02-01' }, { encoding });
    expect(fieldsOf(updated)).toEqual({ [KEY]: { 1: [{ ...stored, city: 'Elsewhere', dob: base64('02-01-1981') }] } });

    const { body } = await api.call('POST', 'getIssuerAccount', { issuerId }, { encoding });
    const { createdIpAddress: _, ...shown } = same;
    expect(body).toEqual({
      statusCode: '101',
      issuerId,
      [KEY]: [],
      statusDesc: {
        ...shown,
        issuerId,
        accountfirstName: 'Ada',
        accountlastName: 'Example',
        addressLine1: addressline1,
        addressLine2: addressline2,
        city: 'Elsewhere',
        dob: '02-01-1981',
        state: null,
        issuerAccountStatus: 'Pending',
      },
    });

    fieldsOf(await api.call('POST', 'deleteIssuerAccount', { issuerId }, { encoding }));
    const after = await api.call('POST', 'getIssuerAccount', { issuerId });
    expect(after.body.statusDesc).toMatchObject({ issuerId, companyName: null, accountfirstName: 'Ada' });
    errorOf(await api.call('POST', 'updateIssuerAccount', { issuerId, city: 'x' }), '136');
    const cleared = await api.call('PUT', 'createIssuerAccount', { issuerId, companyName: 'New' });
    expect(fieldsOf(cleared)).toMatchObject({
      [KEY]: [true, [{ companyName: 'New', city: null, companyTaxID: null }]],
    });
    expect(api.fired).toEqual([]);
  });

  test.each(ENCODINGS)('has no value after empty text, whichever call stores it (%s)', async (encoding) => {
    const { api, create } = await start();
    const cleared = { accountType: '', city: '' };
    const typeAfter = async (...calls: readonly (readonly ['PUT' | 'POST', string, object])[]) => {
      const issuerId = await create('C1');
      for (const [verb, name, fields] of calls)
        fieldsOf(await api.call(verb, name, { issuerId, ...fields }, { encoding }));
      const { statusDesc } = (await api.call('POST', 'getIssuerAccount', { issuerId })).body;
      const { accountType, city } = statusDesc as Record<string, unknown>;
      return [accountType, city];
    };
    expect(await typeAfter(['PUT', 'createIssuerAccount', cleared])).toEqual([null, null]);
    const first = ['PUT', 'createIssuerAccount', ACCOUNT] as const;
    expect(await typeAfter(first, ['PUT', 'createIssuerAccount', cleared])).toEqual([null, null]);
    expect(await typeAfter(first, ['POST', 'updateIssuerAccount', cleared])).toEqual([null, null]);
    const kept = [ACCOUNT.accountType, ACCOUNT.city];
    expect(await typeAfter(first, ['PUT', 'createIssuerAccount', { zip: '2' }])).toEqual(kept);
  });

  test('keeps its numbers encrypted', async () => {
    const { api, issuerId } = await start();
    await api.call('PUT', 'createIssuerAccount', { issuerId, ...ACCOUNT });
    const row = await api.database.db.selectFrom('issuer_accounts').selectAll().executeTakeFirstOrThrow();
    const stored = JSON.stringify(row);
    for (const secret of ['123456789', '123-45-6789', '01-31-1980']) expect(stored).not.toContain(secret);
  });

  test('refuses malformed values, naming the field, and missing ones of a key that needs them', async () => {
    const { api, issuerId, create } = await start();
    for (const [field, value] of [
      ['companyTaxID', '12-3456789'],
      ['socialSecurityNumber', '123456789'],
      ['dob', '1980-13-01'],
      ['dob', '01-03-2030'],
      ['residentUS', 'maybe'],
      ['issuerId', 'abc'],
    ] as const) {
      const answer = await api.call('PUT', 'createIssuerAccount', { issuerId, ...ACCOUNT, [field]: value });
      expect(errorOf(answer, '106')).toContain(field);
    }
    const strict = await create('STRICT');
    const error = errorOf(await api.call('PUT', 'createIssuerAccount', { issuerId: strict }, { as: 'STRICT' }), '106');
    for (const field of ['companyName', 'companyState', 'issuingCountry', 'createdIpAddress']) {
      expect(error).toContain(field);
    }
  });

  test('is only its client’s', async () => {
    const { api, issuerId } = await start();
    await api.call('PUT', 'createIssuerAccount', { issuerId, ...ACCOUNT });
    for (const [verb, name] of [
      ['PUT', 'createIssuerAccount'],
      ['POST', 'updateIssuerAccount'],
      ['POST', 'getIssuerAccount'],
      ['POST', 'deleteIssuerAccount'],
    ] as const) {
      const foreign = await api.call(verb, name, { issuerId }, { as: 'C2' });
      errorOf(foreign, '136');
      expect(await api.call(verb, name, { issuerId: '999999' }, { as: 'C2' })).toEqual(foreign);
    }
    const { body } = await api.call('POST', 'getIssuerAccount', { issuerId });
    expect(body.statusDesc).toMatchObject({ companyName: 'Example Company' });
  });

  test('shows the accounts that the operator entered, until one or all are deleted', async () => {
    const { api, issuerId } = await start();
    const account = {
      issuerId,
      custodianName: 'Example Trust',
      custodianAccountNumber: 'T-1',
      routingNumber: '021000021',
      accountNumber: '000123456789',
      accountName: 'Example Escrow',
    };
    const put = (fields: Record<string, unknown>, as = 'MASTER') =>
      api.call('POST', 'admin/putIssuerCustodianAccount', { ...account, ...fields }, { as });
    errorOf(await put({ providerId: 1 }, 'C1'), '111');
    errorOf(await put({ providerId: 1, issuerId: '999999' }), '136');
    for (const providerId of [1, 2, 3]) fieldsOf(await put({ providerId, funds: '10.5' }));
    fieldsOf(await put({ providerId: 3, custodianName: 'Other Trust' }));
    const shown = async () => (await api.call('POST', 'getIssuerAccount', { issuerId })).body[KEY] as object[];
    expect(await shown()).toHaveLength(3);
    expect((await shown())[0]).toEqual({
      CustodianName: 'Example Trust',
      CustodianAccountNumber: 'T-1',
      RoutingNumber: '021000021',
      AccountNumber: '000123456789',
      AccountName: 'Example Escrow',
      funds: '10.500000',
    });
    expect((await shown())[2]).toMatchObject({ CustodianName: 'Other Trust', funds: '10.500000' });
    fieldsOf(await api.call('POST', 'deleteIssuerAccount', { issuerId, providerid: 3 }));
    fieldsOf(await put({ providerId: 3 }));
    expect((await shown())[2]).toMatchObject({ CustodianName: 'Example Trust', funds: '0.000000' });
    await api.call('PUT', 'createIssuerAccount', { issuerId, ...ACCOUNT });
    fieldsOf(await api.call('POST', 'deleteIssuerAccount', { issuerId, providerid: 2 }));
    expect(await shown()).toHaveLength(2);
    const kept = await api.call('POST', 'getIssuerAccount', { issuerId });
    expect(kept.body.statusDesc).toMatchObject({ companyName: 'Example Company' });
    fieldsOf(await api.call('POST', 'deleteIssuerAccount', { issuerId }));
    expect(await shown()).toEqual([]);
  });
});
