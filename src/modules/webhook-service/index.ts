export type { WebhookDeps } from './webhook-service-fields.ts';
export { webhookServiceModule } from './webhook-service-module.ts';
