import { expect, test } from 'vitest';
import { accountsModule } from '../../../src/modules/accounts/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { ENCODINGS, errorOf, fieldsOf, startApi } from '../shared/api.ts';

const REQUIRED = {
  accountRegistration: 'Example Trust',
  type: 'Entity',
  domesticYN: 'domestic_account',
  streetAddress1: '1 Example Street',
  city: 'Springfield',
  state: 'NY',
  zip: '00501',
  country: 'USA',
};
const OPTIONAL = {
  entityType: 'revocable TRUST',
  streetAddress2: 'Floor 2',
  email: 'trust@example.com',
  phone: '5551234567',
  taxID: '12-3456789',
  KYCstatus: 'auto approved',
  AMLstatus: 'Anything Goes',
  AMLdate: '2030-01-31',
  suitabilityScore: '5',
  suitabilityDate: '01-31-2030',
  suitabilityApprover: 'Ada Example',
  AccreditedStatus: 'Self Accredited',
  Allow: 'Income',
  AIdate: '2031-01-31',
  '506cLimit': '1000000',
  accountTotalLimit: '2000000',
  singleInvestmentLimit: '3000000',
  associatedAC: 'No',
  syndicate: 'yes',
  tags: 'one, two',
  notes: 'line one\nline two',
  approvalStatus: 'APPROVED',
  approvalPrincipal: 'Bo Example',
  approvalLastReview: '02-28-2030',
  field1: 'a',
  field2: 'b',
  field3: 'c',
  createdIpAddress: '192.0.2.1',
};

/** What both the full account's answer and its webhooks show. */
const IDENTITY = {
  accountId: 'A10000001',
  accountName: 'Example Trust',
  type: 'Entity',
  entityType: 'revocable TRUST',
  residentType: 'domestic_account',
  address1: '1 Example Street',
  address2: 'Floor 2',
  city: 'Springfield',
  state: 'NY',
  zip: '00501',
  country: 'USA',
  email: 'trust@example.com',
  phone: '5551234567',
  taxID: '12-3456789',
};
const REVIEWED = {
  kycStatus: 'auto approved',
  amlStatus: 'Anything Goes',
  amlDate: '2030-01-31',
  suitabilityScore: '5',
  suitabilityDate: '01-31-2030',
  suitabilityApprover: 'Ada Example',
  accreditedStatus: 'Self Accredited',
  accreditedInvestor: 'Income',
  accreditedInvestorDate: '2031-01-31',
  '506cLimit': '1000000',
  accountTotalLimit: '2000000',
  singleInvestmentLimit: '3000000',
  associatedAC: 'No',
  syndicate: '',
  tags: 'one, two',
  notes: 'line one\nline two',
  approvalStatus: 'APPROVED',
  approvalPrincipal: 'Bo Example',
  approvalLastReview: '02-28-2030',
  field1: 'a',
  field2: 'b',
  field3: 'c',
};

