import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { optional, required, wholeNumber, yesNo } from '../../http/parameters/index.ts';
import { keptToReplay } from '../../webhooks/index.ts';
import { changeAfter } from '../shared/change/index.ts';
import { utcTime } from '../shared/values/index.ts';
import { WebhookPace } from './webhook-pace.ts';
import type { WebhookServices } from './webhook-service.ts';
import { deliveryId, webhookId } from './webhook-service-fields.ts';

export function replayDeliveries(services: WebhookServices): Method {
  const { administration, registrationOutbox, webhookRates, nowUs } = services;
  const pace = new WebhookPace('replays', webhookRates.replaysPerMinuteMax, nowUs);
  return defineMethod({
    name: 'replayDeliveries',
    verb: 'POST',
    group: 'Webhooks',
    summary: "Delivers webhooks of the caller's again",
    description:
      'In the order in which they were fired, with the same ids, to the URL of the webhook. Webhooks can be ' +
      'replayed for three days (C80).',
    refusals: [190, 404, 429],
    parameters: {
      id: required(webhookId()),
      deliveryId: optional(deliveryId('only this one')),
      failed: optional(yesNo({ description: 'No: those that were delivered too; Yes when absent' })),
      firedFrom: optional(utcTime('only those fired at this time or later')),
      firedTo: optional(utcTime('only those fired at this time or earlier')),
      limit: optional(wholeNumber({ description: 'most webhooks; 100 when absent', minimum: 1, maximum: 500 })),
    },
    response: Type.Object({
      replayed: Type.Array(Type.String({ description: 'id of a delivery' })),
      more: Type.String({ enum: ['Yes', 'No'], description: 'Yes: the limit was reached; call again for the rest' }),
    }),
    handler: changeAfter(
      services,
      ({ client: { clientId } }) => {
        pace.takeOfClient(clientId);
        return administration.deliveries.flush();
      },
      async ({ client: { clientId }, values }, db) => {
        const { id, failed, limit = 100, ...filter } = values;
        const row = await administration.webhooks.find(db, clientId, id);
        pace.takeOfHost(row.url);
        const wanted = { ...filter, clientId, webhookId: id, failed: failed !== 'No', limit };
        const kept = await keptToReplay(db, wanted);
        const target = { id: row.webhook_id, url: row.url, retries: row.retries === 1, ordered: row.ordered === 1 };
        const taken = await registrationOutbox.sendAgain(db, kept, target);
        if (taken < kept.length) throw new ApiError(190, 'Too many webhooks wait for their delivery');
        pace.spend(clientId, row.url, Math.max(0, kept.length - 1));
        const replayed = kept.map((one) => one.delivery_id);
        return { fields: { replayed, more: kept.length === limit ? 'Yes' : 'No' } };
      },
    ),
  });
}
