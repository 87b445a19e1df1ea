/** What a client sees of its webhooks: what the operator sees, without whose they are. */
import Type from 'typebox';
import { type Kind, Malformed, text } from '../../http/parameters/index.ts';
import { deliveryFields, deliverySchema, recordId, webhookFields, webhookSchema } from '../admin/index.ts';

export const ownWebhookSchema = Type.Omit(webhookSchema, ['clientId']);
export const ownDeliverySchema = Type.Omit(deliverySchema, ['clientId']);

export function ownWebhookFields(row: Parameters<typeof webhookFields>[0]): Record<string, unknown> {
  const { clientId: _, ...fields } = webhookFields(row);
  return fields;
}

export function ownDeliveryFields(delivery: Parameters<typeof deliveryFields>[0]): Record<string, unknown> {
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

const TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$/;

/** A time as answers show it, YYYY-MM-DD HH:MM:SS in UTC; handed over as microseconds since 1970. */
export function utcTime(description: string): Kind<number> {
  const kind = text({ description: `${description}; YYYY-MM-DD HH:MM:SS, UTC`, maxLength: 19 });
  const notTime = new Malformed('must be a time, YYYY-MM-DD HH:MM:SS');
  return {
    ...kind,
    read: (value) => {
      const read = kind.read(value);
      if (read instanceof Malformed) return read;
      const iso = `${read.replace(' ', 'T')}.000Z`;
      const ms = TIME.test(read) ? Date.parse(iso) : Number.NaN;
      // February 30 is parsed as a day of March by some engines: the text must come out again.
      return Number.isNaN(ms) || new Date(ms).toISOString() !== iso ? notTime : ms * 1000;
    },
  };
}
