/**
 * One decision for each field of an answer (C24 to C26): what is planted in the fields of all records is shown by each
 * method, to each role and each level of a key, as the tables of levels say, and nowhere else.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import * as reports from '../../src/history/reports/report-columns.ts';
import type { Client } from '../../src/http/methods/client.ts';
import { type Entrance, entrancesOf, type Host } from '../../src/http/methods/entrances.ts';
import { type FieldLevel, REDACTED, sees } from '../../src/http/methods/field-levels.ts';
import type { Method } from '../../src/http/methods/method.ts';
import { levelsOf } from '../../src/http/methods/scopes.ts';
import { type KeyOfReaders, type Reader, readersOf, SCOPES } from './field-readers.ts';
import { KINDS_OF_RECORDS, kindOfParameter } from './kinds.ts';
import { Planted, plant } from './planted.ts';
import { Records } from './records.ts';
import { filled, wellFormed } from './samples.ts';
import { type Body, EveryMethod } from './server.ts';
import { UsersVenue } from './users-venue.ts';

const database = await openDatabase({ file: ':memory:' });
const server = await EveryMethod.start(database);
const venue = new UsersVenue(server);
afterAll(async () => {
  await server.close();
  await database.close();
});

let key: KeyOfReaders;
const records = new Records(server, 'C1');
const planted = new Planted();
/** Of each method, its values and its answer to the operator's master key, which shows all. */
const reads: { host: Host; entrance: Entrance; values: Body; whole: string }[] = [];
/** Of what is planted: the levels of the fields that show it. */
const levels = new Map<string, Map<string, FieldLevel | undefined>>();
const counts = { methods: 0, readers: 0, fields: 0, calls: 0, hidden: 0, shown: 0 };

beforeAll(async () => {
  const made = { client_id: 'C1', parent_id: 'C1', name: 'Example', active: 1, created_at: 1 };
  await database.db.insertInto('clients').values(made).execute();
  const { row, developerApiKey: secret } = await server.administration.deps.keys.create('C1', false);
  key = { keyId: row.key_id, secret, authorization: `Bearer C1:${secret}` };
  for (const kind of KINDS_OF_RECORDS) await records.id(kind);
  await plant(server, records, planted);
  for (const host of ['v3', 'legacy'] as const) {
    for (const entrance of entrancesOf(server.methods, host)) {
      const { method, calledName } = entrance;
      if (method.name !== calledName || method.idempotent || !READS.test(method.name)) continue;
      for (const values of await valuesOf(method)) {
        const whole = await textOf(host, entrance, values, { as: host === 'legacy' ? 'C1' : 'MASTER' });
        if (whole === undefined) continue;
        reads.push({ host, entrance, values, whole });
        note(method, JSON.parse(whole));
      }
    }
  }
  counts.methods = new Set(reads.map(({ entrance }) => entrance.method.name)).size;
  counts.fields = levels.size;
});

/** They need a state that no record is in here. */
const NOT_READ = ['getAction', 'getAiLetter', 'getAllSignedDocument', 'getSignedDocument'];

function unread(): string[] {
  const names = server.methods
    .filter(({ name, idempotent, levels: table }) => table && !idempotent && READS.test(name))
    .map(({ name }) => name);
  const read = new Set(reads.map(({ entrance }) => entrance.method.name));
  return [...new Set(names.filter((name) => !read.has(name)))].sort();
}

const READS = /^(get|read|search|list|explain|fetch|status|ping)/;
const ISSUERS = ['createExternalAccount', 'getExternalAccount'];

/** The values of the calls with which a method reads the records. */
async function valuesOf(method: Method): Promise<Body[]> {
  const values: Record<string, unknown> = wellFormed(method);
  for (const name of Object.keys(method.parameters)) {
    const isNeeded = name in values || ISSUERS.includes(method.name);
    const kind = method.operator ? undefined : kindOfParameter(method, name);
    if (isNeeded && kind !== undefined) values[name] = await records.id(kind);
  }
  if ('clientId' in method.parameters) values.clientId = 'C1';
  if (!('types' in method.parameters)) return [values];
  return ['Account', 'Issuer'].map((types) => ({ ...values, types }));
}

/** The text of a successful answer. */
async function textOf(host: Host, { path, verbs }: Entrance, values: Body, who: object): Promise<string | undefined> {
  counts.calls++;
  const { body } = await server.call({ host, verb: verbs[0]!, ...filled(path, values), ...who });
  return body.statusCode === '101' || typeof body.statusDesc === 'object' ? JSON.stringify(body) : undefined;
}

