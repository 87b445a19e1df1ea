/** The API with every module of the service, on its own venue, for calls from inside the process. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import pino from 'pino';
import type { Database } from '../../src/database/database.ts';
import { Secrets } from '../../src/database/secrets/index.ts';
import { SessionCookie } from '../../src/http/auth/index.ts';
import type { Client } from '../../src/http/methods/client.ts';
import type { Host } from '../../src/http/methods/entrances.ts';
import type { Method, Verb } from '../../src/http/methods/method.ts';
import type { Servers } from '../../src/http/server/server.ts';
import { AccountDirectory } from '../../src/modules/accounts/index.ts';
import { Administration } from '../../src/modules/admin/index.ts';
import { catalogueOf, PRESETS, type Preset, scopesOfPreset } from '../../src/modules/admin/permissions.ts';
import { EventWaits } from '../../src/modules/ats/shared/event-waits.ts';
import { MetricHistory } from '../../src/modules/health/index.ts';
import { allMethods } from '../../src/modules/index.ts';
import { ApiCounts } from '../../src/modules/legacy/index.ts';
import type { SandboxScripts } from '../../src/modules/sandbox/index.ts';
import { AuditLog } from '../../src/modules/shared/change/audit-log.ts';
import { Billing } from '../../src/modules/shared/change/billed-calls.ts';
import { IdempotencyStore } from '../../src/modules/shared/change/idempotency-store.ts';
import { JournaledNotices } from '../../src/modules/shared/venue-notices.ts';
import { TwoPersonApproval } from '../../src/modules/two-person-approval/index.ts';
import { UserRecords, UserSessions } from '../../src/modules/users/index.ts';
import { WEBHOOK_NAMES } from '../../src/modules/webhook-list.ts';
import { SandboxProcessor } from '../../src/providers/cards/index.ts';
import { HostedSigning, SandboxTemplates } from '../../src/providers/esign/index.ts';
import { FileSigner, PdfWorkshop } from '../../src/providers/pdf/index.ts';
import { MapHistory } from '../modules/ats/fakes.ts';
import { MONDAY_10_00 } from '../modules/ats/fixtures.ts';
import { StoredHistory } from '../modules/ats/stored-history.ts';
import { openExchange } from '../modules/ats/venue.ts';
import { TEST_ACH } from '../modules/payments/ach/ach-settings.ts';
import { TestStorage } from '../modules/shared/document-storage.ts';
import { AnswerCheck } from '../support/answer-check.ts';
import { identityChecks } from '../support/identity-checks.ts';
import { ManualTime } from '../support/manual-time.ts';
import { closeBoth, FiredWebhooks, serve, testClient } from '../support/served-api.ts';

export type Body = Readonly<Record<string, unknown>>;
export type Encoding = 'json' | 'form';

/** The key of every client here. */
export const KEY = 'the-key-of-everyone';

/**
 * Who calls. C1 and C2 are plain clients with every scope, STRICT has every field permission, NOSCOPE no scope, MASTER
 * a master key, a preset a master key with its scopes alone, and `DENIED.<name>` may not call the method of that name,
 * or may not use the field `<method>.<field>`.
 */
export type Caller = 'C1' | 'C2' | 'STRICT' | 'NOSCOPE' | 'MASTER' | `DENIED.${string}` | Preset;

export interface Request {
  readonly host: Host;
  readonly verb: Verb | 'HEAD' | 'OPTIONS';
  /** With its path parameters filled in. */
  readonly path: string;
  readonly fields?: Body;
  /** json when absent. */
  readonly encoding?: Encoding;
  /** The body as it is, instead of fields; sent as JSON. */
  readonly raw?: string;
  /** Who calls, in the way that the host and verb take; nobody when absent. */
  readonly as?: Caller | undefined;
  /** The header Authorization, instead of `as`. */
  readonly authorization?: string;
  /** The token of a user's session, instead of `as`: sent as the console sends it. */
  readonly session?: string;
  readonly idempotencyKey?: string;
}

