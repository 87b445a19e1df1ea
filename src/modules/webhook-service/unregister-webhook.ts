import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import type { WebhookServices } from './webhook-service.ts';
import { webhookId } from './webhook-service-fields.ts';

export function unregisterWebhook(services: WebhookServices): Method {
  const { webhooks } = services.administration;
  return defineMethod({
    name: 'unregisterWebhook',
    verb: 'POST',
    group: 'Webhooks',
    summary: "Ends one of the caller's webhooks",
    description: 'Deliveries under way are completed; failed deliveries are not retried.',
    refusals: [404],
    parameters: { id: required(webhookId()) },
    response: Type.Object({ id: Type.String() }),
    handler: change(services, async ({ client, values }, db) => {
      await webhooks.deleteIn(db, client.clientId, values.id);
      return { fields: { id: values.id }, afterCommit: () => webhooks.changed() };
    }),
  });
}
