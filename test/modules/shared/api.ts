/** The API over real sockets, with two clients and what their calls fired. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { expect } from 'vitest';
import type { Database } from '../../../src/database/database.ts';
import { Secrets } from '../../../src/database/secrets/index.ts';
import type { HostedPage } from '../../../src/http/hosted-pages/hosted-page.ts';
import { hostedPages } from '../../../src/http/hosted-pages/pages-plugin.ts';
import type { CallCounter, Client } from '../../../src/http/methods/client.ts';
import type { Method } from '../../../src/http/methods/method.ts';
import { catalogueOf } from '../../../src/modules/admin/permissions.ts';
import { AuditLog } from '../../../src/modules/shared/change/audit-log.ts';
import { Billing } from '../../../src/modules/shared/change/billed-calls.ts';
import { IdempotencyStore } from '../../../src/modules/shared/change/idempotency-store.ts';
import { KeyLocks } from '../../../src/modules/shared/change/key-locks.ts';
import type { ModuleDeps } from '../../../src/modules/shared/deps.ts';
import { documentDownloads } from '../../../src/modules/shared/documents/index.ts';
import { localDownloads } from '../../../src/providers/files/index.ts';
import { AnswerCheck } from '../../support/answer-check.ts';
import { closeAfterTest } from '../../support/cleanup.ts';
import { closeBoth, type Fired, FiredWebhooks, serve, testClient } from '../../support/served-api.ts';
import { TestStorage } from './document-storage.ts';
import { NOW } from './records.ts';
import { TestVenue } from './venue.ts';

export type Encoding = 'form' | 'json' | 'multipart';
export const ENCODINGS: readonly Encoding[] = ['form', 'json'];

type Body = Record<string, unknown>;

/** One call to the API: the HTTP status and the body of the answer. */
export interface Answered {
  readonly http: number;
  readonly body: Body;
}

export interface Api {
  readonly database: Database;
  readonly venue: TestVenue;
  readonly storage: TestStorage;
  /** Whether the last answer of `call` was one that was kept for its Idempotency-Key. */
  wasReplayed: boolean;
  /** Of the last call. */
  retryAfter: string | null;
  /** The webhooks that were fired, in order. */
  readonly fired: Fired[];
  /** Microseconds; the clock that the modules read. */
  nowUs: number;
  /** Calls a method, as client C1 and in JSON unless the options say otherwise. */
  call(verb: 'PUT' | 'POST' | 'PATCH', method: string, body: Body, options?: CallOptions): Promise<Answered>;
  /** Calls a method of the legacy host, with the credentials in the body. */
  callLegacy(method: string, body: Body, options?: CallOptions): Promise<Answered>;
  /** Reads /v3/<path>, query string included; an answer without a body has {}. */
  get(path: string, options?: Pick<CallOptions, 'as'>): Promise<Answered>;
}

interface CallOptions {
  readonly as?: string;
  readonly encoding?: Encoding;
  readonly headers?: Readonly<Record<string, string>>;
}

const KEY = 'test-key';

/** A key of a client with its scopes and field permissions; tests call under its name. */
interface TestKey {
  readonly clientId: string;
  /** All that the methods know when absent. */
  readonly scopes?: readonly string[];
  readonly fieldPermissions?: readonly string[];
  readonly master?: boolean;
  /** The session of this user calls, and no key. */
  readonly user?: string;
  readonly keyId?: string;
  readonly madeBy?: string;
  readonly handedTo?: string;
}

function clientOf(
  { clientId, scopes, fieldPermissions, master = false, user, keyId, madeBy, handedTo }: TestKey,
  known: ReadonlySet<string>,
): Client {
  return testClient(clientId, {
    name: clientId,
    master,
    scopes: scopes === undefined ? known : new Set(scopes),
    fieldPermissions: new Set(fieldPermissions),
    ...(user === undefined ? {} : { user: { userId: user, sessionId: `session of ${user}`, authenticatedAtUs: NOW } }),
    ...(keyId === undefined ? {} : { keyId }),
    ...(madeBy === undefined ? {} : { madeBy }),
    ...(handedTo === undefined ? {} : { handedTo }),
  });
}

export interface ApiOptions {
  /** The field permissions of STRICT. */
  readonly strictPermissions?: readonly string[];
  /** Further keys, by their names. */
  readonly keys?: Readonly<Record<string, TestKey>>;
  /** Counts the calls. */
  readonly calls?: CallCounter;
  readonly pages?: (deps: ModuleDeps) => HostedPage[];
  /** What else the v3 host serves. */
  readonly routes?: (deps: ModuleDeps) => ((app: FastifyInstance) => void)[];
}

/**
 * Starts it; it ends with the test. C1 and C2 are plain clients, STRICT has the field permissions given, MASTER a
 * master key, and further keys are called by their names.
 */
