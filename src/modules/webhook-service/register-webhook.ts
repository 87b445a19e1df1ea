import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { optional, required, text, yesNo } from '../../http/parameters/index.ts';
import { checkWebhookUrl, WEBHOOK_URL_LENGTH_MAX } from '../../webhooks/index.ts';
import { platformForm, registrable } from '../admin/index.ts';
import { change } from '../shared/change/index.ts';
import type { WebhookServices } from './webhook-service.ts';
import { ownWebhookFields, ownWebhookSchema } from './webhook-service-fields.ts';

export function registerWebhook(services: WebhookServices): Method {
  const { webhooks, webhookUrlPolicy } = services.administration;
  return defineMethod({
    name: 'registerWebhook',
    verb: 'POST',
    group: 'Webhooks',
    summary: 'Registers a URL for the webhooks of a method',
    description:
      "The caller's own registration, in addition to those that the operator made. Without options a delivery has " +
      'one attempt and no signature. The secret of a signed webhook is shown only here (C76 to C79).',
    refusals: [190, 404],
    parameters: {
      method: required(registrable('method whose successful calls are sent, by the name that is called')),
      url: required(text({ description: 'https URL that accepts POST', maxLength: WEBHOOK_URL_LENGTH_MAX })),
      signed: optional(yesNo({ description: 'Yes: signed by the headers of Standard Webhooks' })),
      retries: optional(yesNo({ description: 'Yes: a failed delivery is retried for three days' })),
      ordered: optional(
        yesNo({
          description: 'Yes: later webhooks about a record wait for one that is being retried; requires retries',
        }),
      ),
      platform: optional(platformForm()),
    },
    response: Type.Object({
      webhook: ownWebhookSchema,
      secret: Type.Optional(Type.String({ description: 'whsec_ and base64; not shown again' })),
    }),
    handler: change(services, async ({ client, values }, db) => {
      const check = checkWebhookUrl(values.url, webhookUrlPolicy);
      if (!check.ok) throw new ApiError(106, `url: ${check.problem}`);
      const registration = {
        method: values.method,
        url: check.url.href,
        signed: values.signed === 'Yes',
        retries: values.retries === 'Yes',
        ordered: values.ordered === 'Yes',
        platform: values.platform === 'Yes',
      };
      if (registration.ordered && !registration.retries) throw new ApiError(106, 'ordered: requires retries: Yes');
      const { row, secret } = await webhooks.registerIn(db, client.clientId, registration);
      return {
        fields: { webhook: ownWebhookFields(row), ...(secret === null ? {} : { secret }) },
        afterCommit: () => webhooks.changed(),
      };
    }),
  });
}
