import Type from 'typebox';
import type { Method } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { clientId } from './admin-parameters.ts';
import type { AdminServices } from './services.ts';
import { webhookFields, webhookSchema } from './webhook-fields.ts';

export function getWebhooks({ clients, webhooks }: AdminServices): Method {
  return operatorMethod({
    name: 'getWebhooks',
    summary: 'Lists the registrations of a client, oldest first',
    description: 'Deleted registrations are left out.',
    refusals: [404],
    parameters: { clientId: required(clientId()) },
    response: Type.Object({ webhooks: Type.Array(webhookSchema) }),
    handler: async ({ values }) => {
      await clients.get(values.clientId);
      return { fields: { webhooks: (await webhooks.list(values.clientId)).map(webhookFields) } };
    },
  });
}
