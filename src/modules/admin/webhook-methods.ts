import Type from 'typebox';
import type { WebhookRow } from '../../database/tables/clients.ts';
import type { Method } from '../../http/method.ts';
import { choice, optional, required, text, wholeNumber } from '../../http/parameters/index.ts';
import { ApiError } from '../../http/status-codes.ts';
import { REGISTRABLE_METHODS } from '../../webhooks/registrable.ts';
import { checkWebhookUrl, WEBHOOK_URL_LENGTH_MAX } from '../../webhooks/webhook-url.ts';
import { timestamp } from '../shared/times.ts';
import { adminMethod, clientId, recordId } from './admin-method.ts';
import type { LoggedDelivery } from './delivery-log.ts';
import type { AdminServices } from './services.ts';

const WEBHOOK = Type.Object({
  id: Type.String(),
  clientId: Type.String(),
  method: Type.String(),
  url: Type.String(),
  createdDate: Type.String(),
});

const DELIVERY = Type.Object({
  seq: Type.Integer({ description: 'counts up in the order of recording' }),
  id: Type.String(),
  webhookId: Type.String(),
  clientId: Type.String(),
  method: Type.String(),
  url: Type.String({ description: 'without its query' }),
  outcome: Type.String(),
  httpStatus: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  detail: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  firedDate: Type.String(),
  durationMs: Type.Integer(),
});

/** Names are exact, capitals included (C40). */
const registrable = (description: string) => choice(REGISTRABLE_METHODS, { description, caseInsensitive: false });

export function webhookMethods(services: AdminServices): Method[] {
  return [createWebhook(services), getWebhooks(services), deleteWebhook(services), getWebhookDeliveries(services)];
}

function createWebhook({ webhooks, webhookUrlPolicy }: AdminServices): Method {
  return adminMethod({
    name: 'createWebhook',
    summary: 'Registers a URL for the webhooks of a method',
    refusals: [190, 404],
    description: 'A method may have several URLs. Register the name under which the integration calls the method.',
    parameters: {
      clientId: required(clientId()),
      method: required(registrable('method whose success is told')),
      url: required(text({ description: 'https URL that accepts POST', maxLength: WEBHOOK_URL_LENGTH_MAX })),
    },
    response: Type.Object({ webhook: WEBHOOK }),
    handler: async ({ values }) => {
      const check = checkWebhookUrl(values.url, webhookUrlPolicy);
      if (!check.ok) throw new ApiError(106, `url: ${check.problem}`);
      return { fields: { webhook: shown(await webhooks.register(values.clientId, values.method, check.url.href)) } };
    },
  });
}

function getWebhooks({ clients, webhooks }: AdminServices): Method {
  return adminMethod({
    name: 'getWebhooks',
    summary: 'Lists the registrations of a client, oldest first',
    description: 'Deleted registrations are left out.',
    refusals: [404],
    parameters: { clientId: required(clientId()) },
    response: Type.Object({ webhooks: Type.Array(WEBHOOK) }),
    handler: async ({ values }) => {
      await clients.get(values.clientId);
      return { fields: { webhooks: (await webhooks.list(values.clientId)).map(shown) } };
    },
  });
}

function deleteWebhook({ webhooks }: AdminServices): Method {
  return adminMethod({
    name: 'deleteWebhook',
    summary: 'Ends a registration',
    description: 'What is already on its way is still delivered.',
    refusals: [404],
    parameters: { id: required(recordId('W', 'id of the webhook')) },
    response: Type.Object({ id: Type.String() }),
    handler: async ({ values }) => {
      await webhooks.delete(values.id);
      return { fields: { id: values.id } };
    },
  });
}

function getWebhookDeliveries({ deliveries }: AdminServices): Method {
  return adminMethod({
    name: 'getWebhookDeliveries',
    summary: 'Lists deliveries of webhooks, newest first',
    description: 'Answers what became of each delivery, and when; bodies are not kept.',
    refusals: [404],
    parameters: {
      clientId: optional(clientId('only those of this client')),
      method: optional(registrable('only those of this method')),
      before: optional(wholeNumber({ description: 'only those before this seq: the next page', minimum: 1 })),
      limit: optional(wholeNumber({ description: 'most deliveries; 100 when absent', minimum: 1, maximum: 500 })),
    },
    response: Type.Object({ deliveries: Type.Array(DELIVERY) }),
    handler: async ({ values }) => {
      await deliveries.flush();
      const found = await deliveries.read({ ...values, limit: values.limit ?? 100 });
      return { fields: { deliveries: found.map(shownDelivery) } };
    },
  });
}

function shown(row: WebhookRow): Record<string, string> {
  return {
    id: row.webhook_id,
    clientId: row.client_id,
    method: row.method,
    url: row.url,
    createdDate: timestamp(row.created_at),
  };
}

function shownDelivery({ timeMs, ...delivery }: LoggedDelivery): Record<string, unknown> {
  return { ...delivery, firedDate: timestamp(timeMs * 1000) };
}
