import { afterEach, expect, test } from 'vitest';
import { priced } from './support/fake-exchange.ts';
import { startServer, type TestServer } from './support/stream-server.ts';

let server: TestServer;
afterEach(() => server.close());

test('is off unless the setting asks for it', async () => {
  server = await startServer();
  const client = await server.connect('A', { perMessageDeflate: true });
  expect(client.webSocket.extensions).toBe('');
});

test('with the setting, those who ask for it get the same messages in the same order as the others', async () => {
  server = await startServer({ compression: true });
  for (let id = 1; id <= 200; id += 1) server.exchange.addSecurity(id);
  const squeezed = await server.connect('A', { perMessageDeflate: { threshold: 0 } });
  const plain = await server.connect('B');
  expect([squeezed.webSocket.extensions, plain.webSocket.extensions]).toEqual(['permessage-deflate', '']);
  const received = [squeezed, plain].map(async (client) => {
    client.subscribe('*');
    return client.take(202);
  });
  await Promise.all(received);
  for (let i = 0; i < 300; i += 1) server.exchange.change(549119, priced(i + 1));
  const [a, b] = [await squeezed.take(300), await plain.take(300)];
  expect(a).toEqual(b);
  expect(a.map((update) => update.prevSeq)).toEqual(Array.from({ length: 300 }, (_, i) => i));
});

test('a slow reader with compression is conflated and catches up too', async () => {
  server = await startServer({ compression: true, unsentBytesMax: 4_096 });
  const client = await server.connect('A', { perMessageDeflate: { threshold: 0 } });
  client.subscribe('549119');
  await client.take(2);
  // The compressor works aside: what waits for it counts as unsent.
  for (let i = 0; i < 1_000; i += 1) server.exchange.change(549119, priced(i + 1));
  let seq = 0;
  let messages = 0;
  while (seq < 1_000) {
    for (const message of await client.rest()) {
      if (message.type !== 'update') continue;
      expect(message.prevSeq).toBe(seq);
      seq = message.seq as number;
      messages += 1;
    }
    server.timers.advanceMs(1_000);
  }
  expect(messages).toBeLessThan(100);
  expect(server.stream.metrics.updatesConflated).toBe(1_000 - messages);
});
