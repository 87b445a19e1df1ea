import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../support/database.ts';
import { People } from './people.ts';

const ACCOUNT = { issuer: 'https://id.example.com', subject: 'subject' };

const refusal = async (work: Promise<unknown>) =>
  await work.then(
    () => 'none',
    (error: { statusCode?: number; message: string }) => `${error.statusCode} ${error.message}`,
  );

describeOnEachDatabase('users', (open) => {
  async function people() {
    const made = new People(await open());
    await made.client('C1');
    await made.client('C9', { master: true });
    return made;
  }

  test('are found by their id, by their address in any case, and by the account at a provider', async () => {
    const one = await people();
    const { records } = one;
    const user = await one.user({ email: 'Jane.Doe@Example.com', name: 'Jane Doe' });
    expect(user).toMatchObject({ name: 'Jane Doe', email: 'Jane.Doe@Example.com', roles: ['trader'], active: true });
    expect(user.userId).toMatch(/^U\d{8}$/);
    await records.identities.bind(user.userId, ACCOUNT);
    await records.identities.bind(user.userId, ACCOUNT);
    expect(await records.get(user.userId)).toEqual(user);
    expect(await records.ofEmail(' JANE.doe@example.COM')).toEqual(user);
    expect(await records.ofIdentity('https://id.example.com', 'subject')).toEqual(user);
    expect(await records.hasIdentityAt(user.userId, 'https://id.example.com')).toBe(true);
    expect(await records.hasIdentityAt(user.userId, 'https://other.example.com')).toBe(false);
    for (const [issuer, subject] of [
      ['https://other.example.com', 'subject'],
      ['https://id.example.com', 'Subject'],
    ] as const) {
      expect(await records.ofIdentity(issuer, subject)).toBeUndefined();
    }
  });

  test('have an account at a provider, or an address, that no other user has', async () => {
    const one = await people();
    const [first, other] = [await one.user({ email: 'a@example.com' }), await one.user()];
    await one.records.identities.bind(first.userId, ACCOUNT);
    expect(await refusal(one.records.identities.bind(other.userId, ACCOUNT))).toMatch(/^190/);
    expect(await refusal(one.user({ email: 'A@EXAMPLE.COM' }))).toMatch(/^190/);
    expect(await one.records.list({ clientId: 'C1', limit: 1 })).toMatchObject({ rows: [first], totalRecords: 2 });
  });

  test('are written by a sign-in at a provider wholly or not at all', async () => {
    const one = await people();
    const { records } = one;
    const kept = async () => [
      (await records.list({ limit: 100, offset: 0 })).rows.map(({ userId, roles }) => [userId, roles]),
      await one.database.db.selectFrom('user_identities').selectAll().execute(),
    ];
    const user = await one.user();
    const before = await kept();
    const made = { clientId: 'C1', name: 'New', email: 'new@example.com', createdBy: 'provider corporate' };
    const refused = [
      { account: ACCOUNT, user, roles: ['operator'] },
      { account: ACCOUNT, user: { ...made, roles: ['operator'] } },
      { account: ACCOUNT, user: { userId: 'U00000000' } },
    ] as const;
    for (const admission of refused) {
      expect(await refusal(records.admit(admission))).toMatch(/^(106|404)/);
      expect(await kept()).toEqual(before);
    }
    expect(await records.admit({ account: ACCOUNT, user, roles: ['compliance'] })).toMatchObject({
      ...{ userId: user.userId, roles: ['compliance'] },
    });
    const bound = await kept();
    const other = { ...ACCOUNT, subject: 'other' };
    expect(await refusal(records.admit({ account: ACCOUNT, user: { ...made, roles: ['trader'] } }))).toMatch(/^190/);
    expect(await refusal(records.admit({ account: other, user, roles: ['trader'] }))).toMatch(/^190/);
    await records.update(user.userId, { active: false });
    expect(await refusal(records.admit({ account: { ...other, issuer: 'x' }, user }))).toMatch(/^190/);
    expect(await kept()).toEqual(bound);
  });

  const SIDES = [
    ['C1', ['trader'], true],
    ['C1', ['trader', 'compliance', 'backOffice'], true],
    ['C1', ['operator'], false],
    ['C1', ['trader', 'auditor'], false],
    ['C1', [], false],
    ['C9', ['operator'], true],
    ['C9', ['surveillance', 'auditor'], true],
    ['C9', ['trader'], false],
    ['C9', ['trader', 'operator'], false],
  ] as const;
  test.each(SIDES)('of %s may have the roles %j: %s', async (clientId, roles, isAllowed) => {
    const one = await people();
    expect((await refusal(one.user({ clientId, roles }))) === 'none').toBe(isAllowed);
    const { userId } = await one.user({ clientId, roles: [clientId === 'C1' ? 'compliance' : 'auditor'] });
    expect((await refusal(one.records.update(userId, { roles }))) === 'none').toBe(isAllowed);
  });

  test('of an unknown client cannot be made, and an unknown user cannot be changed', async () => {
    const one = await people();
    expect(await refusal(one.user({ clientId: 'C7' }))).toMatch(/^404/);
    expect(await refusal(one.records.update('U00000000', { name: 'x' }))).toMatch(/^404/);
  });

  test('are at most a thousand of a client', async () => {
    const one = await people();
    const { userId: _, ...first } = await one.user();
    const rows = Array.from({ length: 998 }, (_, nth) => ({
      ...{ user_id: `U0${nth}`, client_id: 'C1', name: first.name, email_sealed: '', email_hash: `h${nth}` },
      ...{ roles: '["trader"]', active: 1, created_at: nth, created_by: 'KC1' },
    }));
    await one.database.db.insertInto('users').values(rows).execute();
    await one.user();
    expect(await refusal(one.user())).toMatch(/^190/);
  });

  test('get a link that works once, for one purpose at a time, until it is too old', async () => {
    const one = await people();
    const { links } = one.records;
    const { userId } = await one.user();
    const issue = (purpose: 'invite' | 'recover') => links.issue({ userId, purpose, createdBy: 'KC9' });
    const earlier = await issue('invite');
    const { token } = await issue('invite');
    expect(await links.find(earlier.token)).toBeUndefined();
    expect(await links.find(token)).toEqual({ userId, purpose: 'invite', createdBy: 'KC9' });
    const redeemed = await Promise.all([links.redeem(token), links.redeem(token), links.redeem(token)]);
    expect(redeemed.filter((link) => link !== undefined)).toHaveLength(1);
    expect(await links.find(token)).toBeUndefined();
    const late = await issue('recover');
    one.pass(60);
    expect(await links.redeem(late.token)).toBeUndefined();
    const left = await issue('recover');
    await one.records.update(userId, { active: false });
    await one.records.update(userId, { active: true });
    expect(await links.redeem(left.token)).toBeUndefined();
    const [renamed, others] = [await issue('invite'), await issue('recover')];
    await one.records.update(userId, { name: 'Renamed' });
    expect(await links.redeem(renamed.token)).toBeDefined();
    await one.records.update(userId, { roles: ['compliance'] });
    expect(await links.redeem(others.token)).toBeUndefined();
    const maker = await one.user({ clientId: 'C9', roles: ['operator'] });
    await one.database.db.updateTable('api_keys').set({ made_by: maker.userId }).where('key_id', '=', 'KC9').execute();
    const seen = await links.issue({ userId, purpose: 'invite', createdBy: maker.userId });
    const ofKey = await links.issue({ userId, purpose: 'recover', createdBy: 'KC9' });
    await one.records.update(maker.userId, { active: false });
    for (const { token } of [seen, ofKey]) expect(await links.redeem(token)).toBeUndefined();
  });

  test('end their keys alone, with their access or their role of an operator', async () => {
    const one = await people();
    const { db } = one.database;
    const operator = () => one.user({ clientId: 'C9', roles: ['operator', 'auditor'] });
    const [leaver, demoted, other] = [await operator(), await operator(), await operator()];
    const rights = { master: 0, scopes: '*', denied_methods: '[]', field_permissions: '*', created_at: 1 };
    const key = (key_id: string, made_by: string | null, more: object = {}) => ({
      key_id,
      client_id: 'C1',
      key_hash: key_id,
      revoked_at: null,
      made_by,
      ...rights,
      ...more,
    });
    const rows = [key('Kl', leaver.userId), key('Kd', demoted.userId), key('Ko', other.userId)];
    const handed = [
      key('Klo', leaver.userId, { handed_to: other.userId }),
      key('Kold', leaver.userId, { expires_at: 2 }),
    ];
    await db
      .insertInto('api_keys')
      .values([...rows, ...handed].map((row) => ({ handed_to: null, expires_at: null, ...row })))
      .execute();
    const ended = async () => {
      const query = db.selectFrom('api_keys').select('key_id').where('revoked_at', 'is not', null);
      return (await query.orderBy('key_id').execute()).map(({ key_id }) => key_id);
    };
    await one.records.update(leaver.userId, { name: 'Renamed' });
    await one.records.update(demoted.userId, { roles: ['operator'] });
    expect(await ended()).toEqual([]);
    await one.records.update(leaver.userId, { active: false });
    expect(await ended()).toEqual(['Kl']);
    await one.records.update(demoted.userId, { roles: ['auditor'] });
    expect(await ended()).toEqual(['Kd', 'Kl']);
    await one.records.update(other.userId, { active: false });
    expect(await ended()).toEqual(['Kd', 'Kl', 'Klo', 'Ko']);
  });

  test('of the sandbox share links of fifteen minutes, of which a hundred are kept', async () => {
    const one = await people();
    const { links } = one.records;
    const made = [];
    for (let issued = 0; issued < 101; issued++) {
      made.push(await links.issue({ userId: null, purpose: 'sandbox', createdBy: 'npm start' }));
    }
    expect(await links.find(made[0]!.token)).toBeUndefined();
    expect(await links.redeem(made[1]!.token)).toMatchObject({ userId: null, purpose: 'sandbox' });
    one.pass(15);
    expect(await links.redeem(made[100]!.token)).toBeUndefined();
  });

  test('have tokens of their providers whose use is known on all nodes for a quarter of an hour', async () => {
    const one = await people();
    const { links } = one.records;
    expect(await links.wasUsed('logout corporate a')).toBe(false);
    await Promise.all([1, 2, 3].map((node) => links.noteUse('logout corporate a', `oidc:node ${node}`)));
    expect(await links.wasUsed('logout corporate a')).toBe(true);
    expect(await links.wasUsed('logout corporate b')).toBe(false);
    expect(await links.find('logout corporate a')).toBeUndefined();
    for (let issued = 0; issued < 101; issued++)
      await links.issue({ userId: null, purpose: 'sandbox', createdBy: 'npm start' });
    one.pass(14);
    expect(await links.wasUsed('logout corporate a')).toBe(true);
    one.pass(2);
    expect(await links.wasUsed('logout corporate a')).toBe(false);
    await links.noteUse('logout corporate a', 'oidc:corporate');
    expect(await links.wasUsed('logout corporate a')).toBe(true);
  });

  test('have passkeys, each of which is used with a higher counter every time', async () => {
    const one = await people();
    const { passkeys } = one.records;
    const [user, other] = [await one.user(), await one.user()];
    const keyOf = (userId: string, credentialId: string, counter: number) => ({
      ...{ credentialId, userId, publicKey: 'key', counter, transports: ['internal'], name: 'Laptop' },
    });
    await passkeys.add(keyOf(user.userId, 'counts', 3));
    await passkeys.add(keyOf(user.userId, 'counts not', 0));
    expect(await refusal(passkeys.add(keyOf(other.userId, 'counts', 3)))).toMatch(/^190/);
    const use = (id: string, counter: number, challengedAtUs = one.nowUs()) =>
      passkeys.use(id, counter, challengedAtUs);
    expect(await use('counts', 3)).toBe(false);
    expect(await use('counts', 0)).toBe(false);
    const challengedAtUs = one.nowUs();
    expect(await use('counts', 4, challengedAtUs)).toBe(true);
    expect(await use('counts', 4)).toBe(false);
    expect(await use('counts', 5, challengedAtUs)).toBe(false);
    for (let uses = 0; uses < 2; uses++) expect(await use('counts not', 0)).toBe(true);
    expect(await use('unknown', 0)).toBe(false);
    expect(await passkeys.list(user.userId)).toMatchObject([{ credentialId: 'counts', counter: 4 }, { counter: 0 }]);
    expect(await refusal(passkeys.remove(other.userId, 'counts'))).toMatch(/^404/);
    expect(await passkeys.get('counts')).toMatchObject({ userId: user.userId, transports: ['internal'] });
    await passkeys.removeAllOf(user.userId);
    expect(await passkeys.list(user.userId)).toEqual([]);
    for (let stored = 0; stored < 10; stored++) await passkeys.add(keyOf(user.userId, `k${stored}`, 0));
    expect(await refusal(passkeys.add(keyOf(user.userId, 'one more', 0)))).toMatch(/^190/);
  });

  test('passkeys are removed but for the last way to sign in, by several calls at once too', async () => {
    const one = await people();
    const { passkeys } = one.records;
    const add = (userId: string, credentialId: string) =>
      passkeys.add({ credentialId, userId, publicKey: 'key', counter: 0, transports: [], name: 'Laptop' });
    const [without, bound] = [await one.user(), await one.user()];
    for (const id of ['a', 'b', 'c']) await add(without.userId, id);
    const removals = ['a', 'b', 'c', 'a'].map((id) => refusal(passkeys.remove(without.userId, id)));
    expect((await Promise.all(removals)).filter((word) => word.startsWith('190')).length).toBeGreaterThan(0);
    const [last, ...more] = await passkeys.list(without.userId);
    expect(more).toEqual([]);
    expect(await refusal(passkeys.remove(without.userId, last!.credentialId))).toMatch(/^190/);
    await add(bound.userId, 'd');
    await one.records.identities.bind(bound.userId, ACCOUNT);
    await passkeys.remove(bound.userId, 'd');
    expect(await passkeys.list(bound.userId)).toEqual([]);
  });
});
