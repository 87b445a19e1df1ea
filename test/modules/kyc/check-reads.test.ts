import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../support/database.ts';
import { anEntity, aParty } from '../parties/people.ts';
import { anAccount } from '../shared/accounts.ts';
import { type Api, errorOf, fieldsOf } from '../shared/api.ts';
import { startKyc } from './kyc-api.ts';

const MASTER = { as: 'MASTER' };

async function historyOf(api: Api, investorId: string, as = 'C1') {
  const { history } = fieldsOf(await api.call('POST', 'getStatusHistory', { investorId }, { as }));
  return (history as Record<string, unknown>[]).map(({ status, before, after }) => `${status}: ${before} > ${after}`);
}

describeOnEachDatabase('histories of statuses and lists of reviews (C93)', (open) => {
  test('have each check and review of a person and of its account, newest first', async () => {
    const api = await startKyc(await open());
    const [party, account] = [await aParty(api), await anAccount(api, 'C1', { suitabilityScore: 2 })];
    const link = {
      firstEntryType: 'Account',
      firstEntry: account,
      relatedEntryType: 'IndivACParty',
      linkType: 'owner',
    };
    fieldsOf(await api.call('PUT', 'createLink', { ...link, relatedEntry: party, primary_value: 1 }));
    expect(await historyOf(api, party)).toEqual([]);
    fieldsOf(await api.call('POST', 'performKycAmlBasic', { partyId: party }));
    const { requestDetails } = fieldsOf(await api.call('POST', 'requestKycAml', { investorId: party }));
    const [{ requestId }] = requestDetails as [{ requestId: string }];
    const decided = { requestId, type: 'KYC', status: 'Disapproved', notes: 'The passport is of Ada' };
    fieldsOf(await api.call('POST', 'admin/reviewKycAml', decided, MASTER));
    fieldsOf(await api.call('POST', 'updateAccount', { accountId: account, suitabilityScore: 4 }));
    expect((await historyOf(api, party))[0]).toBe('kycStatus: Auto Approved > Disapproved');
    expect(await historyOf(api, party)).toHaveLength(3);
    const ofAccount = await historyOf(api, account);
    expect(ofAccount.slice(0, 2)).toEqual(['suitabilityScore: 2 > 4', expect.stringMatching(/kycStatus: .* > Disapp/)]);
    expect(await historyOf(api, account, 'MASTER')).toEqual(ofAccount);
    // Without the level of the score.
    expect(await historyOf(api, account, 'LOW')).toEqual(ofAccount.slice(1));
    const list = async (as: string, filter = {}) => {
      const answer = fieldsOf(await api.call('POST', 'kycReviews', { filter: JSON.stringify(filter) }, { as }));
      return answer.kycReviews as Record<string, unknown>[];
    };
    expect(await list('C1', { investorId: party, open: 'no' })).toEqual([]);
    expect(await list('C1', { kycStatus: 'Disapproved' })).toMatchObject([
      { requestId, investorId: party, open: 'yes', notes: 'The passport is of Ada' },
    ]);
    expect(await list('LOW')).toMatchObject([{ requestId, notes: 'REDACTED' }]);
    expect(await list('C2')).toEqual([]);
    expect((await api.get(`kycReviews/${requestId}`, { as: 'C2' })).body.statusCode).toBe('1404');
    expect(fieldsOf(await api.get(`kycReviews/${requestId}`))).toMatchObject({ kycReview: { requestId } });
  });

  test('are of the own investors alone', async () => {
    const api = await startKyc(await open());
    const foreign = [await aParty(api, {}, 'C2'), await anEntity(api, {}, 'C2'), await anAccount(api, 'C2')];
    for (const [index, investorId] of foreign.entries()) {
      const refused = await api.call('POST', 'getStatusHistory', { investorId });
      errorOf(refused, index === 2 ? '148' : '198');
      const unknown = `${investorId.charAt(0)}99999999`;
      expect(await api.call('POST', 'getStatusHistory', { investorId: unknown })).toEqual(refused);
    }
  });
});
