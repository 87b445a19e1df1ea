/** The keys of users who leave end or are handed over (P27). */
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { EveryMethod } from './server.ts';
import { UsersVenue } from './users-venue.ts';

const database = await openDatabase({ file: ':memory:' });
const venue = new UsersVenue(await EveryMethod.start(database));
afterAll(async () => {
  await venue.server.close();
  await database.close();
});

test('users who leave take their keys with them, unless these are handed over by name', async () => {
  const [operator, heir] = [await venue.new('operator'), await venue.new('operator')];
  const { clientId: house } = await venue.client('client');
  const calls = async (authorization: string) => (await venue.call({ authorization }, 'ping')).body.statusCode;
  const keyOf = async (who: { readonly session: string }) => {
    const { key, developerAPIKey } = (await venue.call(who, 'createApiKey', { clientId: house })).body;
    return { ...(key as { keyId: string }), authorization: `Bearer ${house}:${String(developerAPIKey)}` };
  };
  const [first, second] = [await venue.new('operator'), await venue.new('operator')];
  const key = await keyOf(first);
  expect(await calls(key.authorization)).toBe('101');
  await venue.call(operator, 'updateUser', { userId: first.userId, active: 'No' });
  expect(await calls(key.authorization)).toBe('103');
  const kept = await keyOf(second);
  const leave = async (keysTo: string, values = {}) =>
    (await venue.call(operator, 'updateUser', { userId: second.userId, roles: ['auditor'], keysTo, ...values })).body;
  for (const [to, statusCode] of [
    [second.userId, '190'],
    [first.userId, '190'],
    [(await venue.new('trader')).userId, '190'],
    ['U00000000', '404'],
  ] as const)
    expect(await leave(to), to).toMatchObject({ statusCode });
  expect(await leave(heir.userId, { roles: ['operator'] })).toMatchObject({ statusCode: '106' });
  expect(await leave(heir.userId)).toMatchObject({ statusCode: '101', user: { roles: ['auditor'] } });
  expect(await calls(kept.authorization)).toBe('101');
  const { keys } = (await venue.call(operator, 'getApiKeys', { clientId: house })).body;
  expect(keys).toMatchObject([
    { keyId: kept.keyId, madeBy: second.userId, handedTo: heir.userId, active: 'Yes' },
    { keyId: key.keyId, madeBy: first.userId, handedTo: null, active: 'No' },
    {},
  ]);
  await venue.call(operator, 'updateUser', { userId: heir.userId, active: 'No' });
  expect(await calls(kept.authorization)).toBe('103');
});