export interface Answered {
  readonly http: number;
  readonly allow: string | undefined;
  /** By its Idempotency-Key. */
  readonly replayed: boolean;
  /** Of the header Ignored-Fields. */
  readonly ignored?: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Scripts that are kept and never done. */
const keptScripts: SandboxScripts = {
  counterpartyId: 'C2',
  add: async (clientId, action, steps) =>
    steps.map((step) => ({ scriptId: 'S1', ...{ clientId, action, ...step, state: 'Waiting', outcome: null } })),
  of: () => [],
  cancel: () => undefined,
};

export class EveryMethod {
  /** Whether every caller of the v3 host is a user in a session, with the rights of its key. */
  asPeople = false;
  readonly methods: readonly Method[];
  readonly database: Database;
  readonly administration: Administration;
  readonly users: UserRecords;
  readonly sessions: UserSessions;
  readonly #servers: Servers;
  readonly #answers: AnswerCheck;
  readonly #close: () => Promise<void>;

  private constructor(parts: {
    methods: readonly Method[];
    database: Database;
    administration: Administration;
    users: UserRecords;
    sessions: UserSessions;
    servers: Servers;
    answers: AnswerCheck;
    close: () => Promise<void>;
  }) {
    this.methods = parts.methods;
    this.database = parts.database;
    this.administration = parts.administration;
    this.users = parts.users;
    this.sessions = parts.sessions;
    this.#servers = parts.servers;
    this.#answers = parts.answers;
    this.#close = parts.close;
  }

  static async start(database: Database, environment = 'sandbox', needsSecond = false): Promise<EveryMethod> {
    const folder = mkdtempSync(join(tmpdir(), 'openats-every-method-'));
    const exchange = openExchange(folder, new ManualTime(MONDAY_10_00));
    const records = await StoredHistory.of(exchange);
    exchange.start();
    const nowUs = () => exchange.nowUs();
    const secrets = new Secrets([Buffer.alloc(32, 7)]);
    const administration = new Administration({
      database,
      secrets,
      methods: () => methods,
      webhookNames: WEBHOOK_NAMES,
      webhookUrlPolicy: { allowHttp: false, allowLoopback: false },
    });
    const sealed = { db: database.db, secrets, nowUs };
    const sessions = new UserSessions({
      ...{ ...sealed, methods: () => methods, settings: { idleMinutes: 30, hours: 12 }, ended: () => {} },
      fieldPermissions: () => administration.deps.catalogue().fieldPermissions,
    });
    const ended = ({ clientId }: { readonly clientId: string }) => {
      sessions.refresh(clientId);
      administration.directory.refresh();
    };
    const users = new UserRecords({ ...sealed, ended });
    const webhooks = new FiredWebhooks();
    const { identity, watchLists } = await identityChecks();
    // Time does not pass for it, either: no file here takes too long.
    const pdf = new PdfWorkshop({ timers: new ManualTime(MONDAY_10_00) });
    const storage = new TestStorage(database, nowUs);
    const idempotencyStore = new IdempotencyStore({ secrets, nowUs, keysPerClientMax: 100 });
    const audit = new AuditLog({ db: database.db, nowUs, log: pino({ level: 'silent' }) });
    const billing = new Billing({ environment: 'production', nowUs });
    const methods: readonly Method[] = allMethods({
      db: database.db,
      accounts: new AccountDirectory(database.db),
      nowUs,
      secrets,
      venue: exchange,
      documents: storage.documents,
      reports: storage.reports,
      publicUrl: () => 'http://127.0.0.1:8080',
      outbox: webhooks,
      registrationOutbox: { sendTo: async () => 'none', sendAgain: async (_, kept) => kept.length },
      webhookRates: { testsPerMinuteMax: 1000, replaysPerMinuteMax: 1000 },
      idempotencyStore,
      billing,
      audit,
      approvals: new TwoPersonApproval(
        { db: database.db, secrets, nowUs, outbox: webhooks, idempotencyStore, billing, audit },
        { isOn: needsSecond, hours: 24, log: pino({ level: 'silent' }) },
      ),
      identity,
      cards: new SandboxProcessor(),
      cardAmountMax: 5000,
      ordersPerTokenMax: 10_000,
      actionsPerSecurityMax: 20,
      mic: null,
      enforcesInvestmentLimits: true,
      watchLists,
      pdf,
      signer: new FileSigner(Buffer.alloc(32, 3)),
      ach: TEST_ACH,
      bank: { outgoing: join(folder, 'outgoing'), incoming: join(folder, 'incoming'), settlementDays: 5 },
      esign: new HostedSigning({
        sources: [new SandboxTemplates({ pdf })],
        linkTo: async (envelopeId) => `http://127.0.0.1:8080/${envelopeId}`,
      }),
      history: new MapHistory(),
      records,
      notices: new JournaledNotices({
        db: database.db,
        historyDb: records.db,
        submit: (command) => exchange.submit(command),
        after: () => () => {},
        log: { error: () => {} },
      }),
      eventWaits: new EventWaits({ feed: exchange, after: () => () => {} }),
      calendarOfYear: (year) => exchange.calendar.yearOf(year),
      apiCounts: new ApiCounts({
        db: database.db,
        nowUs,
        after: () => () => {},
        onError: (error) => {
          throw error;
        },
      }),
      administration: administration.deps,
      users,
      sessions,
      signInAgainMinutes: 10,
      version: 'test',
      unwellReason: () => null,
      figures: async () => [],
      replays: { read: async () => 'no journal' },
      scripts: keptScripts,
      surveillance: { isOn: true },
      metrics: new MetricHistory({ background: records.db, pages: records.db, dialect: 'sqlite' }),
      environment,
    });
    const clientNamed = clientsOf(methods);
    const servers = await serve({
      methods,
      authenticator: {
        authenticate: (name, key) =>
          key === KEY ? clientNamed(name) : administration.directory.authenticate(name, key),
      },
      sessions: {
        check: (token, ip, isUse) => personOf(clientNamed, token, nowUs()) ?? sessions.check(token, ip, isUse),
        renew: (client) => sessions.renew(client),
      },
      sessionCookie: new SessionCookie(null),
      failuresMax: 0,
    });
    const close = async () => {
      await closeBoth(servers);
      await pdf.close();
      await exchange.stop();
      await records.close();
      rmSync(folder, { recursive: true, force: true });
    };
    return new EveryMethod({
      methods,
      database,
      administration,
      users,
      sessions,
      servers,
      answers: new AnswerCheck(methods),
      close,
    });
  }

