/** The receivers of webhooks: registrations with their rules for URLs, identification tokens, secrets and keys. */
export { isAllowedAddress } from './addresses.ts';
export type { WebhookTarget } from './target.ts';
export { WebhookDirectory } from './webhook-directory.ts';
export { WebhookNames } from './webhook-names.ts';
export {
  ENCRYPTION_KEY_BYTES,
  type Registration,
  TWO_FORMS,
  type WebhookLimits,
  WebhookRecords,
} from './webhook-records.ts';
export {
  checkWebhookUrl,
  destinationOf,
  hostOf,
  isLocalhost,
  WEBHOOK_URL_LENGTH_MAX,
  type WebhookUrlPolicy,
} from './webhook-url.ts';
