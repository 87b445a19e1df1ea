import { expect, test } from 'vitest';
import { accountsModule } from '../../../../src/modules/accounts/index.ts';
import { partiesModule } from '../../../../src/modules/parties/index.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { aParty } from '../../parties/people.ts';
import { anAccount } from '../../shared/accounts.ts';
import { ENCODINGS, errorOf, fieldsOf, startApi } from '../../shared/api.ts';
import { custodyModule } from './custody-api.ts';

const MAILING = {
  mailingAddressLine1: '1 Example Street',
  mailingCity: 'Example City',
  mailingState: 'NY',
  mailingZipCode: '10001',
  mailingCountry: 'USA',
};
const ACCOUNT = {
  ...MAILING,
  appointmentOfInvestmentManager: '2',
  proxyVotingPreferences: '1',
  otherServices: 'none',
  methodOfContributionOrFunding: '2',
  methodOfContributionTaxYear: '2026',
  internationalAccountNumber: '5566778899',
  bankFirmName1: 'Example Bank',
  bankCountry1: 'USA',
  bankAccountName1: 'First Last',
  bankAccountNumber1: '1000200030',
  bankFirmName2: 'Second Example Bank',
  bankCountry2: 'USA',
  bankAccountName2: 'First Last',
  bankAccountNumber2: '40005',
  maritalStatus: 'complicated',
  mailingAddressLine2: 'Floor 2',
};

const KEYS = { LOW: { clientId: 'C1', scopes: ['account.read'] } };

