import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { runLoad } from '../../bench/support/load.ts';
import { orderFrames } from '../../bench/support/order-requests.ts';

const PARTIES = { clientID: 'C', developerAPIKey: 'K', issuerId: '1', securityId: '2', accountId: 'A' };

let server: WebSocketServer;
afterEach(() => {
  for (const client of server.clients) client.terminate();
  server.close();
});

interface Sent {
  readonly id: number;
  readonly calls?: readonly Sent[];
}

/** Answers each call by itself, long ones too, with a heartbeat between. */
async function serve(seen: unknown[], statusCode = '101') {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  server.on('connection', (socket: WebSocket, request) => {
    expect(request.headers.authorization).toBe('Bearer C:K');
    socket.on('message', (text) => {
      const sent = JSON.parse(String(text)) as Sent;
      for (const call of sent.calls ?? [sent]) {
        seen.push(call);
        socket.send('{"type":"heartbeat"}');
        const filling = 'x'.repeat(call.id % 3 === 0 ? 70_000 : call.id);
        socket.send(JSON.stringify({ type: 'answer', id: call.id, statusCode, filling }));
      }
    });
  });
  return (server.address() as AddressInfo).port;
}

test.each([1, 3])('sends frames of %d calls as a client does and waits for every answer', async (answersPerFrame) => {
  const seen: unknown[] = [];
  const port = await serve(seen);
  const frames = orderFrames(PARTIES, 'trading', 12, answersPerFrame);
  const requests = frames.map((frame) => Buffer.from(frame, 'latin1'));
  const stream = { authorization: 'Bearer C:K', answersPerFrame };
  const { times } = await runLoad({ port, connections: 2, requests, count: requests.length, stream });
  expect(times.count).toBe(12 / answersPerFrame);
  expect(seen).toHaveLength(12);
  for (const call of seen)
    expect(call).toMatchObject({ op: 'createOrder', fields: { securityid: '2', accountid: 'A' } });
});

test('fails at a refusal', async () => {
  const port = await serve([], '106');
  const requests = orderFrames(PARTIES, 'trading', 2, 1).map((frame) => Buffer.from(frame, 'latin1'));
  const stream = { authorization: 'Bearer C:K', answersPerFrame: 1 };
  const load = runLoad({ port, connections: 1, requests, count: 2, stream });
  await expect(load).rejects.toThrow('not a good answer');
});
