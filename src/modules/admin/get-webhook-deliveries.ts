import Type from 'typebox';
import type { Method } from '../../http/methods/index.ts';
import { optional, wholeNumber } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { clientId } from './admin-parameters.ts';
import type { AdminServices } from './services.ts';
import { deliveryFields, deliverySchema, registrable } from './webhook-fields.ts';

export function getWebhookDeliveries({ deliveries }: AdminServices): Method {
  return operatorMethod({
    name: 'getWebhookDeliveries',
    summary: 'Lists deliveries of webhooks, newest first',
    description: 'Shows the outcome and the time of each delivery; bodies are not shown.',
    refusals: [404],
    parameters: {
      clientId: optional(clientId('only those of this client')),
      method: optional(registrable('only those of this method')),
      before: optional(wholeNumber({ description: 'only those before this seq: the next page', minimum: 1 })),
      limit: optional(wholeNumber({ description: 'most deliveries; 100 when absent', minimum: 1, maximum: 500 })),
    },
    response: Type.Object({ deliveries: Type.Array(deliverySchema) }),
    handler: async ({ values }) => {
      await deliveries.flush();
      const found = await deliveries.read({ ...values, limit: values.limit ?? 100 });
      return { fields: { deliveries: found.map(deliveryFields) } };
    },
  });
}
