import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { clientFrame, frameAt } from '../../bench/support/stream-connection.ts';
import { createOrderFields, type Placer } from './loads.ts';
import type { Rig } from './rig.ts';

const HEADERS_END = '\r\n\r\n';
const NO_MASK = Buffer.alloc(4);
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

/** createOrder over the stream without openats/client: each order is one message, over the connections in turn. */
export async function framePlacer(rig: Rig, client: number, connections: number): Promise<Placer> {
  const key = rig.keys[client]!;
  const waiting = new Map<string, () => void>();
  const answered = (text: string) => {
    if (!text.startsWith('{"type":"answer"')) return;
    const { id, statusCode, statusDesc } = JSON.parse(text) as Record<'id' | 'statusCode' | 'statusDesc', string>;
    if (statusCode !== '101') throw new Error(statusDesc);
    waiting.get(id)?.();
    waiting.delete(id);
  };
  const sockets = await Promise.all(Array.from({ length: connections }, () => opened(rig, client, answered)));
  let orders = 0;
  return {
    place: () => {
      const id = `o${orders}`;
      const fields = createOrderFields(rig, key, { at: orders, token: `FRAME-${client}-${Date.now()}-${orders}` });
      const acknowledged = new Promise<void>((resolve) => waiting.set(id, resolve));
      const text = JSON.stringify({ op: 'createOrder', id, idempotencyKey: randomUUID(), fields });
      sockets[orders++ % connections]!.write(clientFrame(text, NO_MASK), 'latin1');
      return acknowledged;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A WebSocket once it is open. */
async function opened(rig: Rig, client: number, onText: (text: string) => void): Promise<Socket> {
  const { clientID, developerAPIKey } = rig.keys[client]!;
  const { hostname, port } = new URL(rig.url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  socket.write(
    [
      'GET /v3/stream HTTP/1.1',
      `Host: ${hostname}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      `Authorization: Bearer ${clientID}:${developerAPIKey}`,
      HEADERS_END.slice(2),
    ].join('\r\n'),
  );
  let received: Buffer = Buffer.alloc(0);
  while (!received.includes(HEADERS_END)) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    received = Buffer.concat([received, chunk]);
  }
  if (!received.toString('latin1').startsWith('HTTP/1.1 101')) throw new Error(received.toString('latin1'));
  received = received.subarray(received.indexOf(HEADERS_END) + HEADERS_END.length);
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    for (let frame = frameAt(received); frame !== null; frame = frameAt(received)) {
      // Of the messages of the venue, pings alone have no text.
      if (frame.start === frame.end) socket.write(PONG);
      else onText(received.toString('latin1', frame.start, frame.end));
      received = received.subarray(frame.end);
    }
  });
  return socket;
}
