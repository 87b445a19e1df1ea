/** Which methods wait for a second operator (C81). */
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { Secrets } from '../../src/database/secrets/index.ts';
import type { Judgement, Method } from '../../src/http/methods/method.ts';
import { textOf, valuesOf } from '../../src/modules/two-person-approval/sealed-values.ts';
import { People } from '../modules/users/people.ts';
import { testClient } from '../support/served-api.ts';
import { sampleOf } from './samples.ts';
import { EveryMethod } from './server.ts';
import { UsersVenue } from './users-venue.ts';

const WAIT = {
  'moves money': [
    ...['updateExternalFundMoveStatus', 'updateCCFundMoveStatus', 'updateCustodyFundMoveStatus'],
    ...['reviewCustodyFundDisbursement', 'putIssuerCustodianAccount', 'putOfferingEscrow'],
    ...['updateExternalFundMoveApprovedStatus', 'updateCCFundMoveApprovedStatus', 'updateTradeStatus'],
    ...['recordWire', 'recordCheck', 'matchReceipt', 'returnReceipt', 'performRefund', 'updateRefundStatus'],
  ],
  'undoes trades': ['bustTrade', 'adjustTrade'],
  'loosens limits': ['setCardLimit', 'setCustodyDepositLimit', 'updateAchSettings', 'updateAchBlock'],
  'loosens limits of the venue': [
    ...['setLimits', 'setPosition', 'loadPositions', 'setHoldings', 'setReferencePrice', 'updateSecurityReference'],
    ...['releaseKillSwitch', 'setSurveillanceThresholds', 'setTransferRules', 'setAuctionPlan'],
    'setFeeSchedule',
    ...['createCorporateAction', 'cancelCorporateAction'],
  ],
  'makes somebody who approves or acts as a client, or gives back what was taken': [
    ...['createApiKey', 'rotateApiKey', 'updateClient', 'setMethodPermissions', 'setScopes'],
    ...['createUser', 'updateUser', 'inviteUser', 'setWebhookEncryptionKey', 'generateWebhookToken'],
  ],
};

/** Of those, the methods that clients call, too: alone, for what is their own. */
const OF_CLIENTS = [
  ...['cancelCorporateAction', 'createCorporateAction', 'releaseKillSwitch', 'setAuctionPlan', 'setHoldings'],
  ...['setTransferRules', 'updateTradeStatus'],
];

const database = await openDatabase({ file: ':memory:' });
const server = await EveryMethod.start(database);
afterAll(async () => {
  await server.close();
  await database.close();
});

const declared: readonly Method[] = server.methods.filter(({ fourEyes }) => fourEyes !== undefined);

test('the methods that wait are these, and none takes files', () => {
  expect(declared.map(({ name }) => name).toSorted()).toEqual(Object.values(WAIT).flat().toSorted());
  const others = declared.filter(({ operator }) => operator !== true);
  expect(others.map(({ name }) => name).toSorted()).toEqual(OF_CLIENTS.toSorted());
  expect(declared.filter(({ uploads }) => uploads !== undefined)).toEqual([]);
});

test.each(declared.map((method) => [method.name, method] as const))(
  '%s: its values survive being stored',
  async (_, method) => {
    const values = Object.fromEntries(
      Object.entries(method.parameters).map(([name, parameter]) => [name, parameter.read(sampleOf(name, parameter))]),
    );
    expect(await valuesOf(await textOf(values))).toEqual(values);
  },
);

const OPERATOR = testClient('MASTER', { master: true });

test.each(OF_CLIENTS)('a client calls %s alone, and an operator does not', async (of) => {
  const { fourEyes } = declared.find(({ name }) => name === of)!;
  if (typeof fourEyes !== 'function') throw new Error('it always waits');
  expect([await fourEyes({}, OPERATOR), await fourEyes({}, testClient('C1'))]).toEqual([true, false]);
});

test.each([
  ['updateAchBlock', { blocked: 'No' }, { blocked: 'Yes' }],
  ['updateExternalFundMoveApprovedStatus', { transactionstatus: 'Approved' }, { transactionstatus: 'Declined' }],
  ['updateCCFundMoveApprovedStatus', { transactionstatus: 'Pending' }, { transactionstatus: 'Declined' }],
  ['createApiKey', { master: 'Yes', preset: 'read-only' }, { preset: 'read-only' }],
  ['createApiKey', { master: 'No' }, { master: 'No', preset: 'drop-copy' }],
  ['createApiKey', { preset: 'trading' }, { preset: 'read-only' }],
  ['setScopes', { scopes: ['account.read', 'ats_order.write'] }, { scopes: ['account.read'] }],
  ['setScopes', { preset: 'operations' }, { preset: 'read-only' }],
  ['createUser', { roles: ['auditor', 'operator'] }, { roles: ['auditor', 'surveillance'] }],
  ['createUser', { roles: ['trader'] }, { roles: ['surveillance'] }],
  ['updateClient', { active: 'Yes' }, { active: 'No', name: 'Renamed' }],
])('%s waits where it loosens, and not where it tightens', async (name, loosens, tightens) => {
  const { fourEyes } = declared.find((method) => method.name === name)!;
  if (typeof fourEyes !== 'function') throw new Error(`${name} always waits`);
  expect([await fourEyes(loosens, OPERATOR), await fourEyes(tightens, OPERATOR)]).toEqual([true, false]);
});

