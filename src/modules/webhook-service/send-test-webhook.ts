import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import { changeAfter } from '../shared/change/index.ts';
import { timestamp } from '../shared/values/index.ts';
import { WebhookPace } from './webhook-pace.ts';
import type { WebhookServices } from './webhook-service.ts';
import { webhookId } from './webhook-service-fields.ts';

export function sendTestWebhook(services: WebhookServices): Method {
  const { administration, registrationOutbox, webhookRates, nowUs } = services;
  const pace = new WebhookPace('tests', webhookRates.testsPerMinuteMax, nowUs);
  return defineMethod({
    name: 'sendTestWebhook',
    verb: 'POST',
    group: 'Webhooks',
    summary: "Sends a test to one of the caller's webhooks",
    description:
      'The body holds webhookTest (Yes), method and sentDate, and no record. It is signed, encrypted and retried ' +
      'as a real one; getDeliveryLog shows the outcome (C75).',
    refusals: [190, 404, 429],
    parameters: { id: required(webhookId()) },
    response: Type.Object({ id: Type.String(), deliveryId: Type.String() }),
    handler: changeAfter(
      services,
      async ({ client: { clientId } }) => pace.takeOfClient(clientId),
      async ({ client: { clientId }, values }, db) => {
        const row = await administration.webhooks.find(db, clientId, values.id);
        pace.takeOfHost(row.url);
        const fields = { webhookTest: 'Yes', method: row.method, sentDate: timestamp(nowUs()) };
        const target = { id: row.webhook_id, url: row.url, retries: row.retries === 1, ordered: row.ordered === 1 };
        const deliveryId = await registrationOutbox.sendTo(db, { clientId, method: row.method, fields }, target);
        if (deliveryId === undefined) throw new ApiError(190, 'Too many webhooks wait for their delivery');
        return { fields: { id: row.webhook_id, deliveryId } };
      },
    ),
  });
}
