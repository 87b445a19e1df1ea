/** Which methods wait for a second operator (C81). */
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { Secrets } from '../../src/database/secrets/index.ts';
import type { Method } from '../../src/http/methods/method.ts';
import { textOf, valuesOf } from '../../src/modules/two-person-approval/sealed-values.ts';
import { People } from '../modules/users/people.ts';
import { testClient } from '../support/served-api.ts';
import { sampleOf } from './samples.ts';
import { EveryMethod } from './server.ts';

const WAIT = {
  'moves money': [
    ...['updateExternalFundMoveStatus', 'updateCCFundMoveStatus', 'updateCustodyFundMoveStatus'],
    ...['reviewCustodyFundDisbursement', 'putIssuerCustodianAccount', 'putOfferingEscrow'],
    ...['updateExternalFundMoveApprovedStatus', 'updateCCFundMoveApprovedStatus', 'updateTradeStatus'],
  ],
  'undoes trades': ['bustTrade', 'adjustTrade'],
  'loosens limits': ['setCardLimit', 'setCustodyDepositLimit', 'updateAchSettings', 'updateAchBlock'],
  'loosens limits of the venue': [
    ...['setLimits', 'setPosition', 'loadPositions', 'setReferencePrice', 'updateSecurityReference'],
    ...['releaseKillSwitch', 'setSurveillanceThresholds'],
  ],
  'makes an operator, or gives one back what was taken': [
    ...['createApiKey', 'rotateApiKey', 'updateClient', 'setMethodPermissions', 'setScopes'],
    ...['createUser', 'updateUser', 'inviteUser'],
  ],
};

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
  expect(others.map(({ name }) => name).toSorted()).toEqual(['releaseKillSwitch', 'updateTradeStatus']);
  expect(declared.filter(({ uploads }) => uploads !== undefined)).toEqual([]);
});

test.each(declared.map((method) => [method.name, method] as const))(
  '%s: its values survive being stored',
  (_, method) => {
    const values = Object.fromEntries(
      Object.entries(method.parameters).map(([name, parameter]) => [name, parameter.read(sampleOf(name, parameter))]),
    );
    expect(valuesOf(textOf(values))).toEqual(values);
  },
);

const OPERATOR = testClient('MASTER', { master: true });

test('a client releases what it threw itself alone', async () => {
  const { fourEyes } = declared.find(({ name }) => name === 'releaseKillSwitch')!;
  if (typeof fourEyes !== 'function') throw new Error('it always waits');
  expect([await fourEyes({}, OPERATOR), await fourEyes({}, testClient('C1'))]).toEqual([true, false]);
});

test.each([
  ['updateAchBlock', { blocked: 'No' }, { blocked: 'Yes' }],
  ['updateExternalFundMoveApprovedStatus', { transactionstatus: 'Approved' }, { transactionstatus: 'Declined' }],
  ['updateCCFundMoveApprovedStatus', { transactionstatus: 'Pending' }, { transactionstatus: 'Declined' }],
  ['createApiKey', { master: 'Yes' }, { master: 'No' }],
  ['createUser', { roles: ['auditor', 'operator'] }, { roles: ['auditor'] }],
  ['updateClient', { active: 'Yes' }, { active: 'No', name: 'Renamed' }],
])('%s waits where it loosens, and not where it tightens', async (name, loosens, tightens) => {
  const { fourEyes } = declared.find((method) => method.name === name)!;
  if (typeof fourEyes !== 'function') throw new Error(`${name} always waits`);
  expect([await fourEyes(loosens, OPERATOR), await fourEyes(tightens, OPERATOR)]).toEqual([true, false]);
});

test('access and new roles of an operating user wait, and those of another user do not', async () => {
  const people = new People(database, new Secrets([Buffer.alloc(32, 7)]));
  await people.client('C9', { master: true });
  const [{ userId: operator }, { userId: auditor }] = [
    await people.user({ clientId: 'C9', roles: ['operator'] }),
    await people.user({ clientId: 'C9', roles: ['auditor'] }),
  ];
  for (const [name, values] of [
    ['updateUser', { active: 'Yes' }],
    ['inviteUser', {}],
    ['inviteUser', { purpose: 'recover' }],
  ] as const) {
    const { fourEyes } = declared.find((method) => method.name === name)!;
    if (typeof fourEyes !== 'function') throw new Error(`${name} always waits`);
    const waits = (userId: string) => fourEyes({ userId, ...values }, OPERATOR);
    const [ofOperator, ofAuditor] = [{ expectedRoles: ['operator'] }, { expectedRoles: ['auditor'] }];
    expect([name, await waits(operator), await waits(auditor)]).toEqual([
      name,
      { waits: true, against: ofOperator },
      { waits: false, against: ofAuditor },
    ]);
  }
  const { fourEyes } = declared.find((method) => method.name === 'updateUser')!;
  if (typeof fourEyes !== 'function') throw new Error('it always waits');
  const change = async (values: object) => fourEyes({ userId: auditor, ...values }, OPERATOR);
  expect(await change({ roles: ['operator'] })).toMatchObject({ waits: true });
  expect(await change({ roles: ['auditor'], active: 'No' })).toMatchObject({ waits: false });
});

test('a key that follows a master key waits, and one that follows the key of a client does not', async () => {
  const people = new People(database);
  await people.client('C7', { master: true });
  await people.client('C8');
  const { fourEyes } = declared.find(({ name }) => name === 'rotateApiKey')!;
  if (typeof fourEyes !== 'function') throw new Error('it always waits');
  const waits = (keyId: string) => fourEyes({ keyId }, OPERATOR);
  expect([await waits('KC7'), await waits('KC8')]).toEqual([true, false]);
});
