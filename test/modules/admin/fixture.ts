import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import Type from 'typebox';
import type { Database } from '../../../src/database/database.ts';
import { Secrets } from '../../../src/database/secrets/index.ts';
import { Validator } from '../../../src/http/body/validation.ts';
import type { Client } from '../../../src/http/methods/client.ts';
import { idempotencyOf } from '../../../src/http/methods/idempotency.ts';
import { type Call, defineMethod, type Method } from '../../../src/http/methods/method.ts';
import { ApiError } from '../../../src/http/methods/status-codes.ts';
import { required, requiredByPermission } from '../../../src/http/parameters/presence.ts';
import { text } from '../../../src/http/parameters/text.ts';
import { Administration, type AdministrationSettings, adminModule } from '../../../src/modules/admin/index.ts';
import { AuditLog } from '../../../src/modules/shared/change/audit-log.ts';
import { Billing } from '../../../src/modules/shared/change/billed-calls.ts';
import type { ChangeDeps } from '../../../src/modules/shared/change/change.ts';
import { IdempotencyStore } from '../../../src/modules/shared/change/idempotency-store.ts';
import { WEBHOOK_NAMES } from '../../../src/modules/webhook-list.ts';
import { FiredWebhooks } from '../../support/served-api.ts';

/** Methods of other modules, for what they let a key be granted. */
const OTHER_METHODS: readonly Method[] = [
  defineMethod({
    name: 'createThing',
    aliases: ['addThing'],
    verb: 'PUT',
    group: 'Things',
    summary: 'Creates a thing',
    parameters: { thingName: requiredByPermission(text()), kind: required(text()) },
    response: Type.Object({}),
    handler: () => ({}),
  }),
  defineMethod({
    name: 'getThings',
    verb: 'GET',
    group: 'Things',
    summary: 'Lists things',
    scope: ['thing.read', 'thing.read.pii_high'],
    parameters: {},
    response: Type.Object({}),
    handler: () => ({}),
  }),
];

export interface Fixture {
  readonly database: Database;
  readonly administration: Administration;
  readonly changes: ChangeDeps;
  readonly secrets: Secrets;
  /** Calls a method as the server would, with a JSON body, and gives the fields of its answer. */
  call(
    method: string,
    body?: Record<string, unknown>,
    caller?: Partial<Client>,
    idempotencyKey?: string,
  ): Promise<Record<string, unknown>>;
  /** The status code with which a call is refused, and its detail. */
  refusal(
    method: string,
    body?: Record<string, unknown>,
    caller?: Partial<Client>,
    idempotencyKey?: string,
  ): Promise<string>;
  /** Moves the clock, in milliseconds. */
  pass(ms: number): void;
}

const OPERATOR: Client = {
  clientId: 'C99999999',
  parentId: 'C99999999',
  name: 'Operator',
  master: true,
  scopes: new Set(),
  deniedMethods: new Set(),
  fieldPermissions: new Set(),
};

export function administer(database: Database, settings: Partial<AdministrationSettings> = {}): Fixture {
  const secrets = new Secrets([randomBytes(32)]);
  let nowMicros = 1_800_000_000_000_000;
  const methods: Method[] = [...OTHER_METHODS];
  const administration = new Administration({
    database,
    secrets,
    methods: () => methods,
    webhookNames: WEBHOOK_NAMES,
    webhookUrlPolicy: { allowHttp: false, allowLoopback: false },
    // Each reading is later than the one before, so that what is made first is older.
    nowUs: () => nowMicros++,
    ...settings,
  });
  const nowUs = () => nowMicros;
  const changes = {
    db: database.db,
    outbox: new FiredWebhooks(),
    idempotencyStore: new IdempotencyStore({ secrets, nowUs, keysPerClientMax: 100 }),
    billing: new Billing({ environment: 'sandbox', nowUs }),
    audit: new AuditLog({ db: database.db, nowUs, log: pino({ level: 'silent' }) }),
  };
  methods.push(...adminModule(administration.deps, changes));
  const call = async (name: string, body = {}, caller: Partial<Client> = {}, idempotencyKey?: string) => {
    const method = methods.find((one) => one.name === name)!;
    const client = { ...OPERATOR, ...caller };
    const { values } = new Validator(method).read({ path: undefined, body, query: undefined }, client);
    const parts: Partial<Call> = {
      ...{ client, values, methodName: name, ip: '127.0.0.1', requestId: name, log: pino({ level: 'silent' }) },
      idempotency: idempotencyKey === undefined ? undefined : idempotencyOf(idempotencyKey, name, values),
    };
    return { ...(await method.handler(parts as Call)).fields };
  };
  return {
    database,
    administration,
    changes,
    secrets,
    call,
    refusal: async (...args) => {
      const answer = await call(...args).catch((error: unknown) => error);
      if (!(answer instanceof ApiError)) throw answer instanceof Error ? answer : new Error('The call was not refused');
      return `${answer.statusCode} ${answer.detail ?? ''}`.trim();
    },
    pass: (ms) => {
      nowMicros += ms * 1000;
    },
  };
}

/** A client with a key, made through the methods. */
export async function clientWithKey(
  { call }: Fixture,
  body: { readonly name?: string; readonly parentId?: string } = {},
  master = 'No',
): Promise<{ clientId: string; parentId: string; keyId: string; key: string }> {
  const { client } = (await call('createClient', { name: 'Example', ...body })) as { client: Record<string, string> };
  const clientId = client.clientId!;
  const made = (await call('createApiKey', { clientId, master })) as {
    key: Record<string, string>;
    developerAPIKey: string;
  };
  return { clientId, parentId: client.parentId!, keyId: made.key.keyId!, key: made.developerAPIKey };
}
