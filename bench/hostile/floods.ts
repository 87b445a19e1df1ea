/** Many requests, or strange ones, in few sends. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Attack } from './attack.ts';
import { bearer, type Cast } from './cast.ts';
import { Occurrences } from './occurrences.ts';

const ROUNDS = 3;
const FLOOD_MS_MAX = 30_000;

const nothing = async () => {};

async function open(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Resolves when that many answers have begun, or the server has closed. */
function answersOf(socket: Socket, answers: number): Promise<void> {
  const answered = new Occurrences('HTTP/1.1 ');
  socket.setEncoding('latin1');
  return new Promise((resolve) => {
    socket.on('close', () => resolve());
    socket.on('data', (chunk: string) => {
      answered.take(chunk);
      if (answered.count >= answers) resolve();
    });
  });
}

/** Sends a text in one send. */
export async function flood(port: number, text: string, answers: number): Promise<void> {
  const socket = await open(port);
  const timer = setTimeout(() => socket.destroy(), FLOOD_MS_MAX);
  const answered = answersOf(socket, answers);
  socket.write(text);
  await answered;
  clearTimeout(timer);
  socket.destroy();
}

function get(path: string, headers = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;
}

function pipelined(name: string, count: number, request: (cast: Cast) => string): Attack {
  return {
    name: `pipelined ${name}`,
    setUp: nothing,
    attack: async (cast) => {
      const text = request(cast).repeat(count);
      for (let round = 0; round < ROUNDS; round++) await flood(cast.port, text, count);
    },
  };
}

const CROWD = 100;
const OF_EACH = 64;

/** All of them send at once. */
function crowd(): Attack {
  let sockets: Socket[] = [];
  return {
    name: 'a crowd of strangers',
    setUp: async (cast) => {
      sockets = [];
      for (let number = 0; number < CROWD; number++) sockets.push(await open(cast.port));
      cast.atEnd(() => {
        for (const socket of sockets) socket.destroy();
      });
    },
    attack: async () => {
      const answered = sockets.map((socket) => answersOf(socket, OF_EACH));
      const text = get('/health').repeat(OF_EACH);
      for (const socket of sockets) socket.write(text);
      await Promise.all(answered);
    },
  };
}

const READERS = 20;
const UNREAD_MS = 2000;

/** Nothing of what they ask for is taken. */
const NEVER_READ: Attack = {
  name: 'readers that never read',
  setUp: nothing,
  attack: async ({ port }) => {
    const sockets = await Promise.all(Array.from({ length: READERS }, () => open(port)));
    for (const socket of sockets) socket.pause().write(get('/openapi.json').repeat(200));
    await new Promise((resolve) => setTimeout(resolve, UNREAD_MS));
    for (const socket of sockets) socket.destroy();
  },
};

export const FLOODS: readonly Attack[] = [
  pipelined('openapi', 200, () => get('/openapi.json')),
  pipelined('lists', 2000, () => get('/v3/accounts')),
  pipelined('lists of a client', 2000, ({ owner }) => get('/v3/accounts', `Authorization: ${bearer(owner)}\r\n`)),
  pipelined('health', 8000, () => get('/health')),
  crowd(),
  NEVER_READ,
];
