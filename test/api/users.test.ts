/** Users: each method judges one as it judges a key with the same rights (P3, P4); and the methods about users. */
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { mayCall } from '../../src/http/body/index.ts';
import { entrancesOf } from '../../src/http/methods/entrances.ts';
import { ROLE_TERMS, ROLES, type Role } from '../../src/modules/users/roles.ts';
import { filled, namesIn, sampleOf, wellFormed } from './samples.ts';
import { EveryMethod } from './server.ts';
import { IP, UsersVenue } from './users-venue.ts';

// Of all tests: each makes its own clients and users.
const database = await openDatabase({ file: ':memory:' });
const venue = new UsersVenue(await EveryMethod.start(database));
afterAll(async () => {
  await venue.server.close();
  await database.close();
});

describe.each(ROLES)('the role %s', (role) => {
  test('is judged by every method as a key with the same rights is', async () => {
    const { server } = venue;
    const { keys } = server.administration.deps;
    const user = await venue.new(role);
    const key = await venue.client(ROLE_TERMS[role].of);
    await keys.setScopes(key.keyId, [...user.client.scopes]);
    await keys.setDeniedMethods(key.keyId, [...user.client.deniedMethods]);
    const codes = new Set<unknown>();
    let asked = 0;
    for (const { method, path, verbs, calledName } of entrancesOf(server.methods, 'v3')) {
      const inPath = namesIn(path).map((name) => [name, sampleOf(name, method.parameters[name]!)] as const);
      const values = { ...wellFormed(method), ...Object.fromEntries(inPath) };
      // They say who calls, or a time.
      if (
        ['getCapabilities', 'status', 'getSessions', 'getProviderAccounts', 'removeProviderAccount'].includes(
          method.name,
        )
      )
        continue;
      for (const verb of verbs) {
        const request = { host: 'v3', verb, ...filled(path, values) } as const;
        const ofUser = await server.call({ ...request, session: user.session });
        const ofKey = await server.call({ ...request, authorization: key.authorization });
        // The first of the two releases the switch of the whole venue, the second finds none.
        const isOnce = method.name === 'releaseKillSwitch' && ofUser.body.statusCode === '101';
        const judged = ({ http, body }: typeof ofUser) => [http, isOnce || body.statusCode, isOnce || body['Error(s)']];
        expect(judged(ofUser), `${verb} ${calledName}`).toEqual(judged(ofKey));
        const isRefused = ['111', '1403'].includes(String(ofUser.body.statusCode));
        if (calledName === method.name && !isRefused) expect(mayCall(method, user.client), calledName).toBe(true);
        if (!mayCall(method, user.client)) expect(isRefused, calledName).toBe(true);
        codes.add(ofUser.body.statusCode);
        asked++;
      }
    }
    expect(asked).toBeGreaterThan(250);
    expect([...codes]).toEqual(expect.arrayContaining(role === 'operator' ? ['101', '404'] : ['101', '111']));
  });
});

describe('rights', () => {
  const NAMES = [
    'createOrder',
    'cancelOrder',
    'updateIssuer',
    'reviewKycAml',
    'externalFundMove',
    'getExternalAccount',
  ];
  const MORE = ['haltSecurity', 'updateAlert', 'getAuditLog', 'createUser', 'approveAction', 'releaseKillSwitch'];
  const MAY: Readonly<Record<Role, string>> = {
    trader: 'createOrder cancelOrder releaseKillSwitch',
    compliance: 'updateIssuer getExternalAccount',
    backOffice: 'externalFundMove getExternalAccount',
    operator: [...NAMES, ...MORE].join(' '),
    surveillance: 'updateAlert getAuditLog',
    auditor: 'getExternalAccount getAuditLog',
  };
  test.each(ROLES)('of the role %s are what the table says of it', async (role) => {
    const { client } = await venue.new(role);
    const named = [...NAMES, ...MORE].map((name) => venue.server.methods.find((method) => method.name === name)!);
    expect(named.filter((method) => mayCall(method, client)).map(({ name }) => name)).toEqual(MAY[role].split(' '));
  });

  test('of an auditor change nothing, and those of every role end sessions of the user', async () => {
    const OWN = ['endSession', 'removePasskey', 'removeProviderAccount'];
    for (const role of ROLES) {
      const { client } = await venue.new(role);
      const changing = venue.server.methods.filter(
        (method) => method.idempotent && method.host !== 'legacy' && mayCall(method, client),
      );
      const names = changing.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(OWN));
      if (role === 'auditor') expect(names.sort()).toEqual(OWN);
      else expect(names.length).toBeGreaterThan(1);
      expect(client.scopes.has('drop_copy')).toBe(false);
    }
  });

  test('of several roles add up', async () => {
    const { clientId } = await venue.client('client');
    const [trader, office, both] = [
      (await venue.person(clientId, ['trader'])).client,
      (await venue.person(clientId, ['backOffice'])).client,
      (await venue.person(clientId, ['trader', 'backOffice'])).client,
    ];
    for (const method of venue.server.methods.filter(({ host }) => host !== 'legacy')) {
      expect(mayCall(method, both), method.name).toBe(mayCall(method, trader) || mayCall(method, office));
    }
  });
});