  close(): Promise<void> {
    return this.#close();
  }

  /** What /openapi.json answers. */
  async openApi(): Promise<string> {
    return (await this.#servers.v3.inject('/openapi.json')).body;
  }

  /** Throws where the answer is not in the envelope, shows what nobody may know, or is not the declared one. */
  async call(request: Request): Promise<Answered> {
    const { host, verb, path, as } = request;
    const inHeader = host === 'v3';
    const isPerson = as !== undefined && inHeader && this.asPeople;
    const session = request.session ?? (isPerson ? tokenOf(as) : undefined);
    const ofKey = as !== undefined && inHeader && session === undefined ? `Bearer ${as}:${KEY}` : undefined;
    const authorization = request.authorization ?? ofKey;
    const credentials = as && !inHeader ? { clientID: as, developerAPIKey: KEY } : {};
    const sent = payloadOf(request, credentials);
    const response = await this.#servers[host].inject({
      method: verb,
      url: sent.query === '' ? path : `${path}?${sent.query}`,
      headers: {
        ...(authorization === undefined ? {} : { authorization }),
        ...(session === undefined ? {} : cookieOf(session)),
        ...(request.idempotencyKey === undefined ? {} : { 'idempotency-key': request.idempotencyKey }),
        ...sent.headers,
      },
      ...(sent.payload === undefined ? {} : { payload: sent.payload }),
    });
    return this.#answered(request, response);
  }

  /** Uploads a file in a form with the fields given, to a method of the v3 host. */
  async upload(path: string, fields: Body, file: File, as: Caller): Promise<Answered> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
    form.append('userfile0', file);
    const encoded = new Response(form);
    const response = await this.#servers.v3.inject({
      method: 'POST',
      url: path,
      headers: { authorization: `Bearer ${as}:${KEY}`, 'content-type': encoded.headers.get('content-type')! },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
    return this.#answered({ verb: 'POST', path }, response);
  }

  #answered({ verb, path }: Pick<Request, 'verb' | 'path'>, response: LightMyRequestResponse): Answered {
    const allow = response.headers.allow === undefined ? undefined : String(response.headers.allow);
    const http = response.statusCode;
    const replayed = response.headers['idempotency-replayed'] === 'true';
    if (verb === 'HEAD' || http === 304) return { http, allow, replayed, body: {} };
    const body = response.json<Record<string, unknown>>();
    const named = response.headers['ignored-fields'];
    const ignored = named === undefined ? {} : { ignored: String(named) };
    requireEnvelope(`${verb} ${path}`, response.body, body);
    this.#answers.require(verb, path, body, http);
    return { http, allow, replayed, ...ignored, body };
  }
}