export async function startApi(
  database: Database,
  modules: readonly ((deps: ModuleDeps) => Method[])[],
  { strictPermissions = [], keys = {}, calls, pages, routes }: ApiOptions = {},
): Promise<Api> {
  const venue = new TestVenue();
  const webhooks = new FiredWebhooks();
  const api = {
    database,
    venue,
    fired: webhooks.fired,
    nowUs: NOW,
    wasReplayed: false,
    retryAfter: null as string | null,
  };
  const storage = new TestStorage(database, () => api.nowUs);
  const deps: ModuleDeps = {
    db: database.db,
    nowUs: () => api.nowUs,
    secrets: new Secrets([Buffer.alloc(32, 7)]),
    venue,
    documents: storage.documents,
    publicUrl: () => storage.address,
    outbox: webhooks,
    idempotencyStore: new IdempotencyStore({
      secrets: new Secrets([Buffer.alloc(32, 7)]),
      nowUs: () => api.nowUs,
      keysPerClientMax: 100,
      locks: database.dialect === 'postgres' ? new KeyLocks(database.db) : undefined,
    }),
    billing: new Billing({ environment: 'production', nowUs: () => api.nowUs }),
    audit: new AuditLog({ db: database.db, nowUs: () => api.nowUs, log: pino({ level: 'silent' }) }),
  };
  const methods = modules.flatMap((module) => module(deps));
  const { scopes } = catalogueOf(methods);
  const clients = new Map(
    Object.entries({
      C1: { clientId: 'C1' },
      C2: { clientId: 'C2' },
      STRICT: { clientId: 'STRICT', fieldPermissions: strictPermissions },
      MASTER: { clientId: 'MASTER', master: true },
      ...keys,
    } satisfies Record<string, TestKey>).map(([name, key]) => [name, clientOf(key, scopes)]),
  );
  const servers = await serve({
    methods,
    authenticator: { authenticate: (name, key) => (key === KEY ? clients.get(name) : undefined) },
    ...(calls === undefined ? {} : { calls }),
    plugins: [
      documentDownloads(localDownloads(storage.store, storage.reports)),
      ...(routes?.(deps) ?? []),
      hostedPages({ pages: pages?.(deps) ?? [], ancestors: ['*'], log: pino({ level: 'silent' }) }),
    ],
  });
  const { v3, legacy } = servers;
  closeAfterTest(() => closeBoth(servers));
  await v3.listen({ host: '127.0.0.1', port: 0 });
  const { port } = v3.server.address() as AddressInfo;
  storage.address = `http://127.0.0.1:${port}`;
  const answers = new AnswerCheck(methods);
  const call: Api['call'] = async (verb, method, body, { as = 'C1', encoding = 'json', headers = {} } = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}/v3/${method}`, {
      method: verb,
      headers: {
        ...headers,
        authorization: `Bearer ${as}:${KEY}`,
        ...(encoding === 'json' ? { 'content-type': 'application/json' } : {}),
      },
      body: encode(body, encoding),
    });
    api.wasReplayed = response.headers.get('idempotency-replayed') === 'true';
    api.retryAfter = response.headers.get('retry-after');
    return answered(answers, verb, response);
  };
  const get: Api['get'] = async (path, { as = 'C1' } = {}) =>
    answered(
      answers,
      'GET',
      await fetch(`http://127.0.0.1:${port}/v3/${path}`, { headers: { authorization: `Bearer ${as}:${KEY}` } }),
    );
  await legacy.listen({ host: '127.0.0.1', port: 0 });
  const legacyPort = (legacy.server.address() as AddressInfo).port;
  const callLegacy: Api['callLegacy'] = async (method, body, { as = 'C1', encoding = 'json' } = {}) => {
    const response = await fetch(`http://127.0.0.1:${legacyPort}/${method}`, {
      method: 'POST',
      headers: encoding === 'json' ? { 'content-type': 'application/json' } : {},
      body: encode({ ...body, clientID: as, developerAPIKey: KEY }, encoding),
    });
    return answered(answers, 'POST', response);
  };
  return Object.assign(api, { storage, call, get, callLegacy });
}

/** An answer must be what the method declares, so that the reference page is right. */
async function answered(answers: AnswerCheck, verb: string, response: Response): Promise<Answered> {
  const text = await response.text();
  const body = text === '' ? {} : (JSON.parse(text) as Body);
  if (text !== '') answers.require(verb, new URL(response.url).pathname, body, response.status);
  return { http: response.status, body };
}

function encode(body: Body, encoding: Encoding): string | URLSearchParams | FormData {
  if (encoding === 'json') return JSON.stringify(body);
  return encoding === 'form' ? formOf(body) : multipartOf(body);
}

/** A value that is a file becomes a file, one that is a list of files several. */
function multipartOf(body: Body): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    for (const part of Array.isArray(value) ? value : [value]) {
      if (part instanceof File) form.append(name, part);
      else form.append(name, String(part));
    }
  }
  return form;
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
