/** Accounts follow the checks of their parties (C62): nobody copies statuses by hand. */
import { expect, test } from 'vitest';
import { describeOnEachDatabase, type TestDatabases } from '../../support/database.ts';
import { anEntity, aParty } from '../parties/people.ts';
import { anAccount } from '../shared/accounts.ts';
import { fieldsOf } from '../shared/api.ts';
import { anIssuer, anOffering, aTrade } from '../shared/records.ts';
import { answers, askedFor, startKyc } from './kyc-api.ts';

/** NOW is 03:04 in UTC, which is the day before in New York. */
const TODAY = '01-01-2030';
const BLOCKED = { firstName: 'Example', middleInitial: '', lastName: 'Blocked Person', dob: '05-15-1960' };
const UNCHECKED = { KYCstatus: '', AMLstatus: '' };
const PASSED = 'Auto Approved';

async function start(open: TestDatabases) {
  const api = await startKyc(await open());
  const link = async (accountId: string, partyId: string, linkType = 'owner') => {
    const relatedEntryType = partyId.startsWith('E') ? 'EntityACParty' : 'IndivACParty';
    const ends = { firstEntryType: 'Account', firstEntry: accountId, relatedEntryType, relatedEntry: partyId };
    fieldsOf(await api.call('PUT', 'createLink', { ...ends, linkType }));
  };
  const party = (fields: object = {}) => aParty(api, { ...UNCHECKED, ...fields });
  /** An account, and what it is linked to. */
  const account = async (partyIds: readonly string[], fields: Record<string, unknown> = {}) => {
    const accountId = await anAccount(api, 'C1', fields);
    for (const partyId of partyIds) await link(accountId, partyId);
    api.fired.length = 0;
    return accountId;
  };
  const check = async (partyId: string, method = 'performKycAmlBasic') =>
    fieldsOf(await api.call('POST', method, { partyId }));
  const statuses = async (accountId: string) => {
    const { accountDetails } = fieldsOf(await api.call('POST', 'getAccount', { accountId }));
    const { kycStatus, amlStatus } = accountDetails as Record<string, string>;
    return [kycStatus, amlStatus];
  };
  return { api, link, party, account, check, statuses };
}