describeOnEachDatabase('custody supplements', (open) => {
  const start = async () => startApi(await open(), [accountsModule, partiesModule, custodyModule], { keys: KEYS });

  test('of accounts are stored once, changed by field and read', async () => {
    const api = await start();
    for (const encoding of ENCODINGS) {
      const accountId = await anAccount(api);
      const body = { accountId, ...ACCOUNT };
      const { body: created } = await api.call('POST', 'createCustodyAccountSupplement', body, { encoding });
      expect(created).toEqual({
        statusCode: '101',
        statusDesc: 'Account added successfully.',
        accountDetails: { accountId, ...ACCOUNT },
      });
      const second = await api.call('POST', 'addCustodyAccountSupplement', body, { encoding });
      errorOf(second, '116');
      const change = { accountId, mailingCity: 'Example Town' };
      expect(fieldsOf(await api.call('POST', 'updateCustodyAccountSupplement', change, { encoding }))).toEqual({
        accountDetails: { clientID: 'XXXXXXXXXXXXXXX', developerAPIKey: 'XXXXXXXXXXXXXXX', accountId },
      });
      expect(fieldsOf(await api.call('POST', 'getCustodyAccountSupplement', { accountId }))).toEqual({
        accountDetails: { accountId, ...ACCOUNT, mailingCity: 'Example Town' },
      });
    }
  });

  test('of accounts ask for what belongs together', async () => {
    const api = await start();
    const accountId = await anAccount(api);
    const create = (fields: object) =>
      api.call('POST', 'createCustodyAccountSupplement', { accountId, ...MAILING, ...fields });
    const regular = { methodOfContributionOrFunding: '2' };
    expect(errorOf(await create(regular), '106')).toContain('methodOfContributionTaxYear');
    expect(errorOf(await create({ ...regular, methodOfContributionTaxYear: '26' }), '106')).toContain('TaxYear');
    expect(errorOf(await create({ proxyVotingPreferences: '4' }), '106')).toContain('proxyVotingPreferences');
    const { mailingCity: _, ...without } = MAILING;
    const lacking = { accountId, ...without };
    expect(errorOf(await api.call('POST', 'createCustodyAccountSupplement', lacking), '106')).toContain('mailingCity');
    expect((await create({ methodOfContributionOrFunding: '4' })).body.statusCode).toBe('101');
    const update = (fields: object) =>
      api.call('POST', 'updateCustodyAccountSupplement', { accountId, ...fields } as Record<string, unknown>);
    expect(errorOf(await update(regular), '106')).toContain('methodOfContributionTaxYear');
    fieldsOf(await update({ methodOfContributionTaxYear: '2025' }));
    fieldsOf(await update(regular));
  });

  test('of accounts that have none are 200, of unknown accounts 148', async () => {
    const api = await start();
    const accountId = await anAccount(api);
    const error = errorOf(await api.call('POST', 'updateCustodyAccountSupplement', { accountId }), '200');
    expect(error).toContain('addCustodyAccountSupplement');
    errorOf(await api.call('POST', 'getCustodyAccountSupplement', { accountId }), '200');
    for (const method of ['updateCustodyAccountSupplement', 'getCustodyAccountSupplement']) {
      errorOf(await api.call('POST', method, { accountId }, { as: 'C2' }), '148');
    }
  });

  test('are encrypted at rest, and their numbers masked for keys of a lower level', async () => {
    const api = await start();
    const accountId = await anAccount(api);
    await api.call('POST', 'createCustodyAccountSupplement', { accountId, ...ACCOUNT });
    const rows = await api.database.db.selectFrom('custody_account_supplements').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/1000200030|Example/);
    const read = fieldsOf(await api.call('POST', 'getCustodyAccountSupplement', { accountId }, { as: 'LOW' }));
    expect(read.accountDetails).toMatchObject({
      bankAccountNumber1: 'XXXXXX0030',
      bankAccountNumber2: 'X0005',
      internationalAccountNumber: 'XXXXXX8899',
      bankFirmName1: 'REDACTED',
    });
  });

  test('of parties read the numbers that stand for usual answers', async () => {
    const api = await start();
    const partyId = await aParty(api);
    const sent = {
      partyId,
      relationship: 'owner',
      salutation: '3',
      authorizedSigner: 'YES',
      controlPerson: '2',
      politicallyExposedPerson: 'perhaps',
      beneficiaryType: '2',
      beneficiaryPercentage: 'half',
      publicCompany: 'Yes',
    };
    const { body } = await api.call('POST', 'createCustodyPartySupplement', sent);
    expect(body).toMatchObject({
      statusCode: '101',
      statusDesc: 'Party added successfully.',
      'party details': {
        partyId,
        relationship: 'owner',
        salutation: 'Ms.',
        authorizedSigner: 'Yes',
        controlPerson: 'No',
        politicallyExposedPerson: '',
        beneficiaryType: 'Non-Spouse',
        beneficiaryPercentage: 'half',
        publicCompany: 'yes',
        companyTicker: null,
      },
    });
    errorOf(await api.call('POST', 'addCustodyPartySupplement', sent), '116');
    const update = (fields: object) =>
      api.call('POST', 'updateCustodyPartySupplement', { partyId, ...fields } as Record<string, unknown>);
    expect(errorOf(await update({ politicallyExposedPerson: '1' }), '106')).toContain(
      'politicallyExposedPersonDetails',
    );
    fieldsOf(
      await update({ politicallyExposedPerson: '1', politicallyExposedPersonDetails: 'a cousin', salutation: 'Sir' }),
    );
    const read = fieldsOf(await api.call('POST', 'getCustodyPartySupplement', { partyId }));
    expect(read['party details']).toMatchObject({
      relationship: 'owner',
      salutation: 'Sir',
      politicallyExposedPerson: 'Yes',
      politicallyExposedPersonDetails: 'a cousin',
    });
  });

  test('of parties: details are asked of who is politically exposed; none is 200, unknown 198', async () => {
    const api = await start();
    const partyId = await aParty(api);
    for (const method of ['updateCustodyPartySupplement', 'getCustodyPartySupplement']) {
      errorOf(await api.call('POST', method, { partyId }), '200');
      errorOf(await api.call('POST', method, { partyId }, { as: 'C2' }), '198');
    }
    for (const encoding of ENCODINGS) {
      const sent = { partyId, politicallyExposedPerson: 'yes' };
      const refused = await api.call('POST', 'createCustodyPartySupplement', sent, { encoding });
      expect(errorOf(refused, '106')).toContain('politicallyExposedPersonDetails');
    }
  });
});
