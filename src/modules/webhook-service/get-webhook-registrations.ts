import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import type { WebhookServices } from './webhook-service.ts';
import { ownWebhookFields, ownWebhookSchema } from './webhook-service-fields.ts';

export function getWebhookRegistrations({ administration: { webhooks } }: WebhookServices): Method {
  return defineMethod({
    name: 'getWebhookRegistrations',
    verb: 'POST',
    group: 'Webhooks',
    summary: "Lists the caller's webhooks, oldest first",
    description: 'Includes webhooks that the operator registered for the caller; secrets are not shown.',
    parameters: {},
    response: Type.Object({ webhooks: Type.Array(ownWebhookSchema) }),
    handler: async ({ client }) => ({
      fields: { webhooks: (await webhooks.list(client.clientId)).map(ownWebhookFields) },
    }),
  });
}