/** The token of the user who has the rights of a caller: the name of it. */
function tokenOf(caller: string): string {
  return Buffer.from(caller).toString('base64url').padEnd(43, '.');
}

/** The caller of a token, as a user who has just signed in. */
function personOf(clientNamed: (name: string) => Client | undefined, token: string, nowUs: number): Client | undefined {
  const { keyId: _, ...client } = clientNamed(Buffer.from(token.replaceAll('.', ''), 'base64url').toString()) ?? {};
  const user = { userId: 'U10000001', sessionId: 'S1', authenticatedAtUs: nowUs };
  return 'clientId' in client ? { ...(client as Client), user } : undefined;
}

/** Of a page of the server itself; names without a host are this machine's. */
function cookieOf(token: string) {
  const cookie = `__Host-openats-session=${token}`;
  return { cookie, host: 'localhost', 'sec-fetch-site': 'same-origin', 'x-openats-console': '1' };
}

function payloadOf({ verb, fields = {}, encoding = 'json', raw }: Request, credentials: Body) {
  if (verb === 'GET' || verb === 'HEAD') return { query: formOf(fields), headers: {}, payload: undefined };
  const type = encoding === 'json' || raw !== undefined ? 'application/json' : 'application/x-www-form-urlencoded';
  const all = { ...fields, ...credentials };
  return {
    query: '',
    headers: { 'content-type': type },
    payload: raw ?? (encoding === 'json' ? JSON.stringify(all) : formOf(all)),
  };
}

/** Lists and objects are JSON text in a form. */
function formOf(fields: Body): string {
  const text = (value: unknown) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
  return new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, text(value)])).toString();
}

/** The answers whose statusDesc is not text. */
const WITHOUT_STATUS_TEXT: Readonly<Record<string, (body: Body) => boolean>> = {
  // The record itself stands in statusDesc (C48).
  'POST /v3/getIssuerAccount': ({ statusCode }) => statusCode === '101',
  'POST /v3/getExternalAccount': ({ statusCode }) => statusCode === '101',
  // The provider could not read the answers (C64).
  'PUT /v3/updateKycAml': ({ statusCode, statusDesc }) => statusCode === '145' && statusDesc === undefined,
};

function requireEnvelope(call: string, text: string, body: Readonly<Record<string, unknown>>): void {
  const { statusCode, statusDesc } = body;
  const isText = typeof statusDesc === 'string' && statusDesc !== '';
  if (typeof statusCode !== 'string' || !(isText || WITHOUT_STATUS_TEXT[call]?.(body)))
    throw new Error(`${call} answers without the envelope: ${text}`);
  // A stack, a path of the program, or somebody's key.
  if (/\\n {4}at |node:internal|node_modules|\/src\/|"stack"/.test(text) || text.includes(KEY))
    throw new Error(`${call} shows too much: ${text}`);
}

/** The clients that there are, made once they are asked for. */
function clientsOf(methods: readonly Method[]): (name: string) => Client | undefined {
  const catalogue = catalogueOf(methods);
  const { scopes, fieldPermissions } = catalogue;
  const known = new Map<string, Client>();
  const none: ReadonlySet<string> = new Set();
  const clientOf = (name: string): Client | undefined => {
    const denied = /^DENIED\.([\w.]+)$/.exec(name)?.[1];
    const preset = PRESETS.find((one) => one === name);
    if (preset !== undefined) {
      return testClient('C1', { name, master: true, scopes: new Set(scopesOfPreset(preset, catalogue)) });
    }
    if (denied === undefined && !['C1', 'C2', 'STRICT', 'NOSCOPE', 'MASTER'].includes(name)) return undefined;
    const clientId = name === 'C2' || name === 'MASTER' ? name : 'C1';
    return testClient(clientId, {
      name,
      master: name === 'MASTER' || denied !== undefined,
      scopes: name === 'NOSCOPE' ? none : scopes,
      deniedMethods: denied === undefined ? none : new Set([denied]),
      fieldPermissions: name === 'STRICT' ? fieldPermissions : none,
    });
  };
  return (name) => {
    const client = known.get(name) ?? clientOf(name);
    if (client !== undefined) known.set(name, client);
    return client;
  };
}
