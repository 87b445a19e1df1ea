import Type from 'typebox';
import { ApiError, type Method } from '../../http/methods/index.ts';
import { optional, required, text } from '../../http/parameters/index.ts';
import { checkWebhookUrl, WEBHOOK_URL_LENGTH_MAX } from '../../webhooks/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { clientId } from './admin-parameters.ts';
import type { AdminServices } from './services.ts';
import { platformForm, registrable, webhookFields, webhookSchema } from './webhook-fields.ts';

export function createWebhook({ webhooks, webhookUrlPolicy }: AdminServices): Method {
  return operatorMethod({
    name: 'createWebhook',
    summary: 'Registers a URL for the webhooks of a method',
    refusals: [190, 404],
    description: 'A method may have several URLs. Register the name under which the integration calls the method.',
    parameters: {
      clientId: required(clientId()),
      method: required(registrable('method whose successful calls are sent')),
      url: required(text({ description: 'https URL that accepts POST', maxLength: WEBHOOK_URL_LENGTH_MAX })),
      platform: optional(platformForm()),
    },
    response: Type.Object({ webhook: webhookSchema }),
    handler: async ({ values }) => {
      const check = checkWebhookUrl(values.url, webhookUrlPolicy);
      if (!check.ok) throw new ApiError(106, `url: ${check.problem}`);
      const { clientId: owner, method, platform } = values;
      const registration = { method, url: check.url.href, platform: platform === 'Yes' };
      return { fields: { webhook: webhookFields(await webhooks.register(owner, registration)) } };
    },
  });
}