test('a client’s user sees and changes records of its client alone, as a key does', async () => {
  const [one, other] = [await venue.new('compliance'), await venue.new('compliance')];
  const issuer = { issuerName: 'An Issuer', firstName: 'A', lastName: 'B', email: 'a@example.com' };
  const { body } = await venue.call(one, 'createIssuer', issuer);
  const issuerId = /"issuerId":"(\d+)"/.exec(JSON.stringify(body))?.[1];
  expect(issuerId).toBeDefined();
  expect((await venue.call(one, 'getIssuer', { issuerId })).body).toMatchObject({ statusCode: '101' });
  for (const [name, values] of [
    ['getIssuer', { issuerId }],
    ['updateIssuer', { issuerId, issuerName: 'Taken' }],
    ['deleteIssuer', { issuerId }],
  ] as const) {
    const unknown = { ...values, issuerId: '987654321' };
    expect((await venue.call(other, name, values)).body).toEqual((await venue.call(other, name, unknown)).body);
  }
  const auditor = await venue.new('auditor');
  expect((await venue.call(auditor, 'getIssuer', { issuerId })).body).toMatchObject({ statusCode: '101' });
  expect((await venue.call(auditor, 'deleteIssuer', { issuerId })).body).toMatchObject({ statusCode: '111' });
});

describe('the users of all clients', () => {
  test('are made, listed, changed and invited by the operator', async () => {
    const operator = await venue.new('operator');
    const { clientId } = await venue.client('client');
    const made = { clientId, name: 'Jane Doe', email: 'jane@example.com', roles: ['trader'] };
    const { body } = await venue.call(operator, 'createUser', made);
    const user = body.user as { readonly userId: string };
    expect(user).toMatchObject({ ...made, active: 'Yes', createdBy: operator.userId, lastSeenDate: null });
    expect((await venue.call(operator, 'getUsers', { clientId })).body).toMatchObject({
      users: [user],
      totalRecords: 1,
    });
    const { session } = await started(user.userId);
    const roles = ['backOffice'];
    const changed = await venue.call(operator, 'updateUser', { userId: user.userId, roles, name: 'Jane Roe' });
    expect(changed.body.user).toMatchObject({ name: 'Jane Roe', roles });
    expect((await venue.call({ session }, 'ping')).body).toMatchObject({ statusCode: '103' });
    const invited = await venue.call(operator, 'inviteUser', { userId: user.userId });
    const token = String(invited.body.signInLink).split('/console#link=')[1]!;
    expect(await venue.server.users.links.redeem(token)).toMatchObject({ userId: user.userId, purpose: 'invite' });
    await venue.call(operator, 'updateUser', { userId: user.userId, active: 'No' });
    expect((await venue.call(operator, 'inviteUser', { userId: user.userId })).body).toMatchObject({
      statusCode: '190',
    });
  });

  async function started(userId: string) {
    const { token } = await venue.server.sessions.start({
      ...{ userId, how: 'link', ip: IP, userAgent: '', proof: { atUs: Date.now() * 1000 } },
    });
    return { session: token };
  }

  test('do not change their own roles or access, nor invite themselves', async () => {
    const operator = await venue.new('operator');
    const { userId } = operator;
    const calls = [
      ['updateUser', { userId, roles: ['auditor'] }, '190'],
      ['updateUser', { userId, active: 'No' }, '190'],
      ['inviteUser', { userId, purpose: 'recover' }, '190'],
      ['updateUser', { userId, name: 'Another Name' }, '101'],
    ] as const;
    for (const [name, values, statusCode] of calls) {
      expect((await venue.call(operator, name, values)).body, JSON.stringify(values)).toMatchObject({ statusCode });
    }
  });

  test.each([
    ['createUser', { clientId: 'C10000001', name: 'x', email: 'x@example.com', roles: ['trader'] }, '404'],
    ['updateUser', { userId: 'U10000001', name: 'x' }, '404'],
    ['inviteUser', { userId: 'U10000001' }, '404'],
    ['getSessions', { userId: 'U10000001' }, '404'],
    ['endSession', { userId: 'U10000001' }, '404'],
    ['endSession', { sessionId: 'S0123456789abcdef' }, '404'],
    ['endSession', {}, '106'],
    ['removePasskey', { passkeyId: 'another' }, '404'],
    ['getProviderAccounts', { userId: 'U10000001' }, '404'],
    ['removeProviderAccount', { issuer: 'https://id.example.com', subject: 'x' }, '404'],
    ['updateUser', { userId: 'U10000001' }, '106'],
  ])('%s %j is refused with %s', async (name, values, statusCode) => {
    expect((await venue.call(await venue.new('operator'), name, values)).body).toMatchObject({ statusCode });
  });

  test('show who they are in getCapabilities, and keys show nobody', async () => {
    const trader = await venue.new('trader');
    const { body } = await venue.call(trader, 'getCapabilities');
    expect(body.capabilities).toMatchObject({
      user: { userId: trader.userId, name: 'A Person', roles: ['trader'] },
      operator: 'No',
    });
    const ofKey = await venue.call(await venue.client('client'), 'getCapabilities');
    expect(ofKey.body.capabilities).not.toHaveProperty('user');
  });
});

