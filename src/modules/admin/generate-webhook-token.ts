import Type from 'typebox';
import type { Method } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { clientId } from './admin-parameters.ts';
import type { AdminServices } from './services.ts';
import { tokenFields, tokenSchema } from './webhook-token-fields.ts';

export function generateWebhookToken({ webhooks }: AdminServices): Method {
  return operatorMethod({
    name: 'generateWebhookToken',
    summary: 'Creates an identification token, sent with all webhooks of the parent client, and shows it once',
    refusals: [190, 404],
    description: 'To rotate: generate a token, change the receivers, retire the old token.',
    parameters: { clientId: required(clientId('the parent client or any client below it')) },
    response: Type.Object({ webhookToken: tokenSchema, token: Type.String({ description: 'not shown again' }) }),
    handler: async ({ values }) => {
      const { row, token } = await webhooks.generateToken(values.clientId);
      return { fields: { webhookToken: tokenFields(row), token } };
    },
  });
}
