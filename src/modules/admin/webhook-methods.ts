import Type from 'typebox';
import { ApiError, type Method } from '../../http/methods/index.ts';
import {
  type Kind,
  Malformed,
  mapKind,
  optional,
  required,
  text,
  wholeNumber,
  yesNo,
} from '../../http/parameters/index.ts';
import { checkWebhookUrl, ENCRYPTION_KEY_BYTES, WEBHOOK_URL_LENGTH_MAX } from '../../webhooks/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { clientId } from '../shared/values/index.ts';
import { recordId } from './admin-parameters.ts';
import type { AdminDeps } from './deps.ts';
import { requireWebhookLevels } from './permissions.ts';
import {
  deliveryFields,
  deliverySchema,
  platformForm,
  registrable,
  webhookFields,
  webhookSchema,
} from './webhook-fields.ts';

export function createWebhook({ webhooks, webhookNames, webhookUrlPolicy, catalogue }: AdminDeps): Method {
  return operatorMethod({
    name: 'createWebhook',
    summary: 'Registers a URL for the webhooks of a method',
    signInAgain: true,
    refusals: [190, 404],
    description: 'A method may have several URLs. Register the name under which the integration calls the method.',
    parameters: {
      clientId: required(clientId()),
      method: required(registrable(webhookNames, 'method whose successful calls are sent')),
      url: required(text({ description: 'https URL that accepts POST', maxLength: WEBHOOK_URL_LENGTH_MAX })),
      platform: optional(platformForm()),
    },
    response: Type.Object({ webhook: webhookSchema }),
    handler: async ({ client, values }) => {
      requireWebhookLevels(client, values.method, catalogue());
      const check = checkWebhookUrl(values.url, webhookUrlPolicy);
      if (!check.ok) throw new ApiError(106, `url: ${check.problem}`);
      const { clientId: owner, method, platform } = values;
      const registration = { method, url: check.url.href, platform: platform === 'Yes' };
      return { fields: { webhook: webhookFields(await webhooks.register(owner, registration)) } };
    },
  });
}

export function getWebhooks({ clients, webhooks }: AdminDeps): Method {
  return operatorMethod({
    name: 'getWebhooks',
    summary: 'Lists the registrations of a client, oldest first',
    description: 'Deleted registrations are left out.',
    refusals: [404],
    parameters: { clientId: required(clientId()) },
    response: Type.Object({ webhooks: Type.Array(webhookSchema) }),
    handler: async ({ values }) => {
      await clients.get(values.clientId);
      return { fields: { webhooks: (await webhooks.list(values.clientId)).map(webhookFields) } };
    },
  });
}

export function deleteWebhook({ webhooks }: AdminDeps): Method {
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

export function getWebhookDeliveries({ deliveries, webhookNames }: AdminDeps): Method {
  return operatorMethod({
    name: 'getWebhookDeliveries',
    summary: 'Lists deliveries of webhooks, newest first',
    description: 'Shows the outcome and the time of each delivery; bodies are not shown.',
    refusals: [404],
    parameters: {
      clientId: optional(clientId('only those of this client')),
      method: optional(registrable(webhookNames, 'only those of this method')),
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

export function setWebhookEncryptionKey({ clients, webhooks }: AdminDeps): Method {
  return operatorMethod({
    name: 'setWebhookEncryptionKey',
    summary: 'Sets or removes the key that encrypts the webhooks of a client',
    description: 'With a key, bodies are encrypted with AES-256-GCM from the next delivery on.',
    signInAgain: true,
    // Whoever has it speaks to the receivers of a client as the venue does.
    fourEyes: true,
    refusals: [404],
    parameters: {
      clientId: required(clientId()),
      key: optional(encryptionKey()),
      remove: optional(yesNo({ description: 'Yes: webhooks are sent plain from now on' })),
    },
    response: Type.Object({
      clientId: Type.String(),
      encrypted: Type.String({ enum: ['Yes', 'No'] }),
      key: Type.Optional(Type.String({ description: 'base64 of a new key; not shown again' })),
    }),
    handler: async ({ values }) => {
      const { client_id } = await clients.get(values.clientId);
      if (values.remove === 'Yes') {
        if (values.key !== undefined) throw new ApiError(106, 'key and remove exclude each other');
        await webhooks.removeEncryptionKey(client_id);
        return { fields: { clientId: client_id, encrypted: 'No' } };
      }
      const key = await webhooks.setEncryptionKey(client_id, values.key);
      return { fields: { clientId: client_id, encrypted: 'Yes', ...(values.key === undefined ? { key } : {}) } };
    },
  });
}

function encryptionKey(): Kind<Buffer> {
  const kind = text({
    description: `base64 of ${ENCRYPTION_KEY_BYTES} bytes; absent: a new key is generated`,
    maxLength: 100,
  });
  const notKey = new Malformed(`must be the base64 of ${ENCRYPTION_KEY_BYTES} bytes`);
  return mapKind(kind, (read) => {
    const key = Buffer.from(read, 'base64');
    return key.length === ENCRYPTION_KEY_BYTES && key.toString('base64') === read ? key : notKey;
  });
}
