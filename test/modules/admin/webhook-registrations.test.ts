import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../support/database.ts';
import { administer, clientWithKey, type Fixture } from './fixture.ts';

type Shown = Record<string, unknown>;
const URL_A = 'https://hooks.example.com/a';
const URL_B = 'https://hooks.example.com/b?token=1';

async function register({ call }: Fixture, clientId: string, method: string, url: string): Promise<string> {
  const { webhook } = (await call('createWebhook', { clientId, method, url })) as { webhook: Shown };
  return String(webhook.id);
}

describeOnEachDatabase('webhook registrations', (open) => {
  test('are found by client and method, in their order, and by nobody else', async () => {
    const fixture = administer(await open());
    const store = fixture.administration.webhookStore;
    const parent = await clientWithKey(fixture);
    const child = await clientWithKey(fixture, { parentId: parent.clientId });
    const a = await register(fixture, parent.clientId, 'createOrder', URL_A);
    const b = await register(fixture, parent.clientId, 'createOrder', URL_B);
    await register(fixture, parent.clientId, 'cancelOrder', URL_A);
    expect(await store.targetsOf(parent.clientId, 'createOrder')).toEqual([
      { id: a, url: URL_A, retries: false, ordered: false, platform: false },
      { id: b, url: URL_B, retries: false, ordered: false, platform: false },
    ]);
    expect(await store.targetsOf(parent.clientId, 'updateOrder')).toEqual([]);
    expect(await store.targetsOf(child.clientId, 'createOrder')).toEqual([]);
    expect([store.hasWebhooks(parent.clientId), store.hasWebhooks(child.clientId)]).toEqual([true, false]);
    const { webhooks } = (await fixture.call('getWebhooks', { clientId: parent.clientId })) as { webhooks: Shown[] };
    expect(webhooks.map(({ method, url }) => [method, url])).toEqual([
      ['createOrder', URL_A],
      ['createOrder', URL_B],
      ['cancelOrder', URL_A],
    ]);
  });

  test('are answered at once when they are known, and again after a change', async () => {
    const fixture = administer(await open());
    const store = fixture.administration.webhookStore;
    const { clientId } = await clientWithKey(fixture);
    const targets = () => store.targetsOf(clientId, 'createOrder');
    expect(await targets()).toEqual([]);
    expect(targets()).not.toBeInstanceOf(Promise);
    const id = await register(fixture, clientId, 'createOrder', URL_A);
    expect(await targets()).toEqual([{ id, url: URL_A, retries: false, ordered: false, platform: false }]);
    await fixture.call('deleteWebhook', { id });
    expect(await targets()).toEqual([]);
    expect(await fixture.refusal('deleteWebhook', { id })).toBe('404 There is no such webhook');
  });

  test('are refused for methods that send none, and for URLs that break the rules', async () => {
    const fixture = administer(await open());
    const { clientId } = await clientWithKey(fixture);
    const refused = (method: string, url: string) => fixture.refusal('createWebhook', { clientId, method, url });
    expect(await refused('createIssuer', URL_A)).toMatch(/^106 .*method/);
    expect(await refused('CREATEORDER', URL_A)).toMatch(/^106 .*method/);
    expect(await refused('createOrder', 'http://hooks.example.com/a')).toMatch(/^106 url: /);
    expect(await refused('createOrder', 'https://127.0.0.1/a')).toMatch(/^106 url: /);
    expect(await refused('createOrder', 'https://user:word@hooks.example.com/')).toMatch(/^106 url: /);
    expect(await refused('createOrder', 'no url')).toMatch(/^106 url: /);
    expect(await fixture.refusal('createWebhook', { clientId: 'C00000000', method: 'createOrder', url: URL_A })).toBe(
      '404 There is no such client',
    );
  });

  test('are refused when they are there already or too many', async () => {
    const fixture = administer(await open(), { webhookLimits: { perMethodMax: 2, perClientMax: 3 } });
    const { clientId } = await clientWithKey(fixture);
    await register(fixture, clientId, 'createOrder', URL_A);
    const refused = (method: string, url: string) => fixture.refusal('createWebhook', { clientId, method, url });
    expect(await refused('createOrder', 'https://HOOKS.example.com/a')).toBe(
      '190 The URL is registered for the method',
    );
    await register(fixture, clientId, 'createOrder', URL_B);
    expect(await refused('createOrder', 'https://hooks.example.com/c')).toMatch(/^190 The method has 2 URLs/);
    await register(fixture, clientId, 'cancelOrder', URL_A);
    expect(await refused('cancelOrder', URL_B)).toMatch(/^190 The client has 3 webhooks/);
  });
});

