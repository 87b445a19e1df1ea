/** The request of a delivery: the body, encrypted where a key is set, and the headers (C44, C45, C77). */
import { Webhook } from 'standardwebhooks';
import { encryptForm } from './encryption.ts';
import type { WebhookRequest } from './sender.ts';
import type { WebhookStore } from './store.ts';

/** The fixed product identifier of the header User-Agent (C44). */
const USER_AGENT = 'OpenATS/1.0';

export interface RequestContents {
  readonly id: string;
  readonly clientId: string;
  readonly webhookId: string;
  readonly form: string;
  /** With User-Agent and X-SVC-Token: webhooks of the venue have neither (V33). */
  readonly identified: boolean;
  /** Of the header X-Sandbox-Fault. */
  readonly fault?: string | undefined;
  /** When it is sent. */
  readonly nowMs: number;
}

/** Never plain where a key is set, nor unsigned where a secret is: rejects when one cannot be read. */
export async function webhookRequestOf(store: WebhookStore, of: RequestContents): Promise<WebhookRequest> {
  const { id, clientId, webhookId, form } = of;
  const key = await store.encryptionKeyOf(clientId);
  const body = key === null ? form : encryptForm(form, key);
  const headers: Record<string, string> = {};
  if (of.identified) {
    headers['User-Agent'] = USER_AGENT;
    const tokens = await store.tokensOf(await store.parentOf(clientId));
    if (tokens.length > 0) headers['X-SVC-Token'] = tokens.join(',');
  }
  headers['X-Delivery-Id'] = id;
  if (of.fault !== undefined) headers['X-Sandbox-Fault'] = of.fault;
  const secrets = await store.signingSecretsOf(clientId, webhookId);
  if (secrets.length > 0) Object.assign(headers, signatureHeaders(id, body, secrets, of.nowMs));
  headers['Content-Type'] = 'application/x-www-form-urlencoded';
  headers['Content-Length'] = String(body.length);
  return { headers, body };
}

/** As the Standard Webhooks specification has them: the signature is over id, time and the body as it is sent. */
function signatureHeaders(id: string, body: string, secrets: readonly string[], nowMs: number) {
  const time = new Date(nowMs);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(nowMs / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, time, body)).join(' '),
  };
}
