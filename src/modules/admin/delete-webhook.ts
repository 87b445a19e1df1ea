import Type from 'typebox';
import type { Method } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { recordId } from './admin-parameters.ts';
import type { AdminServices } from './services.ts';

export function deleteWebhook({ webhooks }: AdminServices): Method {
  return operatorMethod({
    name: 'deleteWebhook',
    summary: 'Deletes a registration',
    description: 'Deliveries under way are completed.',
    refusals: [404],
    parameters: { id: required(recordId('W', 'id of the webhook')) },
    response: Type.Object({ id: Type.String() }),
    handler: async ({ values }) => {
      await webhooks.delete(values.id);
      return { fields: { id: values.id } };
    },
  });
}