describeOnEachDatabase('accounts', (open) => {
  const start = async () =>
    startApi(await open(), [accountsModule], { strictPermissions: ['createAccount.syndicate'] });

  test.each(ENCODINGS)('are created and read with every field (%s)', async (encoding) => {
    const api = await start();
    expect(fieldsOf(await api.call('PUT', 'createAccount', { ...REQUIRED, ...OPTIONAL }, { encoding }))).toEqual({
      accountDetails: [
        {
          accountId: 'A10000001',
          kycStatus: 'auto approved',
          amlStatus: 'Anything Goes',
          accreditedStatus: 'Self Accredited',
          approvalStatus: 'APPROVED',
        },
      ],
    });
    const account = {
      ...IDENTITY,
      ...REVIEWED,
      kycDate: null,
      archived_status: '0',
      createdDate: '2030-01-02 03:04:05',
      updatedDate: '0000-00-00 00:00:00',
    };
    expect(fieldsOf(await api.call('POST', 'getAccount', { accountId: 'A10000001' }, { encoding }))).toEqual({
      accountDetails: account,
    });
    expect(api.fired).toEqual([
      {
        clientId: 'C1',
        method: 'createAccount',
        fields: {
          ...IDENTITY,
          ...REVIEWED,
          providerid: null,
          status: 'Active',
          socialSecurityNumber: '',
          dateOfBirth: '',
          virtualStatus: 'ACTIVE',
          createdIpAddress: '192.0.2.1',
          client_id: 'C1',
          developerAPIKey: 'XXXXXXXXXXXXXXX',
        },
      },
      { clientId: 'C1', method: 'getAccount', fields: account },
    ]);
  });

  test('show what was not sent as null or empty, as each field has it', async () => {
    const api = await start();
    expect(fieldsOf(await api.call('PUT', 'createAccount', REQUIRED))).toEqual({
      accountDetails: [
        { accountId: 'A10000001', kycStatus: '', amlStatus: '', accreditedStatus: '', approvalStatus: '' },
      ],
    });
    expect(api.fired[0]?.fields).toMatchObject({ createdIpAddress: '127.0.0.1' });
    const { accountDetails } = fieldsOf(await api.call('POST', 'getAccount', { accountId: 'A10000001' }));
    const values = accountDetails as Record<string, unknown>;
    const having = (value: unknown) =>
      Object.keys(values)
        .filter((name) => values[name] === value)
        .sort();
    expect(having('')).toEqual(
      [
        'accreditedStatus',
        'address2',
        'amlStatus',
        'approvalStatus',
        'email',
        'field1',
        'field2',
        'field3',
        'kycStatus',
        'notes',
        'syndicate',
        'tags',
      ].sort(),
    );
    expect(having(null)).toEqual(
      [
        '506cLimit',
        'accountTotalLimit',
        'accreditedInvestor',
        'accreditedInvestorDate',
        'amlDate',
        'approvalLastReview',
        'approvalPrincipal',
        'associatedAC',
        'entityType',
        'kycDate',
        'phone',
        'singleInvestmentLimit',
        'suitabilityApprover',
        'suitabilityDate',
        'suitabilityScore',
        'taxID',
      ].sort(),
    );
  });

  test('name every required field that is missing', async () => {
    const api = await start();
    const error = errorOf(await api.call('PUT', 'createAccount', {}), '106');
    for (const field of Object.keys(REQUIRED)) expect(error).toContain(field);
    for (const field of Object.keys(OPTIONAL)) expect(error).not.toContain(field);
    for (const field of Object.keys(REQUIRED)) {
      const refused = await api.call('PUT', 'createAccount', { ...REQUIRED, [field]: ' ' });
      expect(errorOf(refused, '106')).toContain(field);
    }
  });

  test('are refused when a field is malformed', async () => {
    const api = await start();
    for (const [field, value] of [
      ['phone', 'call me'],
      ['taxID', 'none'],
      ['AMLdate', 'yesterday'],
      ['suitabilityScore', '6'],
      ['suitabilityScore', '2.5'],
      ['suitabilityDate', '02-30-2030'],
      ['AIdate', '2030-13-01'],
      ['506cLimit', '10.5'],
      ['accountTotalLimit', '-1'],
      ['singleInvestmentLimit', '1e6'],
      ['tags', '1,2,3,4,5,6,7,8,9,10,11'],
      ['approvalLastReview', true],
      ['city', { name: 'Springfield' }],
    ] as const) {
      const refused = await api.call('PUT', 'createAccount', { ...REQUIRED, [field]: value });
      expect(errorOf(refused, '106'), `${field} ${value}`).toContain(field);
    }
    expect(api.fired).toEqual([]);
  });

  test('store the word syndicate for a key that has the field', async () => {
    const api = await start();
    const syndicateOf = async (as: string, sent: Record<string, string>) => {
      const { accountDetails } = fieldsOf(await api.call('PUT', 'createAccount', { ...REQUIRED, ...sent }, { as }));
      const { accountId } = (accountDetails as { accountId: string }[])[0]!;
      const read = fieldsOf(await api.call('POST', 'getAccount', { accountId }, { as }));
      return (read.accountDetails as Record<string, unknown>).syndicate;
    };
    expect(await syndicateOf('STRICT', { syndicate: 'yes' })).toBe('syndicate');
    expect(await syndicateOf('STRICT', {})).toBe('');
    expect(await syndicateOf('C1', { syndicate: 'syndicate' })).toBe('');
  });

  test('are 148 when unknown, malformed, deleted or another client’s, and no difference shows', async () => {
    const api = await start();
    fieldsOf(await api.call('PUT', 'createAccount', REQUIRED));
    const get = (accountId: unknown, as = 'C1') => api.call('POST', 'getAccount', { accountId }, { as });
    const unknown = await get('A99999999');
    errorOf(unknown, '148');
    expect(await get('A10000001', 'C2')).toEqual(unknown);
    for (const malformed of ['10000001', 'P10000001', 'a10000001', "A1' or 1=1", 10000001]) {
      expect(await get(malformed)).toEqual(unknown);
    }
    errorOf(await get(''), '106');
    errorOf(await get(undefined), '106');
    fieldsOf(await get('A10000001'));
    await api.database.db.updateTable('accounts').set({ deleted_at: 1 }).execute();
    expect(await get('A10000001')).toEqual(unknown);
    expect(api.fired.map(({ method }) => method)).toEqual(['createAccount', 'getAccount']);
  });

  test('show when they were updated', async () => {
    const api = await start();
    fieldsOf(await api.call('PUT', 'createAccount', REQUIRED));
    await api.database.db
      .updateTable('accounts')
      .set({ updated_at: api.nowUs + 61_000_000, archived: 1 })
      .execute();
    expect(fieldsOf(await api.call('POST', 'getAccount', { accountId: 'A10000001' }))).toMatchObject({
      accountDetails: { updatedDate: '2030-01-02 03:05:06', archived_status: '1' },
    });
  });
});
