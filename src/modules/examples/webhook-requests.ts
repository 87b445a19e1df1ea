import type { ExampleIds } from './ids.ts';

/** Calls with which a client manages its own webhooks. */
export function webhookRequests({ ownWebhookId: id }: ExampleIds) {
  return {
    registerWebhook: {
      method: 'updateTradeStatus',
      url: 'https://receiver.example.com/trades',
      signed: 'Yes',
      retries: 'Yes',
    },
    getWebhookRegistrations: {},
    rotateWebhookSecret: { id },
    sendTestWebhook: { id },
    getDeliveryLog: { webhookId: id },
    replayDeliveries: { id, firedFrom: '2026-01-02 15:04:05' },
    unregisterWebhook: { id },
  };
}