describe('sessions', () => {
  const isLive = async ({ session }: { readonly session: string }) =>
    (await venue.call({ session }, 'ping')).body.statusCode === '101';

  test('end with the account at a provider that they began with, which the user or an operator removes', async () => {
    const [operator, trader, other] = [
      await venue.new('operator'),
      await venue.new('trader'),
      await venue.new('trader'),
    ];
    const { userId } = trader;
    const account = { issuer: 'https://id.example.com', subject: 'one' };
    const { users, sessions } = venue.server;
    const start = async () => {
      await users.identities.bind(userId, account);
      const began = { userId, how: 'oidc:corporate', ip: IP, userAgent: '', provider: account };
      return { session: (await sessions.start({ ...began, proof: { atUs: Date.now() * 1000 } })).token };
    };
    const listed = async (who: { readonly session: string }) =>
      (await venue.call(who, 'getProviderAccounts', { userId })).body;
    const remove = async (who: { readonly session: string }, values: object = {}) =>
      (await venue.call(who, 'removeProviderAccount', { ...account, ...values })).body.statusCode;
    const first = await start();
    expect((await listed(trader)).providerAccounts).toMatchObject([account]);
    expect((await listed(operator)).providerAccounts).toMatchObject([account]);
    expect((await listed(other)).statusCode).toBe('404');
    expect([await remove(other, { userId }), await remove(other)]).toEqual(['404', '404']);
    expect(await remove(first)).toBe('190');
    const passkey = { publicKey: 'key', counter: 0, transports: [], name: 'Laptop' };
    await users.passkeys.add({ ...passkey, userId, credentialId: 'of the trader' });
    expect([await isLive(first), await isLive(trader)]).toEqual([true, true]);
    expect(await remove(first)).toBe('101');
    expect([await isLive(first), await isLive(trader)]).toEqual([false, true]);
    expect((await listed(trader)).providerAccounts).toEqual([]);
    await users.passkeys.removeAllOf(userId);
    const second = await start();
    expect(await remove(operator, { userId })).toBe('101');
    expect(await isLive(second)).toBe(false);
  });

  test('are listed and ended by their user, whatever its role', async () => {
    for (const role of ROLES) {
      const one = await venue.new(role);
      const { token, sessionId } = await venue.server.sessions.start({
        ...{ userId: one.userId, how: 'oidc:corporate', ip: '192.0.2.9', userAgent: 'Phone' },
        proof: { atUs: undefined, amr: ['pwd', 'otp'], acr: 'level-2' },
      });
      const { body } = await venue.call(one, 'getSessions');
      expect(body.sessions).toMatchObject([
        {
          ...{ sessionId, current: 'No', userAgent: 'Phone', ip: '192.0.2.9', how: 'oidc:corporate' },
          ...{ signedInDate: null, amr: ['pwd', 'otp'], acr: 'level-2' },
        },
        { sessionId: one.sessionId, current: 'Yes', amr: [], acr: null, signedInDate: expect.any(String) },
      ]);
      expect(JSON.stringify(body)).not.toContain(token);
      expect((await venue.call(one, 'endSession', { sessionId })).body).toMatchObject({ ended: 1 });
      expect([await isLive({ session: token }), await isLive(one)]).toEqual([false, true]);
      expect((await venue.call(one, 'endSession', { userId: one.userId })).body).toMatchObject({ ended: 1 });
      expect(await isLive(one)).toBe(false);
    }
  });

  const SEE: readonly Role[] = ['operator', 'auditor'];
  test('of another user are seen by operators and auditors, and ended by operators alone', async () => {
    for (const role of ROLES) {
      const [one, victim] = [await venue.new(role), await venue.new('trader')];
      const colleague = await venue.person(one.clientId, [role]);
      for (const other of [victim, colleague]) {
        const { userId, sessionId } = other;
        const seen = await venue.call(one, 'getSessions', { userId });
        expect(seen.body.statusCode, `${role} sees`).toBe(SEE.includes(role) ? '101' : '404');
        const unknown = await venue.call(one, 'getSessions', { userId: 'U00000001' });
        if (!SEE.includes(role)) expect(seen.body).toEqual(unknown.body);
        if (role === 'operator') continue;
        for (const values of [{ sessionId }, { userId }]) {
          expect((await venue.call(one, 'endSession', values)).body, role).toMatchObject({ statusCode: '404' });
        }
        expect(await isLive(other)).toBe(true);
      }
    }
    const [operator, victim] = [await venue.new('operator'), await venue.new('trader')];
    expect((await venue.call(operator, 'endSession', { sessionId: victim.sessionId })).body).toMatchObject({
      ended: 1,
    });
    expect(await isLive(victim)).toBe(false);
  });
});
