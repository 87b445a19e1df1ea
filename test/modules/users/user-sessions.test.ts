import { describe, expect, test } from 'vitest';
import { describeOnBothDatabases, describeOnEachDatabase } from '../../support/database.ts';
import { HOURS, IDLE_MINUTES, IP, People } from './people.ts';

describeOnEachDatabase('a session', (open) => {
  async function people() {
    const made = new People(await open());
    await made.client('C1');
    return made;
  }

  test('is its user and client, with the rights of the roles, until it is ended', async () => {
    const one = await people();
    const { userId } = await one.user();
    const { token, sessionId } = await one.start(userId);
    const client = await one.sessions.check(token, IP);
    expect(client).toMatchObject({ clientId: 'C1', name: 'Client C1', master: false, user: { userId, sessionId } });
    expect(client?.keyId).toBeUndefined();
    expect(await one.sessions.end(sessionId)).toBe(true);
    expect(await one.sessions.check(token, IP)).toBeUndefined();
    expect(one.closed).toEqual(['C1']);
    expect(await one.sessions.end(sessionId)).toBe(false);
  });

  test('is known to have been valid a moment ago, until a lookup finds it over', async () => {
    const one = await people();
    const { userId } = await one.user();
    const { token, sessionId } = await one.start(userId);
    expect(one.sessions.wasValid(token)).toBe(true);
    expect([one.sessions.wasValid('short'), one.sessions.wasValid('x'.repeat(43))]).toEqual([false, false]);
    await one.sessions.check(token, IP);
    await one.sessions.end(sessionId);
    expect(await one.sessions.check(token, IP)).toBeUndefined();
    expect(one.sessions.wasValid(token)).toBe(false);
  });

  test('has a token that neither the database nor a list has', async () => {
    const one = await people();
    const { userId } = await one.user({ email: 'Somebody@Example.com' });
    const provider = { issuer: 'https://id.example.com', subject: 's', sid: 'x', idToken: 'an.id.token' };
    const { token, sessionId } = await one.start(userId, { how: 'oidc:main', provider });
    const { db } = one.database;
    const stored = [
      ...(await db.selectFrom('user_sessions').selectAll().execute()),
      ...(await db.selectFrom('users').selectAll().execute()),
    ];
    expect(JSON.stringify(stored)).not.toMatch(new RegExp(`${token}|an.id.token|somebody@example`, 'i'));
    expect(await one.sessions.providerOf(sessionId)).toEqual({ how: 'oidc:main', idToken: 'an.id.token' });
  });

  test.each(['', 'short', 'x'.repeat(43), `${'x'.repeat(42)}=`, 'x'.repeat(10_000)])(
    'is not that of the token %j, which is nobody’s',
    async (token) => {
      const one = await people();
      await one.start((await one.user()).userId);
      expect(await one.sessions.check(token, IP)).toBeUndefined();
    },
  );

  test('is not that of its public id, nor of the hash of its token', async () => {
    const one = await people();
    const { sessionId } = await one.start((await one.user()).userId);
    const { token_hash } = await one.database.db.selectFrom('user_sessions').selectAll().executeTakeFirstOrThrow();
    expect(await one.sessions.check(sessionId, IP)).toBeUndefined();
    expect(await one.sessions.check(token_hash, IP)).toBeUndefined();
  });

  test('ends when it was idle for as long as the setting says', async () => {
    const one = await people();
    const { token } = await one.start((await one.user()).userId);
    for (let used = 0; used < 4; used++) {
      one.pass(IDLE_MINUTES - 2);
      expect(await one.sessions.check(token, IP)).toBeDefined();
    }
    one.pass(IDLE_MINUTES);
    expect(await one.sessions.check(token, IP)).toBeUndefined();
  });

  test('ends by its idle time where only a page asks that refreshes itself', async () => {
    const one = await people();
    const { token } = await one.start((await one.user()).userId);
    for (let minutes = 2; minutes < IDLE_MINUTES; minutes += 2) {
      one.pass(2);
      expect(await one.sessions.check(token, IP, false)).toBeDefined();
    }
    one.pass(2);
    expect(await one.sessions.check(token, IP, false)).toBeUndefined();
  });

  test('ends at its hour, however much it is used', async () => {
    const one = await people();
    const { token } = await one.start((await one.user()).userId);
    for (let minutes = 20; minutes < HOURS * 60; minutes += 20) {
      one.pass(20);
      expect(await one.sessions.check(token, IP)).toBeDefined();
    }
    one.pass(20);
    expect(await one.sessions.check(token, IP)).toBeUndefined();
  });

  test('goes on under another token after the user proved again who it is', async () => {
    const one = await people();
    const { token, sessionId } = await one.start((await one.user()).userId);
    const before = await one.sessions.check(token, IP);
    one.pass(5);
    const proof = { atUs: one.nowUs(), amr: ['pwd', 'otp'], acr: 'level-2' };
    const again = await one.sessions.reauthenticated(sessionId, proof);
    expect(again).toMatchObject({ sessionId });
    expect(await one.sessions.check(token, IP)).toBeUndefined();
    const after = await one.sessions.check(again.token, IP);
    expect(after?.user?.sessionId).toBe(sessionId);
    expect(after!.user!.authenticatedAtUs).toBeGreaterThanOrEqual(before!.user!.authenticatedAtUs + 300_000_000);
    await one.sessions.end(sessionId);
    await expect(one.sessions.reauthenticated(sessionId, proof)).rejects.toMatchObject({ statusCode: 404 });
  });

  test('was proved when its provider says, and not at all where it does not say', async () => {
    const one = await people();
    const { userId } = await one.user();
    const atUs = one.nowUs() - 36_000_000_000;
    const stale = await one.start(userId, { proof: { atUs, amr: ['pwd'], acr: 'level-1' } });
    const unsaid = await one.start(userId, { proof: { atUs: undefined } });
    expect((await one.sessions.check(stale.token, IP))?.user?.authenticatedAtUs).toBe(atUs);
    expect((await one.sessions.check(unsaid.token, IP))?.user?.authenticatedAtUs).toBe(0);
    const rows = await one.sessions.list(userId);
    expect(rows).toMatchObject([
      { amr: '[]', acr: null },
      { amr: '["pwd"]', acr: 'level-1' },
    ]);
  });

  test.each([
    ['another role', { roles: ['trader', 'backOffice'] as const }],
    ['the end of access', { active: false }],
  ])('ends with %s of its user, with all others of the user', async (_, changes) => {
    const one = await people();
    const [user, other] = [await one.user(), await one.user()];
    const tokens = [await one.start(user.userId), await one.start(user.userId)].map(({ token }) => token);
    const { token: others } = await one.start(other.userId);
    for (const token of tokens) expect(await one.sessions.check(token, IP)).toBeDefined();
    await one.records.update(user.userId, changes);
    for (const token of tokens) expect(await one.sessions.check(token, IP)).toBeUndefined();
    expect(await one.sessions.check(others, IP)).toBeDefined();
    expect(one.closed).toEqual(['C1']);
  });

  test('stays where nothing but the name of its user changes', async () => {
    const one = await people();
    const { userId } = await one.user();
    const { token } = await one.start(userId);
    await one.records.update(userId, { name: 'Another Name', roles: ['trader'], active: true });
    expect(await one.sessions.check(token, IP)).toBeDefined();
  });

  test.each(['client', 'parent'])('is refused once the access of its %s is stopped', async (which) => {
    const one = await people();
    await one.client('C2', { parentId: 'C1' });
    const { token } = await one.start((await one.user({ clientId: 'C2' })).userId);
    const stopped = which === 'client' ? 'C2' : 'C1';
    await one.database.db.updateTable('clients').set({ active: 0 }).where('client_id', '=', stopped).execute();
    one.sessions.refresh('C2');
    expect(await one.sessions.check(token, IP)).toBeUndefined();
  });

  test('does not begin for a user who is inactive or unknown', async () => {
    const one = await people();
    const { userId } = await one.user();
    await one.records.update(userId, { active: false });
    await expect(one.start(userId)).rejects.toMatchObject({ statusCode: 111 });
    await expect(one.start('U00000000')).rejects.toMatchObject({ statusCode: 404 });
  });

  test('ends the one that was used longest ago where a user has twenty', async () => {
    const one = await people();
    const { userId } = await one.user();
    const started = [];
    for (let sessions = 0; sessions < 20; sessions++) started.push(await one.start(userId));
    one.pass(2);
    await one.sessions.check(started[0]!.token, IP);
    started.push(await one.start(userId));
    const live = (await one.sessions.list(userId)).map(({ session_id }) => session_id);
    expect(live.sort()).toEqual(
      started
        .map(({ sessionId }) => sessionId)
        .filter((_, nth) => nth !== 1)
        .sort(),
    );
  });

  test('is removed by a sign-in a week after its end', async () => {
    const one = await people();
    const { userId } = await one.user();
    const { sessionId } = await one.start(userId);
    await one.sessions.end(sessionId);
    one.pass(6 * 24 * 60);
    await one.start(userId);
    expect(await one.sessions.get(sessionId)).toBeDefined();
    one.pass(2 * 24 * 60);
    await one.start(userId);
    expect(await one.sessions.get(sessionId)).toBeUndefined();
  });

  test('ends by the sign-out at its provider: one by its sid, all by their subject, no other', async () => {
    const one = await people();
    const provider = { issuer: 'https://id.example.com', subject: 'first' };
    const [first, other] = [await one.user(), await one.user()];
    const start = async (userId: string, sid: string, subject: string) =>
      (await one.start(userId, { how: 'oidc:main', provider: { ...provider, sid, subject } })).sessionId;
    const [a, b, c] = [
      await start(first.userId, 'a', 'first'),
      await start(first.userId, 'b', 'first'),
      await start(other.userId, 'c', 'other'),
    ];
    const live = async () => {
      const rows = [...(await one.sessions.list(first.userId)), ...(await one.sessions.list(other.userId))];
      return rows.map(({ session_id }) => session_id).sort();
    };
    await one.sessions.endOfProvider({ issuer: 'https://another.example.com', sid: 'a', subject: 'first' });
    await one.sessions.endOfProvider({ issuer: provider.issuer });
    await one.sessions.endOfProvider({ issuer: provider.issuer, sid: 'a', subject: 'other' });
    expect(await live()).toEqual([a, b, c].sort());
    await one.sessions.endOfProvider({ issuer: provider.issuer, sid: 'a' });
    expect(await live()).toEqual([b, c].sort());
    await one.sessions.endOfProvider({ issuer: provider.issuer, subject: 'first' });
    expect(await live()).toEqual([c]);
  });

  test('begins for two hundred users at once', async () => {
    const one = await people();
    const users = [];
    for (let made = 0; made < 200; made++) users.push(await one.user());
    const started = await Promise.all(users.map(({ userId }) => one.start(userId)));
    const clients = await Promise.all(started.map(({ token }) => one.sessions.check(token, IP)));
    expect(clients.map((client) => client?.user?.userId)).toEqual(users.map(({ userId }) => userId));
  });
});

describeOnBothDatabases('a session on another node', (open) => {
  describe.runIf(open.dialect === 'postgres')('', () => {
    test.each(['end', 'endAllOf', 'update'] as const)(
      'is refused by calls and streams within a second of %s',
      async (by) => {
        const location = await open.migratedLocation();
        const here = new People(await open(location));
        await here.client('C1');
        const { userId } = await here.user();
        const { token, sessionId } = await here.start(userId);
        const there = here.node(await open(location));
        const client = await there.sessions.check(token, IP);
        expect(client).toBeDefined();
        expect(await there.sessions.renew(client!)).toBeDefined();
        if (by === 'end') await here.sessions.end(sessionId);
        else if (by === 'endAllOf') await here.sessions.endAllOf(userId);
        else await here.records.update(userId, { roles: ['backOffice'] });
        // A stream asks the database. A call is answered from memory for less than half a second.
        expect(await there.sessions.renew(client!)).toBeUndefined();
        there.pass(0.5 / 60);
        expect(await there.sessions.check(token, IP)).toBeUndefined();
      },
    );
  });
});
