import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import type { WebhookServices } from './webhook-service.ts';
import { webhookId } from './webhook-service-fields.ts';

export function rotateWebhookSecret(services: WebhookServices): Method {
  const { webhooks } = services.administration;
  return defineMethod({
    name: 'rotateWebhookSecret',
    verb: 'POST',
    group: 'Webhooks',
    summary: 'Gives a webhook a new signing secret',
    description:
      'The previous secret also signs for 24 hours: the header then holds both signatures, and one match is ' +
      'enough. A webhook that was not signed is signed from now on.',
    refusals: [404],
    parameters: { id: required(webhookId()) },
    response: Type.Object({
      id: Type.String(),
      secret: Type.String({ description: 'whsec_ and base64; not shown again' }),
    }),
    handler: change(services, async ({ client, values }, db) => {
      const secret = await webhooks.rotateSecret(db, client.clientId, values.id);
      return { fields: { id: values.id, secret }, afterCommit: () => webhooks.changed() };
    }),
  });
}