/** Notes which fields show what is planted. */
function note(method: Method, value: unknown, name = ''): void {
  if (typeof value === 'string') {
    for (const text of planted.texts.keys()) {
      if (!value.includes(text)) continue;
      const fields = levels.get(text) ?? new Map<string, FieldLevel | undefined>();
      levels.set(text, fields.set(`${method.name}.${name}`, method.levels?.get(name)));
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) note(method, inner, Array.isArray(value) ? name : key);
  }
}

describe('a field of an answer', () => {
  test('has one level, whatever method shows it', () => {
    const faults = [...levels].flatMap(([text, fields]) => {
      const given = new Set([...fields.values()].map((one) => (one && one.level !== 'none' ? needOf(one) : 'open')));
      return given.size === 1 ? [] : [`${planted.texts.get(text)}: ${JSON.stringify([...fields])}`];
    });
    expect(faults).toEqual([]);
    // Of what is not shown, nothing can be said.
    expect(levels.size).toBeGreaterThan(170);
    // Of a method with levels that is not read here, nothing can be said either.
    expect(unread()).toEqual(NOT_READ);
  });

  test('is shown to each role and key whose level reaches it, and to no other', async () => {
    const faults: string[] = [];
    const answered = new Set<string>();
    for (const readerOf of readersOf(venue, key)) {
      const reader = await readerOf();
      counts.readers++;
      for (const { host, entrance, values, whole } of reads) {
        if (host === 'legacy' && reader.legacy === undefined) continue;
        const who = host === 'legacy' ? {} : reader.as;
        const shown = await textOf(host, entrance, host === 'legacy' ? { ...values, ...reader.legacy } : values, who);
        if (shown === undefined) continue;
        answered.add(`${reader.name} ${entrance.method.name}`);
        faults.push(...faultsOf(reader, entrance.method, whole, shown));
      }
    }
    expect(faults).toEqual([]);
    // The lists that P3 promises, which ask keys for a higher level (C25).
    expect([...answered]).toEqual(expect.arrayContaining(PROMISED));
    expect(counts.hidden).toBeGreaterThan(1500);
    expect(counts.shown).toBeGreaterThan(3000);
  });
});

const PROMISED = [
  ...['listParties', 'readParty', 'listEntities', 'readEntity', 'listIssuers'].map((name) => `surveillance ${name}`),
  'trader listIssuers',
];

function faultsOf({ name, client }: Reader, method: Method, whole: string, shown: string): string[] {
  const faults: string[] = [];
  for (const [text, fields] of levels) {
    if (!whole.includes(text)) continue;
    const level = [...fields.values()][0];
    const isOpen = level === undefined || sees(client, level);
    const isShown = shown.includes(text) || shown.includes(Buffer.from(text).toString('base64'));
    counts[isOpen ? 'shown' : 'hidden']++;
    if (isOpen !== isShown) {
      const said = `${isShown ? 'shows' : 'hides'} ${planted.texts.get(text)}`;
      faults.push(`${method.name} ${said} to ${name}: ${level && needOf(level)}`);
    }
  }
  return [...faults, ...openFaults(name, client, method, JSON.parse(shown))];
}

function needOf({ scope, level }: FieldLevel): string {
  return `${scope}.${level}`;
}

/** Each field above the level is hidden, planted or not. */
function openFaults(
  reader: string,
  client: Pick<Client, 'scopes'>,
  method: Method,
  value: unknown,
  name = '',
): string[] {
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    return entries.flatMap(([key, one]) => openFaults(reader, client, method, one, Array.isArray(value) ? name : key));
  }
  const level = method.levels?.get(name);
  if (level === undefined || sees(client, level)) return [];
  const isHidden =
    value === REDACTED || value === '' || (level.hiddenAs === 'end' && /^(null|[X-]*.{0,4})$/.test(String(value)));
  return isHidden ? [] : [`${method.name} shows ${name} to ${reader}: ${value}`];
}

