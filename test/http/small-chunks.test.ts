/** A body in chunks, of which each may have one byte, is parsed in small pieces. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { endOfPiece } from '../../src/http/server/read-pieces.ts';
import { closeAfterTest } from '../support/cleanup.ts';
import { turn } from '../support/manual-time.ts';
import { method } from './methods.ts';
import { rawPost, startHosts } from './support.ts';

const PLAIN = rawPost('/v3/counted', {});
const CHUNKED = rawPost('/v3/counted', {}, { 'transfer-encoding': 'chunked' })
  .replace(/content-length: \d+\r\n/, '')
  .replace(/\{\}$/, '1\r\n{\r\n1\r\n}\r\n0\r\n\r\n');
/** More than pass a connection on to Node's parser. */
const REQUESTS = 60;

test('a piece of a body in chunks has few of them, and one of another body is longer', () => {
  const bytes = Buffer.from('1\r\nx\r\n'.repeat(10_000));
  expect(endOfPiece(bytes, true)).toBeLessThanOrEqual(256);
  expect(endOfPiece(bytes, false)).toBe(4096);
  expect(endOfPiece(bytes.subarray(0, 12), true)).toBe(12);
});

test('a connection on which a body came in chunks is not read by Node alone any more', async () => {
  const hosts = await startHosts([method({ name: 'counted', parameters: {}, handler: async () => ({}) })], {
    level: 'silent',
  });
  closeAfterTest(() => hosts.close());
  const accepted = once(hosts.v3.server, 'connection');
  const socket = connect(hosts.port, '127.0.0.1');
  closeAfterTest(() => socket.destroy());
  let received = '';
  socket.on('data', (bytes: Buffer) => {
    received += bytes.toString('latin1');
  });
  const [served] = (await accepted) as [Socket];
  let sent = 0;
  const send = async (request: string, times: number) => {
    for (let count = 0; count < times; count++) {
      socket.write(request);
      sent++;
      while (received.split('HTTP/1.1 200').length - 1 < sent) await turn();
    }
  };
  await send(PLAIN, REQUESTS);
  expect(served.listenerCount('data')).toBe(0);
  await send(CHUNKED, 1);
  await send(PLAIN, REQUESTS);
  expect(served.listenerCount('data')).toBe(1);
});
