import type { WebhookDeclaration } from '../../src/http/openapi/webhooks.ts';
import { WEBHOOK_LIST, WEBHOOK_NAMES } from '../../src/modules/webhook-list.ts';

/** Throws where a webhook is sent that the reference page does not list, or with a field that it does not list. */
export function requireListedWebhook(
  method: string,
  fields: Readonly<Record<string, unknown>>,
  list: readonly WebhookDeclaration[] = WEBHOOK_LIST,
): void {
  const name = WEBHOOK_NAMES.required(method);
  const listed = list.find((webhook) => webhook.name === name);
  if (listed === undefined) throw new Error(`webhook ${name} is not listed: add it to src/modules/webhook-list.ts`);
  const unlisted = Object.keys(fields).filter((field) => !listed.fields.includes(field));
  if (unlisted.length > 0)
    throw new Error(`webhook ${name} has ${unlisted.join(', ')}: add to its fields in src/modules/webhook-list.ts`);
}