test('access and new roles of a user who could approve or act as a client wait, and others do not', async () => {
  const people = new People(database, new Secrets([Buffer.alloc(32, 7)]));
  await people.client('C9', { master: true });
  await people.client('C6');
  const ids = {
    operator: (await people.user({ clientId: 'C9', roles: ['operator'] })).userId,
    auditor: (await people.user({ clientId: 'C9', roles: ['auditor'] })).userId,
    trader: (await people.user({ clientId: 'C6', roles: ['trader'] })).userId,
  };
  const waits = async (name: string, user: keyof typeof ids, values: object = {}) => {
    const { fourEyes } = declared.find((method) => method.name === name)!;
    if (typeof fourEyes !== 'function') throw new Error(`${name} always waits`);
    const judged = (await fourEyes({ userId: ids[user], ...values }, OPERATOR)) as Judgement;
    expect(judged.against).toEqual({ expectedRoles: [user] });
    return judged.waits;
  };
  for (const user of ['operator', 'auditor', 'trader'] as const) {
    const isActing = user !== 'auditor';
    expect(await waits('inviteUser', user), user).toBe(isActing);
    expect(await waits('inviteUser', user, { purpose: 'recover' }), user).toBe(isActing);
    expect(await waits('updateUser', user, { active: 'Yes' }), user).toBe(isActing);
    expect(await waits('updateUser', user, { active: 'No', name: 'x' }), user).toBe(false);
  }
  expect(await waits('updateUser', 'auditor', { roles: ['operator'] })).toBe(true);
  expect(await waits('updateUser', 'auditor', { roles: ['auditor', 'surveillance'] })).toBe(false);
  expect(await waits('updateUser', 'operator', { roles: ['operator', 'auditor'] })).toBe(false);
  expect(await waits('updateUser', 'trader', { roles: ['trader', 'backOffice'] })).toBe(true);
});

test('a key that follows one that changes something waits, and one that follows a reading one does not', async () => {
  const people = new People(database);
  await people.client('C7', { master: true });
  await people.client('C8');
  await people.client('C5');
  await database.db.updateTable('api_keys').set({ scopes: '["account.read"]' }).where('key_id', '=', 'KC5').execute();
  const { fourEyes } = declared.find(({ name }) => name === 'rotateApiKey')!;
  if (typeof fourEyes !== 'function') throw new Error('it always waits');
  const waits = (keyId: string) => fourEyes({ keyId }, OPERATOR);
  expect([await waits('KC7'), await waits('KC8'), await waits('KC5')]).toEqual([true, true, false]);
});

test('no operator alone gets what the client of a trade could fund it with', async () => {
  const own = await openDatabase({ file: ':memory:' });
  const guarded = await EveryMethod.start(own, 'sandbox', true);
  try {
    const venue = new UsersVenue(guarded);
    const [operator, backOffice] = [await venue.new('operator'), await venue.new('backOffice')];
    const { clientId, userId } = backOffice;
    const reading = await guarded.administration.deps.keys.create(clientId, false, { scopes: ['account.read'] });
    const ways: readonly (readonly [string, Record<string, unknown>])[] = [
      ['createApiKey', { clientId }],
      ['createApiKey', { clientId: operator.clientId, master: 'Yes' }],
      ['setScopes', { keyId: reading.row.key_id, preset: 'operations' }],
      ['createUser', { clientId, name: 'x', email: 'x@example.com', roles: ['backOffice'] }],
      ['createUser', { clientId: operator.clientId, name: 'x', email: 'x@example.com', roles: ['operator'] }],
      ['inviteUser', { userId }],
      ['inviteUser', { userId, purpose: 'recover' }],
      ['generateWebhookToken', { clientId }],
      ['setWebhookEncryptionKey', { clientId }],
    ];
    for (const [name, values] of ways) {
      const { http, body } = await venue.call(operator, name, values);
      expect([http, body.statusDesc], name).toEqual([202, 'Pending']);
      const { actionId } = body.pendingAction as { actionId: string };
      // Another session, as of a new passkey or provider, and a key of the same person are no second person.
      const again = { session: (await guarded.sessions.start(sessionOf(operator.userId))).token };
      const made = { scopes: undefined, name: undefined, expiresAt: undefined, madeBy: operator.userId };
      const other = await venue.client('operator');
      const key = await guarded.administration.deps.keys.create(other.clientId, true, made);
      const ofKey = { authorization: `Bearer ${other.clientId}:${key.developerApiKey}` };
      for (const who of [operator, again, ofKey])
        expect((await venue.call(who, 'approveAction', { actionId })).body.statusCode, name).toBe('190');
    }
    const kept = await venue.call(operator, 'setWebhookEncryptionKey', { clientId, key: `${'A'.repeat(43)}=` });
    const { actionId } = kept.body.pendingAction as { actionId: string };
    const second = await venue.new('operator');
    const pending = await venue.call(second, 'getPendingActions');
    expect(JSON.stringify(pending.body)).not.toContain('AAAA');
    expect((await venue.call(second, 'approveAction', { actionId })).body.action).toMatchObject({
      actionStatus: 'Done',
    });
  } finally {
    await guarded.close();
    await own.close();
  }
});

const sessionOf = (userId: string) => ({
  ...{ userId, how: 'passkey', ip: '192.0.2.1', userAgent: '', proof: { atUs: Date.now() * 1000 } },
});
