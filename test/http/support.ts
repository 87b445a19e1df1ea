/** Both hosts on free ports of 127.0.0.1, with what they logged kept for the test to look at. */
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { GuardOptions } from '../../src/http/auth/credential-guard.ts';
import type { Authenticator, Client } from '../../src/http/methods/client.ts';
import type { Method } from '../../src/http/methods/method.ts';
import { createLogger } from '../../src/http/server/logger.ts';
import type { ServerOptions, Servers } from '../../src/http/server/server.ts';
import { turn } from '../support/manual-time.ts';
import { serve, testClient } from '../support/served-api.ts';

export const CLIENT_ID = 'C100';
export const KEY = 'k'.repeat(43);
export const HEADER = `Bearer ${CLIENT_ID}:${KEY}`;
export const BODY_CREDENTIALS = { clientID: CLIENT_ID, developerAPIKey: KEY };

export function client(overrides: Partial<Client> = {}): Client {
  return testClient(CLIENT_ID, { parentId: 'C1', ...overrides });
}

/** Knows one client, and how often it was asked. */
export class OneClient implements Authenticator {
  asked = 0;
  readonly #client: Client;
  readonly #later: boolean;

  constructor(known: Client = client(), later = false) {
    this.#client = known;
    this.#later = later;
  }

  authenticate(clientId: string, developerApiKey: string): Client | undefined | Promise<Client | undefined> {
    this.asked++;
    const found = clientId === this.#client.clientId && developerApiKey === KEY ? this.#client : undefined;
    return this.#later ? Promise.resolve(found) : found;
  }
}

export interface TestHosts extends Servers {
  readonly url: string;
  readonly legacyUrl: string;
  readonly port: number;
  /** Parsed log lines. */
  readonly logs: Record<string, unknown>[];
  readonly logText: () => string;
  close(): Promise<void>;
}

export interface TestOptions extends Partial<ServerOptions>, Partial<GuardOptions> {
  readonly known?: Client;
  readonly level?: string;
}

export async function startHosts(methods: readonly Method[], options: TestOptions = {}): Promise<TestHosts> {
  const { logger, logs, logText } = keepingLogger(options.level ?? 'debug');
  const servers = await serve({
    methods,
    authenticator: new OneClient(options.known ?? client()),
    logger,
    version: '1.2.3',
    ...options,
  });
  const url = await servers.v3.listen({ port: 0, host: '127.0.0.1' });
  const legacyUrl = await servers.legacy.listen({ port: 0, host: '127.0.0.1' });
  return {
    ...servers,
    url,
    legacyUrl,
    port: Number(new URL(url).port),
    logs,
    logText,
    close: async () => {
      await closeNow(servers.v3);
      await closeNow(servers.legacy);
    },
  };
}

async function closeNow(app: FastifyInstance): Promise<void> {
  const closed = app.close();
  app.server.closeAllConnections();
  await closed;
}

export function keepingLogger(level: string): {
  logger: Logger;
  logs: Record<string, unknown>[];
  logText: () => string;
} {
  const lines: string[] = [];
  const logs: Record<string, unknown>[] = [];
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      logs.push(JSON.parse(chunk.toString()));
      done();
    },
  });
  return { logger: createLogger({ level, destination }), logs, logText: () => lines.join('') };
}

export interface Reply {
  readonly http: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export interface CallInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

type SentBody = Record<string, unknown> | URLSearchParams | FormData | string;

/**
 * Sends a call with the header credentials: an object as JSON, forms as what they are, text as JSON that it says it
 * is.
 */
export async function call(url: string, body?: SentBody, init: CallInit = {}): Promise<Reply> {
  const isForm = body instanceof URLSearchParams || body instanceof FormData;
  const headers = {
    authorization: HEADER,
    ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    ...init.headers,
  };
  const sent = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const response = await fetch(url, {
    method: init.method ?? 'POST',
    headers: sent,
    ...(body === undefined ? {} : { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { http: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
}

/** The same, without the Authorization header. */
export function callWithoutHeader(url: string, body?: SentBody, init: CallInit = {}): Promise<Reply> {
  return call(url, body, { ...init, headers: { ...init.headers, authorization: undefined } });
}

/** Sends bytes over a socket and gives back all that came until the server closed, or until `enough` is true. */
export async function exchangeBytes(
  port: number,
  bytes: string,
  enough: (received: string) => boolean = () => false,
): Promise<string> {
  const socket: Socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let received = '';
  const done = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      received += chunk.toString();
      if (enough(received)) resolve();
    });
    socket.on('close', () => resolve());
    socket.on('error', () => resolve());
  });
  socket.write(bytes);
  await done;
  socket.destroy();
  return received;
}

/** Waits until that many uploads are in the folder of the spool. */
export async function spooledFiles(folder: string, count: number): Promise<void> {
  while (!existsSync(folder) || readdirSync(folder).length < count) await turn();
}

/**
 * A caller who sends the beginning of a file and then nothing, until what was sent has arrived.
 * fields: multipart text fields before the file; authorization: the header, null for none.
 */
export async function heldUpload(
  hosts: TestHosts,
  name: string,
  fields: Readonly<Record<string, string>> = {},
  authorization: string | null = HEADER,
): Promise<Socket> {
  const socket = connect(hosts.port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  const texts = Object.entries(fields).map(
    ([field, value]) => `--b\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const file = `--b\r\ncontent-disposition: form-data; name="file0"; filename="a"\r\n\r\n${'x'.repeat(50_000)}`;
  const header = authorization === null ? '' : `authorization: ${authorization}\r\n`;
  socket.write(
    `POST /v3/${name} HTTP/1.1\r\nhost: a\r\n${header}content-type: multipart/form-data; boundary=b\r\n` +
      `content-length: 200000\r\n\r\n${texts.join('')}${file}`,
  );
  // Answered after the upload on another connection: by then the server has read it.
  for (let turn = 0; turn < 3; turn++) await fetch(`${hosts.url}/health`);
  return socket;
}

/** A raw POST with a JSON body. */
export function rawPost(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): string {
  const text = JSON.stringify(body);
  const lines = Object.entries({
    host: 'localhost',
    authorization: HEADER,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${text}`;
}

/** The JSON bodies in what a connection received, in their order. */
export function bodiesIn(received: string): Record<string, unknown>[] {
  const bodies: Record<string, unknown>[] = [];
  let rest = received;
  for (;;) {
    const length = /content-length: (\d+)\r\n/i.exec(rest);
    const start = rest.indexOf('\r\n\r\n');
    if (!length || start < 0) return bodies;
    const end = start + 4 + Number(length[1]);
    if (rest.length < end) return bodies;
    bodies.push(JSON.parse(rest.slice(start + 4, end)));
    rest = rest.slice(end);
  }
}