describeOnEachDatabase('webhook tokens', (open) => {
  test('are shared by the clients of a parent, rotate, and are listed masked', async () => {
    const fixture = administer(await open());
    const store = fixture.administration.webhookStore;
    const parent = await clientWithKey(fixture);
    const child = await clientWithKey(fixture, { parentId: parent.clientId });
    const stranger = await clientWithKey(fixture);
    expect(await store.tokensOf(parent.clientId)).toEqual([]);
    const first = (await fixture.call('generateWebhookToken', { clientId: parent.clientId })) as Shown;
    const second = (await fixture.call('generateWebhookToken', { clientId: child.clientId })) as Shown;
    expect(await store.tokensOf(parent.clientId)).toEqual([first.token, second.token]);
    expect(store.tokensOf(parent.clientId)).not.toBeInstanceOf(Promise);
    expect(await store.tokensOf(stranger.clientId)).toEqual([]);

    const { webhookTokens } = (await fixture.call('getWebhookTokens', { clientId: child.clientId })) as {
      webhookTokens: Shown[];
    };
    expect(webhookTokens).toHaveLength(2);
    for (const secret of [first.token, second.token]) expect(JSON.stringify(webhookTokens)).not.toContain(secret);
    expect(webhookTokens[1]).toMatchObject({
      token: `${String(first.token).slice(0, 4)}************`,
      parentId: parent.clientId,
      active: 'Yes',
    });

    const { tokenId } = first.webhookToken as Shown;
    const { webhookToken } = (await fixture.call('retireWebhookToken', { tokenId })) as { webhookToken: Shown };
    expect(webhookToken).toMatchObject({ tokenId, active: 'No' });
    expect(await store.tokensOf(parent.clientId)).toEqual([second.token]);
    fixture.pass(60_000);
    expect((await fixture.call('retireWebhookToken', { tokenId })).webhookToken).toEqual(webhookToken);
    expect(await fixture.refusal('retireWebhookToken', { tokenId: 'T0000000000000000' })).toBe(
      '404 There is no such token',
    );
  });

  test('are at most five at a time', async () => {
    const fixture = administer(await open());
    const { clientId } = await clientWithKey(fixture);
    const answers = await Promise.allSettled(
      Array.from({ length: 7 }, () => fixture.call('generateWebhookToken', { clientId })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await fixture.refusal('generateWebhookToken', { clientId })).toMatch(/^190 .*5 active tokens/);
  });

  test('are encrypted at rest, as the encryption keys are', async () => {
    const database = await open();
    const fixture = administer(database);
    const { clientId } = await clientWithKey(fixture);
    const { token } = await fixture.call('generateWebhookToken', { clientId });
    const { key } = await fixture.call('setWebhookEncryptionKey', { clientId });
    const stored = JSON.stringify([
      await database.db.selectFrom('webhook_tokens').selectAll().execute(),
      await database.db.selectFrom('webhook_encryption_keys').selectAll().execute(),
    ]);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(key);
  });
});

describeOnEachDatabase('webhook encryption keys', (open) => {
  test('are made here or given, replaced and removed', async () => {
    const fixture = administer(await open());
    const store = fixture.administration.webhookStore;
    const { clientId } = await clientWithKey(fixture);
    const other = await clientWithKey(fixture);
    expect(await store.encryptionKeyOf(clientId)).toBeNull();
    expect(store.encryptionKeyOf(clientId)).toBeNull();

    const made = (await fixture.call('setWebhookEncryptionKey', { clientId })) as Shown;
    expect(made).toEqual({ clientId, encrypted: 'Yes', key: expect.any(String) });
    expect(await store.encryptionKeyOf(clientId)).toEqual(Buffer.from(String(made.key), 'base64'));
    expect(await store.encryptionKeyOf(other.clientId)).toBeNull();

    const given = Buffer.alloc(32, 7);
    const answer = await fixture.call('setWebhookEncryptionKey', { clientId, key: given.toString('base64') });
    expect(answer).toEqual({ clientId, encrypted: 'Yes' });
    expect(await store.encryptionKeyOf(clientId)).toEqual(given);

    expect(await fixture.call('setWebhookEncryptionKey', { clientId, remove: 'Yes' })).toEqual({
      clientId,
      encrypted: 'No',
    });
    expect(await store.encryptionKeyOf(clientId)).toBeNull();
  });

  test('that cannot be read are never taken for none, so that nothing is sent plain', async () => {
    const database = await open();
    const fixture = administer(database);
    const store = fixture.administration.webhookStore;
    const { clientId } = await clientWithKey(fixture);
    const other = await clientWithKey(fixture);
    await register(fixture, clientId, 'createOrder', URL_A);
    for (const owner of [clientId, other.clientId]) await fixture.call('setWebhookEncryptionKey', { clientId: owner });
    // Sealed for another client: as with a key of the environment that is not the right one.
    const { key_sealed } = await database.db
      .selectFrom('webhook_encryption_keys')
      .select('key_sealed')
      .where('client_id', '=', other.clientId)
      .executeTakeFirstOrThrow();
    await database.db
      .updateTable('webhook_encryption_keys')
      .set({ key_sealed })
      .where('client_id', '=', clientId)
      .execute();
    fixture.administration.webhookStore.refresh();
    await expect(Promise.resolve(store.encryptionKeyOf(clientId))).rejects.toThrow();
    expect(await store.targetsOf(clientId, 'createOrder')).toMatchObject([{ url: URL_A }]);
    expect(() => store.encryptionKeyOf(clientId)).toThrow(/changed or belongs/);
  });

  test('are refused when they are no keys', async () => {
    const fixture = administer(await open());
    const { clientId } = await clientWithKey(fixture);
    for (const key of [
      Buffer.alloc(31).toString('base64'),
      Buffer.alloc(33).toString('base64'),
      `${'x'.repeat(43)} `,
    ]) {
      expect(await fixture.refusal('setWebhookEncryptionKey', { clientId, key })).toMatch(/^106 .*key/);
    }
    const both = { clientId, key: Buffer.alloc(32).toString('base64'), remove: 'Yes' };
    expect(await fixture.refusal('setWebhookEncryptionKey', both)).toMatch(/^106/);
    expect(await fixture.refusal('setWebhookEncryptionKey', { clientId: 'C00000000' })).toBe(
      '404 There is no such client',
    );
  });
});
