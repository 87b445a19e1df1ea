import { expect, test } from 'vitest';
import { accountsModule } from '../../../src/modules/accounts/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { anAccount } from '../shared/accounts.ts';
import { ENCODINGS, errorOf, fieldsOf, startApi } from '../shared/api.ts';

const ANSWERS = {
  riskProfile: '3',
  investmentExperience: '9',
  privOffExperience: '1',
  pctPrivSecurities: '10',
  pctIlliquidSecurities: '20',
  pctLiquidSecurities: '30',
  pctRealEstate: '40',
  timeHorizon: '10',
  education: 'Other',
  financialAdvisor: 'No',
  investmentObjective: 'Primarily Focused on growth',
  notes: 'n',
  additionalnotes: 'a',
};

describeOnEachDatabase('suitability of accounts', (open) => {
  const start = async () => {
    const api = await startApi(await open(), [accountsModule]);
    return { api, accountId: await anAccount(api) };
  };

  test.each(ENCODINGS)('is stored, changed, read and deleted (%s)', async (encoding) => {
    const { api, accountId } = await start();
    const read = async () => fieldsOf(await api.call('POST', 'getSuitability', { accountId }, { encoding }));
    for (const [verb, name] of [
      ['POST', 'getSuitability'],
      ['PUT', 'updateSuitability'],
      ['POST', 'deleteSuitability'],
    ] as const) {
      errorOf(await api.call(verb, name, { accountId }, { encoding }), '404');
    }
    const stored = await api.call('PUT', 'calculateSuitability', { accountId, ...ANSWERS }, { encoding });
    expect(fieldsOf(stored)).toEqual({ accountDetails: [{ accountId }] });
    expect(await read()).toEqual({ accountDetails: [{ accountId, ...ANSWERS }] });
    const changed = await api.call('PUT', 'updateSuitability', { accountId, notes: 'm' }, { encoding });
    expect(fieldsOf(changed)).toEqual({ accountDetails: [{ accountId }] });
    expect(await read()).toEqual({ accountDetails: [{ accountId, ...ANSWERS, notes: 'm' }] });
    fieldsOf(await api.call('PUT', 'calculateSuitability', { accountId, riskProfile: '5' }, { encoding }));
    expect(await read()).toMatchObject({ accountDetails: [{ riskProfile: '5', notes: null, education: null }] });
    fieldsOf(await api.call('POST', 'deleteSuitability', { accountId }, { encoding }));
    errorOf(await api.call('POST', 'getSuitability', { accountId }), '404');
  });

  test('takes numbers only where they are asked for, and the own client’s accounts only', async () => {
    const { api, accountId } = await start();
    for (const [name, value] of [
      ['riskProfile', 'high'],
      ['timeHorizon', '-1'],
      ['pctRealEstate', '101'],
    ] as const) {
      expect(errorOf(await api.call('PUT', 'calculateSuitability', { accountId, [name]: value }), '106')).toContain(
        name,
      );
    }
    for (const [verb, name] of [
      ['PUT', 'calculateSuitability'],
      ['PUT', 'updateSuitability'],
      ['POST', 'getSuitability'],
      ['POST', 'deleteSuitability'],
    ] as const) {
      const foreign = await api.call(verb, name, { accountId }, { as: 'C2' });
      errorOf(foreign, '148');
      expect(await api.call(verb, name, { accountId: 'A99999999' })).toEqual(foreign);
      expect(errorOf(await api.call(verb, name, {}), '106')).toContain('accountId');
    }
  });
});
