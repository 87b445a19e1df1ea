import Type from 'typebox';
import type { Method } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { recordId } from './admin-parameters.ts';
import type { AdminServices } from './services.ts';
import { tokenFields, tokenSchema } from './webhook-token-fields.ts';

export function retireWebhookToken({ webhooks }: AdminServices): Method {
  return operatorMethod({
    name: 'retireWebhookToken',
    summary: 'Stops sending a token',
    description: 'Takes effect with the next delivery. The record stays.',
    refusals: [404],
    parameters: { tokenId: required(recordId('T', 'id of the token')) },
    response: Type.Object({ webhookToken: tokenSchema }),
    handler: async ({ values }) => ({
      fields: { webhookToken: tokenFields(await webhooks.retireToken(values.tokenId)) },
    }),
  });
}
