import { createSocket, type Socket } from 'node:dgram';
import { afterEach, describe, expect, test } from 'vitest';
import { createResolver } from '../../../src/webhooks/delivery/resolver.ts';

const A = 1;
const AAAA = 28;
const NO_SUCH_NAME = 3;

interface Answer {
  readonly code?: number;
  /** Addresses as bytes. */
  readonly addresses?: readonly (readonly number[])[];
}

let socket: Socket | undefined;
afterEach(() => new Promise<void>((resolve) => (socket === undefined ? resolve() : socket.close(() => resolve()))));

/** A name server on 127.0.0.1; answer gives what is known for a type of record, or undefined to stay silent. */
async function nameServer(answer: (type: number) => Answer | undefined): Promise<string> {
  const server = createSocket('udp4');
  socket = server;
  server.on('message', (query, { port, address }) => {
    const question = questionOf(query);
    const found = answer(question.readUInt16BE(question.length - 4));
    if (found !== undefined) server.send(reply(query, question, found), port, address);
  });
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', () => resolve()));
  return `127.0.0.1:${server.address().port}`;
}

/** The first question: labels up to the empty one, type, class. */
function questionOf(query: Buffer): Buffer {
  return query.subarray(12, query.indexOf(0, 12) + 5);
}

function reply(query: Buffer, question: Buffer, { code = 0, addresses = [] }: Answer): Buffer {
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  // A pointer to the name asked for, the type asked for, class IN, one minute to live.
  const type = question.subarray(-4, -2);
  const records = addresses.map((bytes) =>
    Buffer.from([0xc0, 12, ...type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]),
  );
  return Buffer.concat([header, question, ...records]);
}

const V4 = [[10, 0, 0, 1] as const, [8, 8, 8, 8] as const];
const V6 = [[0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), 1] as number[]];

/**
 * What is found where one of the two questions is never answered: that takes the whole time, which is longer where a
 * busy machine had none left for the other.
 */
async function withoutAnswer(server: string): Promise<readonly string[]> {
  for (const timeoutMs of [50, 500, 5000]) {
    const found = await createResolver(timeoutMs, [server])('receiver.test').catch(() => undefined);
    if (found !== undefined) return found;
  }
  return createResolver(50_000, [server])('receiver.test');
}

describe('createResolver', () => {
  test('gives every address of both families', async () => {
    const server = await nameServer((type) => ({ addresses: type === A ? V4 : V6 }));
    const resolve = createResolver(50_000, [server]);
    expect(await resolve('receiver.test')).toEqual(['10.0.0.1', '8.8.8.8', '2001:db8::1']);
  });

  test('does with one family when the other has no address or no answer', async () => {
    const server = await nameServer((type) => (type === AAAA ? { addresses: V6 } : {}));
    expect(await createResolver(50_000, [server])('receiver.test')).toEqual(['2001:db8::1']);
    socket?.close();
    const half = await nameServer((type) => (type === A ? { addresses: V4 } : undefined));
    expect(await withoutAnswer(half)).toEqual(['10.0.0.1', '8.8.8.8']);
  });

  test('rejects with a code when the name is unknown or nobody answers', async () => {
    const server = await nameServer(() => ({ code: NO_SUCH_NAME }));
    await expect(createResolver(50_000, [server])('receiver.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    socket?.close();
    const silent = await nameServer(() => undefined);
    await expect(createResolver(50, [silent])('receiver.test')).rejects.toMatchObject({ code: 'ETIMEOUT' });
  });
});
