/** A webhook as its client sees it: as the operator does, without the client. */
import Type from 'typebox';
import { type Kind, text } from '../../http/parameters/index.ts';
import { deliveryFields, deliverySchema, recordId, webhookFields, webhookSchema } from '../admin/index.ts';

export const ownWebhookSchema = Type.Omit(webhookSchema, ['clientId']);
export const ownDeliverySchema = Type.Omit(deliverySchema, ['clientId']);

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