describeOnEachDatabase('the account of a party that is checked', (open) => {
  test('is approved with its only party, on the day of the check', async () => {
    const { api, party, account, check, statuses } = await start(open);
    const partyId = await party();
    const accountId = await account([partyId]);
    expect(await statuses(accountId)).toEqual(['', '']);
    await check(partyId);
    expect(await statuses(accountId)).toEqual([PASSED, PASSED]);
    const { accountDetails } = fieldsOf(await api.call('POST', 'getAccount', { accountId }));
    expect(accountDetails).toMatchObject({ kycDate: TODAY, amlDate: TODAY });
  });

  test('is disapproved or Pending with it, each status by itself', async () => {
    const { party, account, check, statuses } = await start(open);
    for (const [fields, expected] of [
      [{ lastName: 'Fail' }, ['Disapproved', PASSED]],
      [{ lastName: 'Questions' }, ['Pending', PASSED]],
      [BLOCKED, [PASSED, 'Disapproved']],
    ] as const) {
      const partyId = await party(fields);
      const accountId = await account([partyId], { KYCstatus: PASSED, AMLstatus: PASSED });
      await check(partyId);
      expect(await statuses(accountId)).toEqual(expected);
    }
  });

  test('follows the answers to the questions, right and wrong', async () => {
    const { api, party, account, statuses } = await start(open);
    for (const [right, expected] of [
      [3, PASSED],
      [2, 'Disapproved'],
    ] as const) {
      const partyId = await party({ lastName: 'Questions' });
      const accountId = await account([partyId]);
      const idNumber = await askedFor(api, partyId);
      expect(await statuses(accountId)).toEqual(['Pending', PASSED]);
      await api.call('PUT', 'updateKycAml', answers(partyId, idNumber, right));
      expect(await statuses(accountId)).toEqual([expected, PASSED]);
    }
  });

  test('performAml moves the AML status only', async () => {
    const { party, account, check, statuses } = await start(open);
    const partyId = await party();
    const accountId = await account([partyId]);
    await check(partyId, 'performAml');
    expect(await statuses(accountId)).toEqual(['', PASSED]);
  });

  test('of several parties is approved by the last of them, and disapproved by any', async () => {
    const { api, party, account, check, statuses } = await start(open);
    const parties = [await party(), await anEntity(api, UNCHECKED), await party()];
    const accountId = await account(parties);
    for (const partyId of parties) {
      expect(await statuses(accountId)).not.toEqual([PASSED, PASSED]);
      await check(partyId);
    }
    expect(await statuses(accountId)).toEqual([PASSED, PASSED]);
    fieldsOf(await api.call('POST', 'updateParty', { partyId: parties[0], lastName: 'Fail' }));
    await check(parties[0]!);
    expect(await statuses(accountId)).toEqual(['Disapproved', PASSED]);
    // The others pass again: the one still does not.
    await check(parties[2]!);
    expect(await statuses(accountId)).toEqual(['Disapproved', PASSED]);
    fieldsOf(await api.call('POST', 'updateParty', { partyId: parties[0], lastName: 'Example' }));
    await check(parties[0]!);
    expect(await statuses(accountId)).toEqual([PASSED, PASSED]);
  });

  test('that its client approved stays so while another party was not checked', async () => {
    const { party, account, check, statuses } = await start(open);
    const partyId = await party();
    const approved = await account([partyId, await party()], { KYCstatus: 'Manually Approved', AMLstatus: PASSED });
    const waiting = await account([partyId, await party()], { KYCstatus: 'Disapproved' });
    await check(partyId);
    expect(await statuses(approved)).toEqual(['Manually Approved', PASSED]);
    expect(await statuses(waiting)).toEqual(['Pending', 'Pending']);
  });

  test('follows what reviewers decide of the party', async () => {
    const { api, party, account, check, statuses } = await start(open);
    const partyId = await party({ lastName: 'Fail' });
    const accountId = await account([partyId]);
    await check(partyId);
    const { requestDetails } = fieldsOf(await api.call('POST', 'requestKycAml', { investorId: partyId }));
    const [{ requestId }] = requestDetails as [{ requestId: string }];
    const decided = { requestId, type: 'KYC', status: 'Manually Approved' };
    fieldsOf(await api.call('POST', 'admin/reviewKycAml', decided, { as: 'MASTER' }));
    expect(await statuses(accountId)).toEqual(['Manually Approved', PASSED]);
  });

  test('makes its trades eligible to close, with the webhook of that', async () => {
    const { api, party, account, check } = await start(open);
    const { db } = api.database;
    const partyId = await party();
    const accountId = await account([partyId]);
    const { offering_id } = await anOffering(db, 'C1', await anIssuer(db, 'C1'));
    const approved = { rr_approval_status: 'Approved', principal_approval_status: 'Approved' };
    const of = { account_id: accountId, order_status: 'FUNDED', ...approved };
    const { trade_id } = await aTrade(db, 'C1', offering_id, of);
    await check(partyId);
    const sent = api.fired.filter(({ method }) => method === 'updateEligibleToCloseStatus');
    expect(sent).toMatchObject([{ clientId: 'C1', fields: { tradeId: String(trade_id), eligibleToClose: 'yes' } }]);
    // A second pass changes nothing.
    await check(partyId);
    expect(api.fired.filter(({ method }) => method === 'updateEligibleToCloseStatus')).toHaveLength(1);
  });

  test('is left alone without a link: one that was deleted, or another account of the client', async () => {
    const { api, party, account, check, statuses } = await start(open);
    const partyId = await party();
    const linked = await account([partyId]);
    const other = await account([await party()]);
    await api.database.db.updateTable('links').set({ deleted_at: 1 }).where('first_entry', '=', linked).execute();
    await check(partyId);
    expect(await statuses(linked)).toEqual(['', '']);
    expect(await statuses(other)).toEqual(['', '']);
  });

  test('of two parties that are checked at once is approved', async () => {
    const { party, account, check, statuses } = await start(open);
    for (let round = 0; round < 10; round++) {
      const parties = [await party(), await party()];
      const accountId = await account(parties);
      await Promise.all(parties.map((partyId) => check(partyId)));
      expect(await statuses(accountId)).toEqual([PASSED, PASSED]);
    }
  });
});
