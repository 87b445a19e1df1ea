import { expect, test } from 'vitest';
import { usersModule } from '../../../src/modules/users/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { startApi } from '../shared/api.ts';
import { People } from './people.ts';

describeOnEachDatabase('a user', (open) => {
  test.each(['session', 'key'])('changes nothing of the own rights, with its %s (P22)', async (way) => {
    const database = await open();
    const people = new People(database);
    for (const client of ['V1', 'V2']) await people.client(client, { master: true });
    const roles = ['operator'] as const;
    const [own, other] = [await people.user({ clientId: 'V1', roles }), await people.user({ clientId: 'V1', roles })];
    const caller = way === 'session' ? { user: own.userId } : { keyId: 'K0000000000000001', madeBy: own.userId };
    const { records: users, sessions } = people;
    const api = await startApi(
      database,
      [(deps) => usersModule({ users, sessions, methods: () => [], publicUrl: () => 'https://example.com' }, deps)],
      { keys: { CALLER: { clientId: 'V1', master: true, ...caller } } },
    );
    const codeOf = async (method: string, body: object) =>
      (await api.call('POST', `admin/${method}`, { ...body }, { as: 'CALLER' })).body.statusCode;
    for (const [userId, code] of [
      [own.userId, '190'],
      [other.userId, '101'],
    ] as const) {
      expect(await codeOf('inviteUser', { userId })).toBe(code);
      expect(await codeOf('updateUser', { userId, roles: ['auditor'] })).toBe(code);
      expect(await codeOf('updateUser', { userId, active: 'No' })).toBe(code);
    }
    expect(await codeOf('updateUser', { userId: own.userId, name: 'Another Name' })).toBe('101');
  });
});
