import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { optional, wholeNumber, yesNo } from '../../http/parameters/index.ts';
import { registrable } from '../admin/index.ts';
import type { WebhookServices } from './webhook-service.ts';
import { deliveryId, ownDeliveryFields, ownDeliverySchema, webhookId } from './webhook-service-fields.ts';

export function getDeliveryLog({ administration: { deliveries } }: WebhookServices): Method {
  return defineMethod({
    name: 'getDeliveryLog',
    verb: 'POST',
    group: 'Webhooks',
    summary: "Lists attempts to deliver the caller's webhooks, newest first",
    description: 'Shows the outcome of each attempt and the time of the next one; bodies are not shown.',
    parameters: {
      webhookId: optional(webhookId('only those of this webhook')),
      deliveryId: optional(deliveryId('only the attempts of this delivery')),
      method: optional(registrable('only those of this method')),
      failed: optional(yesNo({ description: 'Yes: only attempts that failed' })),
      before: optional(wholeNumber({ description: 'only those before this seq: the next page', minimum: 1 })),
      limit: optional(wholeNumber({ description: 'most attempts; 100 when absent', minimum: 1, maximum: 500 })),
    },
    response: Type.Object({ deliveries: Type.Array(ownDeliverySchema) }),
    handler: async ({ client: { clientId }, values }) => {
      const { failed, limit = 100, ...filter } = values;
      await deliveries.flush();
      const found = await deliveries.read({ ...filter, clientId, failed: failed === 'Yes', limit });
      return { fields: { deliveries: found.map(ownDeliveryFields) } };
    },
  });
}
