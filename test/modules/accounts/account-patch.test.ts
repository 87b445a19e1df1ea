import { expect, test } from 'vitest';
import { AccountDirectory } from '../../../src/modules/accounts/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { type Api, fieldsOf } from '../shared/api.ts';
import { CREATED, refusal, SHOWN, type Shown, set, startWith } from './account-resource-fixture.ts';

describeOnEachDatabase('accounts changed by PATCH', (open) => {
  const start = async (accounts = 1) => startWith(await open(), accounts);
  const patch = (api: Api, account: unknown, as = 'C1', id = 'A10000001') =>
    api.call('PATCH', `accounts/${id}`, { account }, { as });

  test('are changed by PATCH, the fields sent and no others', async () => {
    const api = await start();
    api.nowUs += 60_000_000;
    const changed = {
      city: 'Shelbyville',
      phone: 5551234567,
      taxID: '98-7654321',
      suitabilityScore: 3,
      kycDate: '2030-01-31',
    };
    const expected = {
      ...SHOWN,
      city: 'Shelbyville',
      phone: '5551234567',
      taxID: '98-7654321',
      suitabilityScore: '3',
      kycDate: '2030-01-31',
      updatedDate: '2030-01-02 03:05:05',
    };
    expect(fieldsOf(await patch(api, changed))).toEqual({ account: expected });
    expect(fieldsOf(await api.get('accounts/A10000001'))).toEqual({ account: expected });
    expect(await api.database.db.selectFrom('accounts').select('updated_ip_address').execute()).toEqual([
      { updated_ip_address: '127.0.0.1' },
    ]);
    expect(api.fired).toEqual([]);
  });

  test('take every field that PATCH can set', async () => {
    const api = await start();
    const every = {
      accountName: 'Other Trust',
      type: 'IRA',
      entityType: 'LLC',
      residentType: 'international_account',
      address1: '2 Example Street',
      address2: 'Floor 3',
      city: 'Ogdenville',
      state: 'NOUS',
      zip: '00502',
      country: 'CAN',
      email: 'other@example.com',
      phone: '5550000000',
      taxID: '11-1111111',
      kycStatus: 'Auto Approved',
      kycDate: '2030-01-31',
      amlStatus: 'Manually Approved',
      amlDate: '2030-02-01',
      suitabilityScore: '5',
      suitabilityDate: '02-02-2030',
      suitabilityApprover: 'Bo Example',
      '506cLimit': '1',
      accountTotalLimit: '2',
      singleInvestmentLimit: '3',
      associatedAC: 'Yes',
      tags: 'one,two',
      notes: 'a note',
      approvalStatus: 'Approved',
      approvalPrincipal: 'Cy Example',
      approvalLastReview: '02-03-2030',
      field1: 'a',
      field2: 'b',
      field3: 'c',
    };
    expect(fieldsOf(await patch(api, every)).account).toMatchObject(every);
    expect((await patch(api, every)).http).toBe(304);
    const form = await api.call(
      'PATCH',
      'accounts/A10000001',
      { account: '{"city":"Brockway"}' },
      { encoding: 'form' },
    );
    expect(fieldsOf(form).account).toMatchObject({ city: 'Brockway' });
  });

  test('answer 304 without a body where every value is already theirs', async () => {
    const api = await start();
    const { syndicate: _, ...settable } = SHOWN;
    for (const account of [
      {},
      { city: 'Springfield', taxID: '12-3456789', phone: null },
      settable,
      { accountId: 'A1' },
    ]) {
      expect(await patch(api, account)).toEqual({ http: 304, body: {} });
    }
    expect(fieldsOf(await api.get('accounts/A10000001')).account).toMatchObject({ updatedDate: '0000-00-00 00:00:00' });
  });

  test('pass over what cannot be set', async () => {
    const api = await start();
    const readOnly = {
      accountId: 'A10000009',
      createdDate: '2031-01-01 00:00:00',
      updatedDate: 5,
      accountstatus: 'Archived',
      accreditedStatus: 'Verified Accredited',
      accreditedInvestor: 'Income',
      accreditedInvestorDate: '2031-01-01',
      socialSecurityNumber: '123-45-6789',
    };
    expect((await patch(api, readOnly)).http).toBe(304);
    expect(fieldsOf(await patch(api, { ...readOnly, city: 'Shelbyville' })).account).toEqual({
      ...SHOWN,
      city: 'Shelbyville',
      updatedDate: SHOWN.createdDate,
    });
  });

  test('clear what may be empty, and no more', async () => {
    const api = await start();
    await set(api, { phone: '5551234567', notes: 'a note' });
    expect(fieldsOf(await patch(api, { phone: null, notes: '', email: null, taxID: '' })).account).toMatchObject({
      phone: null,
      notes: '',
      email: '',
      taxID: null,
    });
    for (const field of ['accountName', 'type', 'residentType', 'address1', 'city', 'state', 'zip', 'country']) {
      for (const empty of [null, '', ' ']) {
        const refused = await patch(api, { [field]: empty });
        expect(refusal(refused)).toEqual([400, '1400']);
        expect(refused.body.statusDesc).toContain(`"${field}"`);
      }
    }
  });

  test('are 1400 for a field that is unknown or malformed, and for a body without account', async () => {
    const api = await start();
    for (const [field, value] of [
      ['shoeSize', 9],
      ['constructor', 'x'],
      ['archived', '1'],
      ['suitabilityScore', 6],
      ['taxID', 'none'],
      ['kycDate', 'yesterday'],
      ['city', { name: 'Springfield' }],
      ['tags', '1,2,3,4,5,6,7,8,9,10,11'],
      ['email', 'REDACTED'],
    ] as const) {
      const refused = await patch(api, { city: 'Shelbyville', [field]: value });
      expect(refusal(refused), field).toEqual([400, '1400']);
      expect(refused.body.statusDesc).toContain(`"${field}"`);
    }
    for (const body of [{}, { city: 'Shelbyville' }, { account: 'x' }, { account: [] }, { account: {}, city: 'x' }]) {
      expect(refusal(await api.call('PATCH', 'accounts/A10000001', body))).toEqual([400, '1400']);
    }
    expect(fieldsOf(await api.get('accounts/A10000001')).account).toEqual(SHOWN);
  });

  test('are 1404 when unknown, malformed, deleted or another client’s, also for a master key', async () => {
    const api = await start(2);
    await set(api, { deleted_at: 1 }, 'A10000002');
    const unknown = await patch(api, { city: 'x' }, 'C1', 'A99999999');
    expect(refusal(unknown)).toEqual([404, '1404']);
    for (const [as, id] of [
      ['C2', 'A10000001'],
      ['MASTER', 'A10000001'],
      ['C1', 'A10000002'],
      ['C1', 'x'],
    ] as const) {
      expect(await patch(api, { city: 'x' }, as, id), `${as} ${id}`).toEqual(unknown);
    }
  });

  test('are shown after a change as the key may read them', async () => {
    const api = await start();
    const byWriter = fieldsOf(await patch(api, { city: 'Shelbyville' }, 'WRITER')).account as Shown;
    expect(byWriter).toMatchObject({ accountId: 'A10000001', city: 'REDACTED', accountName: 'REDACTED' });
    const blind = fieldsOf(await patch(api, { city: 'Ogdenville' }, 'NONE')).account as Shown;
    expect(blind).toMatchObject({ accountId: 'A10000001', type: 'Entity', accountstatus: 'Active', city: 'REDACTED' });
    expect(blind).toMatchObject({ state: 'REDACTED', taxID: 'REDACTED', accountName: 'REDACTED' });
    expect(fieldsOf(await api.get('accounts/A10000001')).account).toMatchObject({ city: 'Ogdenville' });
  });

  test('have the word syndicate set by a key that has the field, and left alone by others', async () => {
    const api = await start();
    expect((await patch(api, { syndicate: 'yes' })).http).toBe(304);
    fieldsOf(await api.call('PUT', 'createAccount', CREATED, { as: 'STRICT' }));
    const strict = fieldsOf(await patch(api, { syndicate: 'yes' }, 'STRICT', 'A10000002')).account;
    expect(strict).toMatchObject({ syndicate: 'syndicate' });
    expect(fieldsOf(await patch(api, { syndicate: '' }, 'STRICT', 'A10000002')).account).toMatchObject({
      syndicate: '',
    });
  });

  test('stay known to the venue, whatever is changed', async () => {
    const api = await start();
    const directory = new AccountDirectory(api.database.db);
    expect(await directory.isActive('C1', 'A10000001')).toBe(true);
    fieldsOf(await patch(api, { accountName: 'Other Trust' }));
    expect(directory.isActive('C1', 'A10000001')).toBe(true);
    expect(await new AccountDirectory(api.database.db).isActive('C1', 'A10000001')).toBe(true);
  });
});
