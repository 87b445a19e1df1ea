/** The API over real sockets, with two clients and what their calls fired. */
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterEach, expect } from 'vitest';
import type { Database } from '../../../src/database/database.ts';
import { Secrets } from '../../../src/database/secrets.ts';
import type { Client } from '../../../src/http/client.ts';
import type { Method } from '../../../src/http/method.ts';
import { createServer } from '../../../src/http/server.ts';
import type { ModuleServices } from '../../../src/modules/shared/services.ts';
import { NOW } from './records.ts';
import { TestVenue } from './venue.ts';

export type Encoding = 'form' | 'json';
export const ENCODINGS: readonly Encoding[] = ['form', 'json'];

type Body = Record<string, unknown>;

/** One call to the API: the HTTP status and the body of the answer. */
export interface Answered {
  readonly http: number;
  readonly body: Body;
}

export interface Fired {
  readonly clientId: string;
  readonly method: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface Api {
  readonly database: Database;
  readonly venue: TestVenue;
  /** The webhooks that were fired, in order. */
  readonly fired: Fired[];
  /** Microseconds; the clock that the modules read. */
  now: number;
  /** Calls a method, as client C1 and in JSON unless the options say otherwise. */
  call(verb: 'PUT' | 'POST', method: string, body: Body, options?: CallOptions): Promise<Answered>;
}

interface CallOptions {
  readonly as?: string;
  readonly encoding?: Encoding;
}

const KEY = 'test-key';

function client(clientId: string, fieldPermissions: readonly string[]): Client {
  return {
    clientId,
    parentId: clientId,
    name: clientId,
    master: false,
    scopes: new Set(),
    deniedMethods: new Set(),
    fieldPermissions: new Set(fieldPermissions),
  };
}

const running: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of running.splice(0)) await stop();
});

/** Starts it; it ends with the test. C1 and C2 are plain clients, STRICT has the field permissions given. */
export async function startApi(
  database: Database,
  modules: readonly ((services: ModuleServices) => Method[])[],
  strictPermissions: readonly string[] = [],
): Promise<Api> {
  const venue = new TestVenue();
  const fired: Fired[] = [];
  const clients = [client('C1', []), client('C2', []), client('STRICT', strictPermissions)];
  const api = { database, venue, fired, now: NOW };
  const services: ModuleServices = {
    db: database.db,
    now: () => api.now,
    secrets: new Secrets([Buffer.alloc(32, 7)]),
    venue,
  };
  const { v3, legacy } = await createServer({
    methods: modules.flatMap((module) => module(services)),
    authenticator: {
      authenticate: (id, key) => (key === KEY ? clients.find(({ clientId }) => clientId === id) : undefined),
    },
    webhooks: { fire: (clientId, _parentId, method, fields) => fired.push({ clientId, method, fields }) },
    logger: pino({ level: 'silent' }),
    health: () => ({ alive: true, ready: true, reason: null }),
    environment: 'sandbox',
    version: 'test',
  });
  running.push(async () => {
    await v3.close();
    await legacy.close();
  });
  await v3.listen({ host: '127.0.0.1', port: 0 });
  const { port } = v3.server.address() as AddressInfo;
  const call: Api['call'] = async (verb, method, body, { as = 'C1', encoding = 'json' } = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}/v3/${method}`, {
      method: verb,
      headers: {
        authorization: `Bearer ${as}:${KEY}`,
        ...(encoding === 'json' ? { 'content-type': 'application/json' } : {}),
      },
      body: encoding === 'json' ? JSON.stringify(body) : formOf(body),
    });
    return { http: response.status, body: (await response.json()) as Body };
  };
  return Object.assign(api, { call });
}

function formOf(body: Body): URLSearchParams {
  return new URLSearchParams(Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]));
}

/** Asserts success and answers the body without the envelope. */
export function fieldsOf({ http, body }: Answered): Body {
  const { statusCode, statusDesc, ...fields } = body;
  expect({ http, statusCode, statusDesc }).toEqual({ http: 200, statusCode: '101', statusDesc: 'Ok' });
  return fields;
}

/** Asserts an error with HTTP status 200 and answers what Error(s) says. */
export function errorOf({ http, body }: Answered, statusCode: string): string {
  expect({ http, statusCode: body.statusCode }).toEqual({ http: 200, statusCode });
  return String(body['Error(s)'] ?? '');
}
