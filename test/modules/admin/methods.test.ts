import { expect, test } from 'vitest';
import { adminModule } from '../../../src/modules/admin/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { administer } from './fixture.ts';

describeOnEachDatabase('the methods of the administration', (open) => {
  test("are all only the operator's, under /v3/admin", async () => {
    const methods = adminModule(administer(await open()).administration.services);
    expect(methods.map((method) => method.name)).toEqual([
      'createClient',
      'getClients',
      'updateClient',
      'createApiKey',
      'getApiKeys',
      'revokeApiKey',
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
