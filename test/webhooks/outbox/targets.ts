import type { WebhookTarget } from '../../../src/webhooks/registry/target.ts';

/** Two registrations for each of two receivers. */
export const TARGETS: readonly WebhookTarget[] = [
  { id: 'plain', url: 'http://127.0.0.1:1001/' },
  { id: 'retried', url: 'http://127.0.0.1:1001/', retries: true },
  { id: 'ordered', url: 'http://127.0.0.1:1002/', retries: true, ordered: true },
  { id: 'other', url: 'http://127.0.0.1:1002/' },
];
