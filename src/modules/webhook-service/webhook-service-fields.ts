/** A webhook as its client sees it: as the operator does, without the client. */
import Type from 'typebox';
import { type Kind, text } from '../../http/parameters/index.ts';
import type { RegistrationOutbox } from '../../webhooks/index.ts';
import {
  type AdminDeps,
  deliveryFields,
  deliverySchema,
  recordId,
  webhookFields,
  webhookSchema,
} from '../admin/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';

export const ownWebhookSchema = Type.Omit(webhookSchema, ['clientId'], { title: 'Webhook' });
export const ownDeliverySchema = Type.Omit(deliverySchema, ['clientId'], { title: 'OwnWebhookDelivery' });

export function ownWebhookFields(row: Parameters<typeof webhookFields>[0]) {
  const { clientId: _, ...fields } = webhookFields(row);
  return fields;
}

export function ownDeliveryFields(delivery: Parameters<typeof deliveryFields>[0]) {
  const { clientId: _, ...fields } = deliveryFields(delivery);
  return fields;
}

export const webhookId = (description = 'id of the webhook') => recordId('W', description);

export function deliveryId(description: string): Kind<string> {
  return text({
    description,
    pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    patternReason: 'must be the id of a delivery',
  });
}

/** The services that a client's methods for its own webhooks use. */
export interface WebhookDeps extends ModuleDeps {
  readonly administration: Pick<
    AdminDeps,
    'webhooks' | 'webhookNames' | 'deliveries' | 'webhookUrlPolicy' | 'catalogue'
  >;
  readonly registrationOutbox: RegistrationOutbox;
  readonly webhookRates: WebhookRates;
}

/** The most webhooks a minute of one client, and the same number to one host from all clients. */
interface WebhookRates {
  readonly testsPerMinuteMax: number;
  readonly replaysPerMinuteMax: number;
}
