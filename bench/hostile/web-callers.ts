/** Calls that keep everything but the books busy. */
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { deflateSync } from 'node:zlib';
import { demoAccount } from '../../src/modules/examples/demo.ts';
import type { Attack } from './attack.ts';
import { bearer, type Cast, type Credentials } from './cast.ts';
import { loops, request, sendAll, sendOrders, shares } from './requests.ts';

const PRICE = 500;
export const LOCAL_RECEIVER = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_LOOPBACK: 'true' };

/** Registers webhooks of a client for these methods to a receiver of this process; resolves with their ids. */
export async function registerOwn(cast: Cast, methods: readonly string[], client: Credentials): Promise<string[]> {
  const receiver = createServer((received, answer) => {
    received.resume();
    received.on('end', () => answer.end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  cast.atEnd(() => {
    receiver.close();
    receiver.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const ids: string[] = [];
  for (const method of methods) {
    type Registered = { webhook: { id: string } };
    const { webhook } = await cast.call<Registered>(client, 'POST registerWebhook', { method, url });
    ids.push(webhook.id);
  }
  return ids;
}

const OWN_WEBHOOKS: Attack = {
  name: 'own webhooks and a sweep',
  settings: LOCAL_RECEIVER,
  setUp: async (cast) => {
    await registerOwn(cast, ['updateOrder', 'createOrder'], cast.owner);
    await sendOrders(cast, cast.owner, cast.securityId, shares('Sell', 4000, PRICE));
  },
  attack: (cast) => sendOrders(cast, cast.taker, cast.securityId, [{ action: 'Buy', quantity: 4000, price: PRICE }]),
};

function testWebhooks(): Attack {
  let id = '';
  return {
    name: 'test webhooks',
    settings: LOCAL_RECEIVER,
    setUp: async (cast) => {
      [id = ''] = await registerOwn(cast, ['updateOrder'], cast.owner);
    },
    // Most are refused: that must be cheap.
    attack: (cast) => loops(4, 2000, () => answered(cast, '/v3/sendTestWebhook', { method: 'POST', body: { id } })),
  };
}

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly body?: object;
}

/** Resolves when there is an answer, good or not. */
async function answered({ port, owner }: Cast, path: string, { method, body }: Sent): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: bearer(owner), 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
}

const ACCOUNTS = 1000;

const LISTS: Attack = {
  name: 'lists',
  setUp: (cast) => {
    const create = (_: unknown, i: number) =>
      request(cast.owner, 'PUT createAccount', demoAccount(`Example Account ${i}`));
    return sendAll(cast, Array.from({ length: ACCOUNTS }, create));
  },
  attack: async (cast) => {
    await loops(8, 2000, () => answered(cast, '/v3/accounts?limit=500', { method: 'GET' }));
    await loops(8, 1000, () => answered(cast, '/v3/getAllAccounts', { method: 'POST', body: {} }));
  },
};

const STRANGERS = 6;
const STRANGER_REQUESTS = 50;
const KEYS = 80_000;

/** As large as a body may be. */
function manyKeys(): string {
  const keys = Array.from({ length: KEYS }, (_, i) => `"k${i}":"1"`).join(',');
  return `{${keys}}`;
}

/** Each from a separate address, so that none has too many failures. */
const STRANGERS_JSON: Attack = {
  name: 'JSON of strangers',
  setUp: async () => {},
  attack: async ({ port }) => {
    const body = manyKeys();
    const head = 'POST /v3/getAllAccounts HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n';
    const sent = `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
    const stranger = async (number: number) => {
      for (let i = 0; i < STRANGER_REQUESTS; i++) await sendAsStranger(port, `127.0.0.${2 + number}`, sent);
    };
    await Promise.all(Array.from({ length: STRANGERS }, (_, number) => stranger(number)));
  },
};

/** Resolves with the first of the answer, or when the server closed without one. */
function sendAsStranger(port: number, localAddress: string, text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    socket.on('error', () => {});
    socket.on('close', () => resolve());
    socket.on('data', () => socket.destroy());
    socket.write(text);
  });
}

/** Below and above what a document may unpack to. */
const BOMBS_MB = [60, 65];
const UPLOADS = 4;

const PDF_BOMBS: Attack = {
  name: 'PDF bombs',
  setUp: async () => {},
  attack: async (cast) => {
    const upload = async () => {
      for (const megabytes of BOMBS_MB) await uploadBomb(cast, packedPdf(megabytes));
    };
    await Promise.all(Array.from({ length: UPLOADS }, upload));
  },
};

/** Most are refused. */
async function uploadBomb({ port, owner, securityId }: Cast, bomb: Buffer): Promise<void> {
  const form = new FormData();
  form.set('offeringId', securityId);
  form.set('documentTitle', 'documentTitle0=Prospectus');
  form.set('documentFileReferenceCode', '1001');
  form.set('file_name', 'filename0=prospectus.pdf');
  form.set('userfile0', new Blob([new Uint8Array(bomb)], { type: 'application/pdf' }), 'prospectus.pdf');
  const response = await fetch(`http://127.0.0.1:${port}/v3/addDocumentsforOffering`, {
    method: 'POST',
    headers: { authorization: bearer(owner) },
    body: form,
  });
  await response.arrayBuffer();
}

/** A page, and an object stream of blanks that is packed twice. */
function packedPdf(megabytes: number): Buffer {
  const blanks = Buffer.concat([Buffer.from('4 0 '), Buffer.alloc(megabytes * 1024 * 1024, ' ')]);
  const packed = deflateSync(deflateSync(blanks, { level: 9 }), { level: 9 });
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 600] >>',
  ].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`);
  const filter = '[/FlateDecode /FlateDecode]';
  const stream = `<< /Type /ObjStm /N 1 /First 4 /Filter ${filter} /Length ${packed.length} >>`;
  return Buffer.concat([
    Buffer.from(`%PDF-1.5\n${objects.join('')}5 0 obj\n${stream}\nstream\n`),
    packed,
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  ]);
}

export const WEB_CALLERS: readonly Attack[] = [OWN_WEBHOOKS, testWebhooks(), LISTS, STRANGERS_JSON, PDF_BOMBS];
