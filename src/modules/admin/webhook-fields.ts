import Type from 'typebox';
import { namedObject } from '../../http/methods/index.ts';
import { choice, yesNo } from '../../http/parameters/index.ts';
import type { LoggedDelivery, Registration, WebhookNames } from '../../webhooks/index.ts';
import { timestamp } from '../shared/values/index.ts';

export const webhookSchema = namedObject('RegisteredWebhook', {
  id: Type.String(),
  clientId: Type.String(),
  method: Type.String(),
  url: Type.String(),
  signed: Type.String({ enum: ['Yes', 'No'] }),
  retries: Type.String({ enum: ['Yes', 'No'] }),
  ordered: Type.String({ enum: ['Yes', 'No'] }),
  platform: Type.String({ enum: ['Yes', 'No'] }),
  createdDate: Type.String(),
});

export const deliverySchema = namedObject('WebhookDelivery', {
  seq: Type.Integer({ description: 'ascending in the order of recording' }),
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
  attempt: Type.Integer({ description: '1 for the first' }),
  retryDate: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'the time of the next attempt; null after the last one',
  }),
});

/** Names are exact, capitals included (C40). */
export const registrable = (names: WebhookNames, description: string) =>
  choice(names.all, { title: 'WebhookName', description, caseInsensitive: false });

/** For the one webhook that comes in two forms. */
export const platformForm = () =>
  yesNo({ description: "Yes: of matchedTradenotify the platform's form, with identifying headers; No: the venue's" });

export function webhookFields(row: Registration) {
  return {
    id: row.webhook_id,
    clientId: row.client_id,
    method: row.method,
    url: row.url,
    signed: row.secret_sealed === null ? 'No' : 'Yes',
    retries: row.retries === 1 ? 'Yes' : 'No',
    ordered: row.ordered === 1 ? 'Yes' : 'No',
    platform: row.platform === 1 ? 'Yes' : 'No',
    createdDate: timestamp(row.created_at),
  };
}

export function deliveryFields({ timeMs, retryAtMs, ...delivery }: LoggedDelivery) {
  const retryDate = retryAtMs === undefined ? null : timestamp(Math.round(retryAtMs * 1000));
  return { attempt: 1, ...delivery, firedDate: timestamp(timeMs * 1000), retryDate };
}
