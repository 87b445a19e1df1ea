export type { WebhookServices } from './webhook-service.ts';
export { webhookServiceModule } from './webhook-service-module.ts';
