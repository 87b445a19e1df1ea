/** What was made for a user before it got a role for which a second operator decides (P28): nothing of it is left. */
import { expect, test } from 'vitest';
import type { Role } from '../../../src/modules/users/roles.ts';
import type { User } from '../../../src/modules/users/user-records.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { IP, People } from './people.ts';

const ACCOUNT = { issuer: 'https://id.example.com', subject: 'subject' };

const refusal = async (work: Promise<unknown>) =>
  await work.then(
    () => 'none',
    (error: { statusCode?: number; message: string }) => `${error.statusCode} ${error.message}`,
  );

const passkeyOf = (userId: string, credentialId: string) => ({
  ...{ credentialId, userId, publicKey: 'key', counter: 0, transports: [], name: 'Laptop' },
});

/** Makes it, and answers whether it still works: as a sign-in with it would find out. */
type Credential = (one: People, user: User) => Promise<() => Promise<boolean>>;

const CREDENTIALS: Readonly<Record<string, Credential>> = {
  'a link to an invitation': link('invite'),
  'a link for recovery': link('recover'),
  'a passkey': async (one, { userId }) => {
    const { passkeys } = one.records;
    await passkeys.add(passkeyOf(userId, 'by a link'));
    return async () => (await passkeys.get('by a link')) !== undefined && passkeys.use('by a link', 0, one.nowUs());
  },
  'a passkey that is being registered': async (one, user) => {
    const passkey = passkeyOf(user.userId, 'half done');
    return async () => (await refusal(one.records.passkeys.add(passkey, user.roles))) === 'none';
  },
  'a session by a passkey': async (one, { userId }) => {
    const { token } = await one.start(userId);
    return async () => (await one.sessions.check(token, IP)) !== undefined;
  },
  'a session by a provider': async (one, { userId }) => {
    const { token } = await one.start(userId, { how: 'oidc:corporate', provider: ACCOUNT });
    return async () => (await one.sessions.check(token, IP)) !== undefined;
  },
  'a session that is being started': async (one, { userId, roles }) => {
    return async () => (await refusal(one.start(userId, { roles }))) === 'none';
  },
  'a session that proves again who its user is': async (one, { userId }) => {
    const { sessionId } = await one.start(userId);
    return async () => (await refusal(one.sessions.reauthenticated(sessionId, { atUs: one.nowUs() }))) === 'none';
  },
};

function link(purpose: 'invite' | 'recover'): Credential {
  return async (one, { userId, roles }) => {
    const { token } = await one.records.invite({ userId, purpose, createdBy: 'KC9', expectedRoles: roles });
    return async () => (await one.records.links.redeem(token)) !== undefined;
  };
}

interface Gain {
  readonly from: Role;
  readonly by: (one: People, user: User) => Promise<unknown>;
}

const updated = (from: Role, ...steps: readonly (readonly Role[])[]): Gain => ({
  from,
  by: async ({ records }, { userId }) => {
    for (const roles of steps) await records.update(userId, { roles });
  },
});

const GAINS: Readonly<Record<string, Gain>> = {
  'an auditor becomes an operator': updated('auditor', ['operator']),
  'surveillance becomes an operator too': updated('surveillance', ['surveillance', 'operator']),
  'an auditor becomes an operator by way of surveillance': updated('auditor', ['surveillance'], ['operator']),
  'an inactive auditor comes back as an operator': {
    from: 'auditor',
    by: async ({ records }, { userId }) => {
      await records.update(userId, { active: false });
      await records.update(userId, { active: true, roles: ['operator'] });
    },
  },
  'an auditor becomes an operator by the claims of its provider': {
    from: 'auditor',
    by: ({ records }, user) => records.admit({ account: ACCOUNT, user, roles: ['operator'] }),
  },
};

describeOnEachDatabase('before a user gets the role of an operator', (open) => {
  async function start(roles: readonly Role[]) {
    const one = new People(await open());
    await one.client('C9', { master: true });
    return { one, user: await one.user({ clientId: 'C9', roles }) };
  }

  test.each(Object.entries(GAINS))('%s: no credential survives', async (_name, { from, by }) => {
    const { one, user } = await start([from]);
    const works: [string, () => Promise<boolean>][] = [];
    for (const [name, make] of Object.entries(CREDENTIALS)) works.push([name, await make(one, user)]);
    await by(one, user);
    for (const [name, isGood] of works) expect(await isGood(), name).toBe(false);
  });

  test.each(Object.entries(CREDENTIALS))('%s works without a change of the roles', async (_name, make) => {
    const { one, user } = await start(['auditor']);
    expect(await (await make(one, user))()).toBe(true);
  });

  test('the passkeys of one who acted for others before were judged, and stay', async () => {
    const { one, user } = await start(['operator']);
    await one.records.passkeys.add(passkeyOf(user.userId, 'judged'));
    await one.records.update(user.userId, { roles: ['operator', 'surveillance'] });
    expect(await one.records.passkeys.list(user.userId)).toHaveLength(1);
    // From now on one operator alone may add others.
    await one.records.update(user.userId, { roles: ['surveillance'] });
    expect(await one.records.passkeys.list(user.userId)).toHaveLength(1);
    await one.records.update(user.userId, { roles: ['operator'] });
    expect(await one.records.passkeys.list(user.userId)).toEqual([]);
  });
});
