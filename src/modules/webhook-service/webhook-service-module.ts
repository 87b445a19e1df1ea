import type { Method } from '../../http/methods/index.ts';
import { getDeliveryLog } from './get-delivery-log.ts';
import { getWebhookRegistrations } from './get-webhook-registrations.ts';
import { registerWebhook } from './register-webhook.ts';
import { replayDeliveries } from './replay-deliveries.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';
import { sendTestWebhook } from './send-test-webhook.ts';
import { unregisterWebhook } from './unregister-webhook.ts';
import type { WebhookServices } from './webhook-service.ts';

/** The methods with which clients manage their own webhooks. */
export function webhookServiceModule(services: WebhookServices): Method[] {
  return [
    registerWebhook(services),
    getWebhookRegistrations(services),
    rotateWebhookSecret(services),
    unregisterWebhook(services),
    sendTestWebhook(services),
    getDeliveryLog(services),
    replayDeliveries(services),
  ];
}
