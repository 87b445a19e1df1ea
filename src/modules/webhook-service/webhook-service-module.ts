import Type from 'typebox';
import { ApiError, defineMethod, inGroup, type Method } from '../../http/methods/index.ts';
import { optional, required, text, wholeNumber, yesNo } from '../../http/parameters/index.ts';
import { checkWebhookUrl, WEBHOOK_URL_LENGTH_MAX } from '../../webhooks/index.ts';
import { platformForm, registrable, requireWebhookLevels } from '../admin/index.ts';
import { change } from '../shared/change/index.ts';
import { replayDeliveries, sendTestWebhook } from './sending-methods.ts';
import {
  deliveryId,
  ownDeliveryFields,
  ownDeliverySchema,
  ownWebhookFields,
  ownWebhookSchema,
  type WebhookDeps,
  webhookId,
} from './webhook-service-fields.ts';

/** The methods with which clients manage their own webhooks. */
export function webhookServiceModule(deps: WebhookDeps): Method[] {
  return inGroup('Webhooks', [
    registerWebhook(deps),
    getWebhookRegistrations(deps),
    rotateWebhookSecret(deps),
    unregisterWebhook(deps),
    sendTestWebhook(deps),
    getDeliveryLog(deps),
    replayDeliveries(deps),
  ]);
}

function getDeliveryLog({ administration: { deliveries, webhookNames } }: WebhookDeps): Method {
  return defineMethod({
    name: 'getDeliveryLog',
    summary: "Lists attempts to deliver the caller's webhooks, newest first",
    description: 'Shows the outcome of each attempt and the time of the next one; bodies are not shown.',
    parameters: {
      webhookId: optional(webhookId('only those of this webhook')),
      deliveryId: optional(deliveryId('only the attempts of this delivery')),
      method: optional(registrable(webhookNames, 'only those of this method')),
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

function getWebhookRegistrations({ administration: { webhooks } }: WebhookDeps): Method {
  return defineMethod({
    name: 'getWebhookRegistrations',
    summary: "Lists the caller's webhooks, oldest first",
    description: 'Includes webhooks that the operator registered for the caller; secrets are not shown.',
    parameters: {},
    response: Type.Object({ webhooks: Type.Array(ownWebhookSchema) }),
    handler: async ({ client }) => ({
      fields: { webhooks: (await webhooks.list(client.clientId)).map(ownWebhookFields) },
    }),
  });
}

function registerWebhook(deps: WebhookDeps): Method {
  const { webhooks, webhookNames, webhookUrlPolicy, catalogue } = deps.administration;
  return defineMethod({
    name: 'registerWebhook',
    summary: 'Registers a URL for the webhooks of a method',
    description:
      'In addition to the registrations of the operator. ' +
      'Without options a delivery has one attempt and no signature. The secret is shown only here (C76 to C79).',
    signInAgain: true,
    refusals: [190, 404],
    parameters: {
      method: required(registrable(webhookNames, 'method whose successful calls are sent, by the name that is called')),
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
    handler: change(deps, async ({ client, values }, db) => {
      requireWebhookLevels(client, values.method, catalogue());
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

function rotateWebhookSecret(deps: WebhookDeps): Method {
  const { webhooks } = deps.administration;
  return defineMethod({
    name: 'rotateWebhookSecret',
    summary: 'Gives a webhook a new signing secret',
    description:
      'For 24 hours the header holds the signatures of both secrets. A webhook without signature gets one from now on.',
    signInAgain: true,
    refusals: [404],
    parameters: { id: required(webhookId()) },
    response: Type.Object({
      id: Type.String(),
      secret: Type.String({ description: 'whsec_ and base64; not shown again' }),
    }),
    handler: change(deps, async ({ client, values }, db) => {
      const secret = await webhooks.rotateSecret(db, client.clientId, values.id);
      return { fields: { id: values.id, secret }, afterCommit: () => webhooks.changed() };
    }),
  });
}

function unregisterWebhook(deps: WebhookDeps): Method {
  const { webhooks } = deps.administration;
  return defineMethod({
    name: 'unregisterWebhook',
    summary: "Ends one of the caller's webhooks",
    description: 'Deliveries under way are completed; failed deliveries are not retried.',
    refusals: [404],
    parameters: { id: required(webhookId()) },
    response: Type.Object({ id: Type.String() }),
    handler: change(deps, async ({ client, values }, db) => {
      await webhooks.deleteIn(db, client.clientId, values.id);
      return { fields: { id: values.id }, afterCommit: () => webhooks.changed() };
    }),
  });
}
