/** Keys with names, makers and ends, and their rotation (C94). */
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../support/database.ts';
import { administer, clientWithKey, type Fixture } from './fixture.ts';

type Shown = Record<string, unknown>;

const DAY_MS = 24 * 3_600_000;
/** A day after the clock of the fixture. */
const TOMORROW = '2027-01-16T08:00:00Z';
const byAnna = { user: { userId: 'U10000001', sessionId: 'S1', authenticatedAtUs: 0 } };

async function made(fixture: Fixture, body: Shown, caller = {}): Promise<{ key: Shown; text: string; ending?: Shown }> {
  const method = 'keyId' in body ? 'rotateApiKey' : 'createApiKey';
  const { key, developerAPIKey, endingKey } = await fixture.call(method, body, caller);
  return { key: key as Shown, text: String(developerAPIKey), ending: endingKey as Shown };
}

const keysOf = async ({ call }: Fixture, clientId: string) => (await call('getApiKeys', { clientId })).keys as Shown[];

describeOnEachDatabase('keys', (open) => {
  test('have a name, the user who made them in a session or with another key, and their last use', async () => {
    const fixture = administer(await open());
    const { clientId } = await clientWithKey(fixture);
    const { directory, keyUses } = fixture.administration;
    const { key, text } = await made(fixture, { clientId, name: 'Night batch' }, byAnna);
    expect(key).toMatchObject({ name: 'Night batch', madeBy: 'U10000001', lastUsedDate: null, expiresAt: null });
    const caller = await directory.authenticate(clientId, text);
    expect(caller).toMatchObject({ keyId: key.keyId, madeBy: 'U10000001' });
    const next = await made(fixture, { keyId: key.keyId, overlapMinutes: 0 }, { madeBy: caller!.madeBy });
    expect(next.key).toMatchObject({ name: 'Night batch', madeBy: 'U10000001' });

    fixture.pass(DAY_MS);
    await directory.authenticate(clientId, next.text);
    await keyUses.store();
    fixture.pass(30_000);
    directory.refresh();
    await directory.authenticate(clientId, next.text);
    await keyUses.store();
    const used = async () =>
      (await keysOf(fixture, clientId)).find(({ keyId }) => keyId === next.key.keyId)?.lastUsedDate;
    expect(await used()).toBe('2027-01-16 08:00:00');
    fixture.pass(30_000);
    directory.refresh();
    await directory.authenticate(clientId, next.text);
    await keyUses.store();
    expect(await used()).toBe('2027-01-16 08:01:00');
  });

  test('that end are good until that moment, and not after it, cached or not', async () => {
    const fixture = administer(await open());
    const { clientId } = await clientWithKey(fixture);
    const { directory } = fixture.administration;
    const { key, text } = await made(fixture, { clientId, expiresAt: TOMORROW });
    expect(key).toMatchObject({ expiresAt: '2027-01-16T08:00:00.000000Z', active: 'Yes' });
    fixture.pass(DAY_MS - 1000);
    const client = await directory.authenticate(clientId, text);
    expect(client).toMatchObject({ clientId, endsAtUs: 1_800_086_400_000_000 });
    expect(directory.cached(clientId, text)).toBe(client);
    fixture.pass(1000);
    expect(directory.cached(clientId, text)).toBeUndefined();
    expect(await directory.authenticate(clientId, text)).toBeUndefined();
    expect(await directory.renew(client!)).toBeUndefined();
    expect(await keysOf(fixture, clientId)).toMatchObject([{ active: 'No', revokedDate: null }, { active: 'Yes' }]);
    // Its place is free.
    await made(fixture, { clientId });
    expect(await fixture.refusal('createApiKey', { clientId, expiresAt: TOMORROW })).toMatch(/^106 .*in the future/);
    expect(await fixture.refusal('rotateApiKey', { keyId: key.keyId })).toBe('190 the key has ended');
  });

  test('rotate with their rights: both are good until the overlap is over', async () => {
    const fixture = administer(await open());
    const { clientId, keyId, key: oldText } = await clientWithKey(fixture);
    const { directory } = fixture.administration;
    await fixture.call('setScopes', { keyId, scopes: ['thing.read'] });
    await fixture.call('setMethodPermissions', { keyId, deniedMethods: ['createThing'] });
    await fixture.call('setFieldPermissions', { keyId, fieldPermissions: [] });
    const { key, text, ending } = await made(fixture, { keyId, overlapMinutes: 60 });
    expect(ending).toMatchObject({ keyId, active: 'Yes', expiresAt: expect.stringMatching(/^2027-01-15T09:00:00/) });
    const rights = { scopes: ['thing.read'], deniedMethods: ['createThing'], fieldPermissions: [], master: 'No' };
    expect(key).toMatchObject({ ...rights, clientId, expiresAt: null });
    expect(ending).toMatchObject(rights);
    for (const one of [oldText, text]) expect(await directory.authenticate(clientId, one)).toMatchObject({ clientId });
    fixture.pass(3_600_000);
    expect(await directory.authenticate(clientId, oldText)).toBeUndefined();
    expect(await directory.authenticate(clientId, text)).toMatchObject({ clientId });
  });

  test('rotate at once, last as long as the one before, and are at most four', async () => {
    const ended: string[] = [];
    const fixture = administer(await open(), { accessEnded: (clientId) => ended.push(clientId) });
    const { clientId } = await clientWithKey(fixture);
    const { directory } = fixture.administration;
    const first = await made(fixture, { clientId, expiresAt: TOMORROW });
    await directory.authenticate(clientId, first.text);
    fixture.pass(3_600_000);
    const second = await made(fixture, { keyId: first.key.keyId, overlapMinutes: 0 });
    expect(await directory.authenticate(clientId, first.text)).toBeUndefined();
    expect(ended).toEqual([clientId]);
    expect(second.key.expiresAt).toMatch(/^2027-01-16T09:00:00/);
    await made(fixture, { keyId: second.key.keyId });
    const { key } = await made(fixture, { keyId: second.key.keyId });
    expect(await fixture.refusal('rotateApiKey', { keyId: key.keyId })).toMatch(/^190 .*4 active keys/);
    expect(await fixture.refusal('rotateApiKey', { keyId: 'K0000000000000000' })).toBe('404 There is no such key');
    expect(await fixture.refusal('rotateApiKey', { keyId: key.keyId, overlapMinutes: 43_201 })).toMatch(/^106 /);
  });

  test('of masters: one that has ended does not replace the last one', async () => {
    const fixture = administer(await open());
    const operator = await clientWithKey(fixture, {}, 'Yes');
    await made(fixture, { clientId: operator.clientId, master: 'Yes', expiresAt: TOMORROW });
    fixture.pass(DAY_MS);
    expect(await fixture.refusal('revokeApiKey', { keyId: operator.keyId })).toMatch(/^190 .*last master key/);
    expect((await made(fixture, { keyId: operator.keyId })).key).toMatchObject({ master: 'Yes' });
  });

  test('that end soon are found, the next one first', async () => {
    const fixture = administer(await open());
    const { clientId, keyId } = await clientWithKey(fixture);
    const { key } = await made(fixture, { clientId, expiresAt: '2027-02-01T00:00:00Z' });
    const { keys } = fixture.administration.deps;
    const found = async (days: number) =>
      (await keys.endingBefore(keys.nowUs() + days * DAY_MS * 1000)).map(({ key_id }) => key_id);
    expect(await found(14)).toEqual([]);
    expect(await found(17)).toEqual([key.keyId]);
    await made(fixture, { keyId });
    expect(await found(17)).toEqual([keyId, key.keyId]);
    fixture.pass(2 * DAY_MS);
    expect(await found(17)).toEqual([key.keyId]);
    await fixture.call('revokeApiKey', { keyId: key.keyId });
    expect(await found(17)).toEqual([]);
  });
});
