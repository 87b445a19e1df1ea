import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createListener, type ListenerOptions, type ReceivedWebhook } from '../../scripts/webhooks/listener.ts';
import { Dispatcher } from '../../src/webhooks/delivery/dispatcher.ts';
import { firing, Inbox, MemoryLog, MemoryStore, PATIENT, SANDBOX_POLICY } from './receiver.ts';

const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const ANOTHER = `whsec_${Buffer.alloc(32, 6).toString('base64')}`;

const open: { close(): unknown }[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

/** A listener, and a delivery that sends to it as the service does. */
async function listen(options: Partial<ListenerOptions> = {}) {
  const inbox = new Inbox<ReceivedWebhook>();
  const server = createListener({ status: 200, report: (webhook) => inbox.add(webhook), ...options });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  const store = new MemoryStore();
  store.register('C1', 'createTrade', url);
  const settings = { ...PATIENT, policy: SANDBOX_POLICY };
  const delivery = new Dispatcher({ store, deliveryLog: store, log: new MemoryLog(), settings });
  /** What the listener reports, and what the service records. */
  const send = async () => {
    firing(store, delivery)('C1', 'createTrade', { tradeId: 7, note: 'a b' });
    const reported = (await inbox.count(inbox.all.length + 1)).at(-1);
    return { reported, recorded: (await store.records.count(inbox.all.length)).at(-1) };
  };
  return { store, send, url, inbox };
}

test('a plain webhook is printed as it is', async () => {
  const { reported, recorded } = await (await listen()).send();
  expect(reported).toMatchObject({ path: '/hooks', signature: 'not checked', encrypted: false, answered: 200 });
  expect(reported?.fields).toEqual({ tradeId: '7', note: 'a b' });
  expect([reported?.deliveryId, recorded?.outcome]).toEqual([recorded?.id, 'delivered']);
});

test('a signed and encrypted webhook is verified and decrypted', async () => {
  const encryptionKey = randomBytes(32);
  const { store, send } = await listen({ secret: SECRET, encryptionKey });
  store.keys.set('C1', encryptionKey);
  store.secrets.set('C1-createTrade-1', [ANOTHER, SECRET]);
  const { reported, recorded } = await send();
  expect(reported).toMatchObject({ signature: 'valid', encrypted: true, fields: { tradeId: '7', note: 'a b' } });
  expect(recorded?.outcome).toBe('delivered');
});

test('what is not signed, or with another secret, is refused', async () => {
  const { store, send } = await listen({ secret: SECRET });
  expect((await send()).recorded?.outcome).toBe('status 401');
  store.secrets.set('C1-createTrade-1', [ANOTHER]);
  const { reported, recorded } = await send();
  expect([reported?.fields, reported?.signature, recorded?.outcome]).toEqual([undefined, 'not checked', 'status 401']);
});

test('what cannot be decrypted, or has another token, is refused', async () => {
  const { store, send } = await listen({ encryptionKey: randomBytes(32), token: 'mine' });
  store.keys.set('C1', randomBytes(32));
  expect((await send()).reported).toMatchObject({ answered: 400, problem: 'the body was not encrypted with this key' });
  store.keys.clear();
  store.tokens.set('P1', ['old', 'mine']);
  expect((await send()).reported).toMatchObject({ answered: 200 });
  store.tokens.set('P1', ['other']);
  expect((await send()).reported).toMatchObject({ answered: 401 });
});

test('a delivery that came before is reported as repeated, and a status can be asked for', async () => {
  const { send, url, inbox } = await listen({ status: 503 });
  const { reported, recorded } = await send();
  expect([reported?.answered, recorded?.outcome]).toEqual([503, 'status 503']);
  const again = { method: 'POST', headers: { 'x-delivery-id': reported?.deliveryId ?? '' }, body: 'a=1' };
  expect((await fetch(url, again)).status).toBe(503);
  expect([reported?.repeated, inbox.all.at(-1)?.repeated]).toEqual([false, true]);
});

test('a body that is too large is refused unread', async () => {
  const { url, inbox } = await listen();
  // The connection may be closed before the answer is read.
  await fetch(url, { method: 'POST', body: 'a'.repeat(2_000_000) }).then(
    ({ status }) => expect(status).toBe(413),
    () => {},
  );
  expect(inbox.all).toEqual([]);
});
