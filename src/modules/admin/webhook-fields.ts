import Type from 'typebox';
import type { WebhookRow } from '../../database/tables/clients.ts';
import { choice } from '../../http/parameters/index.ts';
import { REGISTRABLE_METHODS } from '../../webhooks/registrable.ts';
import { timestamp } from '../shared/times.ts';
import type { LoggedDelivery } from './delivery-log.ts';

export const webhookSchema = Type.Object({
  id: Type.String(),
  clientId: Type.String(),
  method: Type.String(),
  url: Type.String(),
  createdDate: Type.String(),
});

export const deliverySchema = Type.Object({
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
export const registrable = (description: string) =>
  choice(REGISTRABLE_METHODS, { description, caseInsensitive: false });

export function webhookFields(row: WebhookRow): Record<string, string> {
  return {
    id: row.webhook_id,
    clientId: row.client_id,
    method: row.method,
    url: row.url,
    createdDate: timestamp(row.created_at),
  };
}

export function deliveryFields({ timeMs, ...delivery }: LoggedDelivery): Record<string, unknown> {
  return { ...delivery, firedDate: timestamp(timeMs * 1000) };
}
