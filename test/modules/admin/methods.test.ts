import { expect, test } from 'vitest';
import { adminModule } from '../../../src/modules/admin/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { administer } from './fixture.ts';

describeOnEachDatabase('the methods of the administration', (open) => {
  test('with an Idempotency-Key a key is made once, and shown again (C34)', async () => {
    const { call, refusal } = administer(await open());
    const { client } = (await call('createClient', { name: 'Example' }, {}, 'a')) as { client: { clientId: string } };
    const { clientId } = client;
    const made = await call('createApiKey', { clientId }, {}, 'b');
    expect(await call('createApiKey', { clientId }, {}, 'b')).toEqual(made);
    expect((await call('getApiKeys', { clientId })).keys).toHaveLength(1);
    expect(await refusal('createApiKey', { clientId, master: 'Yes' }, {}, 'b')).toMatch(/^409/);
  });

  test("are all only the operator's, under /v3/admin", async () => {
    const { administration, changes } = administer(await open());
    const methods = adminModule(administration.deps, changes);
    expect(methods.map((method) => method.name)).toEqual([
      'createClient',
      'getClients',
      'updateClient',
      'createApiKey',
      'getApiKeys',
      'revokeApiKey',
      'rotateApiKey',
      'setScopes',
      'setMethodPermissions',
      'setFieldPermissions',
      'createWebhook',
      'getWebhooks',
      'deleteWebhook',
      'getWebhookDeliveries',
      'generateWebhookToken',
      'getWebhookTokens',
      'retireWebhookToken',
      'setWebhookEncryptionKey',
    ]);
    for (const method of methods) {
      expect(method).toMatchObject({
        operator: true,
        verb: 'POST',
        path: `/v3/admin/${method.name}`,
        group: 'Administration',
      });
    }
  });
});