describe('what is hidden cannot be guessed', () => {
  test('by a filter, a sort or a search', async () => {
    const [readerOf] = readersOf(venue, key);
    const { as } = await readerOf!();
    const textIn = (where: string) => [...planted.texts].findLast(([, one]) => one === where)![0];
    for (const [name, where] of [
      ['searchIssuer', 'updateIssuer.firstName'],
      ['searchIssuer', 'updateIssuer.lastName'],
      ['searchAccount', 'updateAccount.accountRegistration'],
    ] as const) {
      const searchKeyword = textIn(where);
      expect(JSON.stringify((await venue.call(as, name, { searchKeyword })).body), where).not.toContain('Id"');
      const { body } = await server.call({
        host: 'v3',
        verb: 'POST',
        path: `/v3/${name}`,
        fields: { searchKeyword },
        as: 'C1',
      });
      expect(JSON.stringify(body), where).toContain('Id"');
    }
    let filters = 0;
    for (const method of server.methods.filter(({ name }) => /^list[A-Z]/.test(name))) {
      for (const [name, level] of method.levels ?? []) {
        if (level.level === 'none' || !JSON.stringify(method.parameters.filter?.schema ?? {}).includes(`"${name}"`))
          continue;
        filters++;
        const { body } = await venue.call(as, method.name, { filter: JSON.stringify({ [name]: 'x' }) });
        expect(['1403', '111'], `${method.name} ${name}`).toContain(body.statusCode);
        const sorted = await venue.call(as, method.name, { sort: `${name}:asc` });
        const plain = await venue.call(as, method.name, {});
        expect(sorted.body, `${method.name} ${name}`).toEqual(plain.body);
      }
    }
    expect(filters).toBeGreaterThan(40);
  });

  test('by a repeated call, whose answer another key was given', async () => {
    await server.administration.deps.keys.setScopes(key.keyId, ['record.write']);
    const company = { companyName: 'A', companyState: 'NY', issuingCountry: 'US', createdIpAddress: '192.0.2.1' };
    const fields = { ...company, issuerId: await records.id('issuer'), socialSecurityNumber: '901-23-4567' };
    const request = {
      host: 'v3',
      verb: 'PUT',
      path: '/v3/createIssuerAccount',
      fields,
      idempotencyKey: 'one',
    } as const;
    const encoded = Buffer.from(fields.socialSecurityNumber).toString('base64');
    expect(JSON.stringify((await server.call({ ...request, as: 'C1' })).body)).toContain(encoded);
    const { replayed, body } = await server.call({ ...request, authorization: key.authorization });
    expect([replayed, JSON.stringify(body).includes(encoded)]).toEqual([true, false]);
    expect(JSON.stringify(body)).toContain('"socialSecurityNumber":"REDACTED"');
  });

  test('by a webhook that a key registers for itself', async () => {
    const register = async (method: string, ...scopes: readonly string[]) => {
      await server.administration.deps.keys.setScopes(key.keyId, [...scopes, 'record.write']);
      const { body } = await venue.call(key, 'registerWebhook', { method, url: 'https://example.com/a' });
      return [body.statusCode, body['Error(s)']];
    };
    const refused = ['1403', 'method: its webhooks need the scope account.read.pii_high'];
    expect(await register('createAccount', 'account.read.pii_medium')).toEqual(refused);
    expect(await register('uploadAccountDocument')).toEqual(refused);
    expect(await register('createAccount', 'account.read.pii_high')).toEqual(['101', undefined]);
    expect(await register('createLink')).toEqual(['101', undefined]);
  });

  test('in the reference page, which names the scope of each such field', async () => {
    const text = (name: string) => JSON.stringify(server.methods.find((method) => method.name === name)!.response);
    expect(text('getIssuerAccount')).toContain('"x-needs-scope":"issuer.read.pii_high"');
    const answers = JSON.stringify(server.methods.map(({ response }) => response));
    expect(answers.split('"x-needs-scope"').length).toBeGreaterThan(800);
    // Objects that several methods answer are there once.
    expect((await server.openApi()).split('"x-needs-scope"').length).toBeGreaterThan(400);
    for (const scope of SCOPES) expect(levelsOf(scope)).toHaveLength(4);
  });

  test('in the files of the day, which have only ids', () => {
    const personal = new Set(
      server.methods
        .filter(({ name }) =>
          ['readAccount', 'readParty', 'readEntity', 'readTrade', 'getIssuerAccount'].includes(name),
        )
        .flatMap(({ levels: table }) => [...(table ?? [])])
        .flatMap(([name, { level }]) => (level === 'none' ? [] : [name])),
    );
    const columns = Object.entries(reports).flatMap(([name, one]) => (/COLUMNS$/.test(name) ? Object.keys(one) : []));
    expect(columns.length).toBeGreaterThan(50);
    expect(columns.filter((name) => personal.has(name))).toEqual([]);
  });
});
