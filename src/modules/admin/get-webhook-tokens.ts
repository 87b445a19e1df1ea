import Type from 'typebox';
import type { Method } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { clientId } from './admin-parameters.ts';
import type { AdminServices } from './services.ts';
import { tokenFields, tokenSchema } from './webhook-token-fields.ts';

export function getWebhookTokens({ clients, webhooks }: AdminServices): Method {
  return operatorMethod({
    name: 'getWebhookTokens',
    summary: 'Lists the identification tokens of a parent client, masked, newest first',
    description: 'Shows the first characters of each token.',
    refusals: [404],
    parameters: { clientId: required(clientId('the parent client or any client below it')) },
    response: Type.Object({ webhookTokens: Type.Array(tokenSchema) }),
    handler: async ({ values }) => {
      const { parent_id } = await clients.get(values.clientId);
      return { fields: { webhookTokens: (await webhooks.tokens(parent_id)).map(tokenFields) } };
    },
  });
}
