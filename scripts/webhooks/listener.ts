/** A receiver of webhooks for integrators: verifies, decrypts and prints what came. */
import http from 'node:http';
import { Webhook } from 'standardwebhooks';
import { decryptParams } from '../../src/webhooks/delivery/encryption.ts';

export interface ListenerOptions {
  /** whsec_ and base64; absent: signatures are not checked. */
  readonly secret?: string | undefined;
  /** Of encrypted bodies, 32 bytes. */
  readonly encryptionKey?: Buffer | undefined;
  /** Of the header X-SVC-Token; absent: it is not looked at. */
  readonly token?: string | undefined;
  /** What good webhooks are answered with: another status than 2xx tries retries. */
  readonly status: number;
  readonly report: (webhook: ReceivedWebhook) => void;
}

export interface ReceivedWebhook {
  readonly path: string;
  readonly deliveryId: string | undefined;
  /** The same delivery came before. */
  readonly repeated: boolean;
  readonly signature: 'valid' | 'not checked';
  readonly encrypted: boolean;
  readonly answered: number;
  readonly problem?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/** Bodies of the service have at most 256 KiB, encrypted a third more. */
const BODY_BYTES_MAX = 1_048_576;
/** Ids of deliveries that are kept. */
const IDS_MAX = 10_000;

class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The server; it does not listen yet. */
export function createListener(options: ListenerOptions): http.Server {
  const seen = new Set<string>();
  return http.createServer((request, response) => {
    readBody(request).then(
      (body) => {
        const webhook = receive(request, body, seen, options);
        options.report(webhook);
        response.writeHead(webhook.answered).end();
      },
      () => response.writeHead(413, { connection: 'close' }).end(),
    );
  });
}

function receive(
  request: http.IncomingMessage,
  body: string,
  seen: Set<string>,
  options: ListenerOptions,
): ReceivedWebhook {
  const deliveryId = headerOf(request, 'x-delivery-id');
  const common = {
    path: request.url ?? '/',
    deliveryId,
    repeated: deliveryId !== undefined && seen.has(deliveryId),
    signature: options.secret === undefined ? ('not checked' as const) : ('valid' as const),
    encrypted: new URLSearchParams(body).has('params'),
  };
  try {
    const fields = fieldsOf(request, body, options);
    if (deliveryId !== undefined) remember(seen, deliveryId);
    return { ...common, answered: options.status, fields };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { ...common, signature: 'not checked', answered: error.status, problem: error.message };
  }
}

function fieldsOf(request: http.IncomingMessage, body: string, options: ListenerOptions): Record<string, string> {
  const { secret, encryptionKey, token } = options;
  if (request.method !== 'POST') throw new Refused(405, 'a webhook is a POST');
  // The venue's own webhooks carry no token (V33): one that is there must match.
  const tokens = headerOf(request, 'x-svc-token')?.split(',');
  if (token !== undefined && tokens !== undefined && !tokens.includes(token)) {
    throw new Refused(401, 'X-SVC-Token does not hold the token');
  }
  if (secret !== undefined) verifySignature(request, body, secret);
  const params = new URLSearchParams(body).get('params');
  if (params === null) return Object.fromEntries(new URLSearchParams(body));
  if (encryptionKey === undefined) throw new Refused(400, 'the body is encrypted, and no key is given');
  try {
    return Object.fromEntries(new URLSearchParams(decryptParams(params, encryptionKey)));
  } catch {
    throw new Refused(400, 'the body was not encrypted with this key');
  }
}

/** Over the body as it came; also refused where the time is more than five minutes off. */
function verifySignature(request: http.IncomingMessage, body: string, secret: string): void {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const headers = Object.fromEntries(names.map((name) => [name, headerOf(request, name) ?? '']));
  try {
    new Webhook(secret).verify(body, headers, { jsonParse: false });
  } catch (error) {
    throw new Refused(401, error instanceof Error ? error.message : 'the signature is not valid');
  }
}

function headerOf(request: http.IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(',') : value;
}

function remember(seen: Set<string>, id: string): void {
  seen.add(id);
  for (const oldest of seen) {
    if (seen.size <= IDS_MAX) return;
    seen.delete(oldest);
  }
}

async function readBody(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new Error('the body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
