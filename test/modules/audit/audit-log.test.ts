import { parse } from 'csv-parse/sync';
import pino from 'pino';
import Type from 'typebox';
import { expect, test } from 'vitest';
import type { Database } from '../../../src/database/database.ts';
import { defineMethod } from '../../../src/http/methods/method.ts';
import { required } from '../../../src/http/parameters/presence.ts';
import { text } from '../../../src/http/parameters/text.ts';
import { auditModule } from '../../../src/modules/audit/index.ts';
import { issuersModule } from '../../../src/modules/issuers/index.ts';
import { AuditLog } from '../../../src/modules/shared/change/index.ts';
import type { ModuleDeps } from '../../../src/modules/shared/deps.ts';
import { TwoPersonApproval, twoPersonApprovalModule } from '../../../src/modules/two-person-approval/index.ts';
import { DAY_US } from '../../../src/time/units.ts';
import { Records } from '../../api/records.ts';
import { EveryMethod } from '../../api/server.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { type Api, fieldsOf, startApi } from '../shared/api.ts';
import { NOW } from '../shared/records.ts';
import { insertOperators, OPERATOR_KEYS } from '../two-person-approval/operators.ts';

interface Entry {
  readonly clientId: string;
  readonly userId: string | null;
  readonly method: string;
  readonly outcome: string;
  readonly statusCode: string;
  readonly requestId: string;
  readonly fields: readonly string[];
  readonly records: Readonly<Record<string, string>>;
}

const log = pino({ level: 'silent' });

/** With updateIssuer as a method that needs a second operator. */
function modules(deps: ModuleDeps) {
  const audit = new AuditLog({ db: deps.db, nowUs: deps.nowUs, log });
  const audited = { ...deps, audit };
  const approvals = new TwoPersonApproval(audited, { isOn: true, hours: 24, log });
  const methods = issuersModule(audited).map((method) =>
    method.name === 'updateIssuer' ? { ...method, operator: true, fourEyes: true as const } : method,
  );
  return [
    ...approvals.guarded(audit.audited(methods)),
    ...audit.audited(twoPersonApprovalModule(audited, approvals)),
    ...auditModule(deps),
  ];
}

/** An order, which a key places without an entry. */
function orders(deps: ModuleDeps) {
  const placeOrder = defineMethod({
    name: 'placeOrder',
    summary: 'For tests',
    group: 'Tests',
    isOrder: true,
    idempotent: true,
    parameters: { securityId: required(text()) },
    response: Type.Object({ orderDetails: Type.Object({ orderId: Type.String() }) }),
    handler: () => ({ fields: { orderDetails: { orderId: '1' } } }),
  });
  return new AuditLog({ db: deps.db, nowUs: deps.nowUs, log }).audited([placeOrder]);
}

async function started(database: Database): Promise<Api> {
  await insertOperators(database);
  return startApi(database, [modules], { keys: OPERATOR_KEYS });
}

async function page(api: Api, filters: object = {}): Promise<{ entries: Entry[]; nextCursor: string | null }> {
  const answer = await api.call('POST', 'admin/getAuditLog', { ...filters }, { as: 'MASTER' });
  return fieldsOf(answer) as never;
}

async function anIssuer(api: Api, as = 'C1', headers = {}): Promise<string> {
  api.nowUs += 1;
  const body = { issuerName: 'Example Water', firstName: 'First', lastName: 'Last', email: 'someone@example.com' };
  const answer = await api.call('PUT', 'createIssuer', body, { as, headers });
  return String((fieldsOf(answer).issuerDetails as [unknown, [{ issuerId: string }]])[1][0].issuerId);
}

describeOnEachDatabase('the audit log', (open) => {
  test('has changes and refusals with who, which fields and records, once, and no value (O3, O4)', async () => {
    const api = await started(await open());
    const key = { 'idempotency-key': 'one' };
    const issuerId = await anIssuer(api, 'C1', key);
    await anIssuer(api, 'C1', key);
    api.nowUs += 1;
    const refused = await api.call('POST', 'deleteIssuerAccount', { issuerId: '999' }, { as: 'C2' });
    expect(refused.body.statusCode).toBe('136');
    const { entries } = await page(api);
    expect(entries).toMatchObject([
      {
        clientId: 'C2',
        method: 'deleteIssuerAccount',
        outcome: 'Refused',
        statusCode: '136',
        records: { issuerId: '999' },
      },
      { clientId: 'C1', method: 'createIssuer', outcome: 'Done', statusCode: '101', records: { issuerId } },
    ]);
    expect(entries[1]!.fields).toContain('email');
    const { db } = api.database;
    const rows = await db.selectFrom('audit_entries').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/Water|First|someone|test-key/);
  });

  test('finds entries by client, method, outcome, record and time, in pages (O5)', async () => {
    const api = await started(await open());
    const ids: string[] = [];
    for (const as of ['C1', 'C2', 'C1', 'C1']) ids.push(await anIssuer(api, as));
    const records = async (filters: object) =>
      (await page(api, filters)).entries.map((entry) => entry.records.issuerId);
    const [first, second, third, last] = ids;
    expect(await records({})).toEqual([last, third, second, first]);
    expect(await records({ clientId: 'C2' })).toEqual([second]);
    expect(await records({ recordId: third! })).toEqual([third]);
    expect(await records({ method: 'createIssuer', outcome: 'Refused' })).toEqual([]);
    const at = (offset: number) =>
      new Date((NOW + offset) / 1000).toISOString().replace('Z', `${offset}Z`.padStart(4, '0'));
    expect(await records({ from: at(2), to: at(4) })).toEqual([third, second]);
    const pages: (string | undefined)[] = [];
    let cursor: string | null = null;
    do {
      const found = await page(api, { clientId: 'C1', limit: 1, ...(cursor === null ? {} : { cursor }) });
      pages.push(...found.entries.map((entry) => entry.records.issuerId));
      cursor = found.nextCursor;
    } while (cursor !== null);
    expect(pages).toEqual([last, third, first]);
    const malformed = await api.call('POST', 'admin/getAuditLog', { cursor: 'x' }, { as: 'MASTER' });
    expect(malformed.body).toMatchObject({ statusCode: '106', 'Error(s)': 'cursor is malformed' });
    expect((await api.call('POST', 'admin/getAuditLog', {})).body.statusCode).toBe('111');
  });

  test('looks through a limited number of entries for a page, whose cursor continues (O5)', async () => {
    const database = await open();
    await insertOperators(database);
    const api = await startApi(database, [(deps) => [...modules(deps).slice(0, -2), ...auditModule(deps, 3)]], {
      keys: OPERATOR_KEYS,
    });
    const ids: string[] = [];
    for (const as of ['C2', 'C1', 'C1', 'C1', 'C2', 'C1', 'C1', 'C2']) ids.push(await anIssuer(api, as));
    const pagesOf = async (filters: object) => {
      const pages: (string | undefined)[][] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const found = await page(api, { ...filters, ...(cursor === undefined ? {} : { cursor }) });
        pages.push(found.entries.map(({ records }) => records.issuerId));
        cursor = found.nextCursor;
      }
      return pages;
    };
    expect(await pagesOf({ clientId: 'C2' })).toEqual([[ids[7]], [ids[4]], [ids[0]]]);
    expect(await pagesOf({ clientId: 'C1', limit: 1 })).toEqual([[ids[6]], [ids[5]], [ids[3]], [ids[2]], [ids[1]]]);
    expect(await pagesOf({ recordId: ids[0] })).toEqual([[], [], [ids[0]]]);
    expect(await pagesOf({ recordId: ids[0]!.slice(0, -1) })).toEqual([[], [], []]);
    expect(await pagesOf({})).toEqual([ids.toReversed()]);
  });

  test('has who asked, who approved, and what the method then did (O4)', async () => {
    const api = await started(await open());
    const issuerId = await anIssuer(api, 'MASTER');
    api.nowUs += 1;
    const { body } = await api.call('POST', 'updateIssuer', { issuerId, issuerName: 'Renamed' }, { as: 'MASTER' });
    const { actionId } = body.pendingAction as { actionId: string };
    api.nowUs += 1;
    fieldsOf(await api.call('POST', 'admin/approveAction', { actionId }, { as: 'SECOND' }));
    const { entries } = await page(api);
    const shown = entries.map(({ clientId, method, outcome }) => `${clientId} ${method} ${outcome}`);
    expect(shown.slice(0, 2).sort()).toEqual(['MASTER updateIssuer Done', 'SECOND approveAction Done']);
    expect(shown.slice(2)).toEqual(['MASTER updateIssuer Waits', 'MASTER createIssuer Done']);
    expect(entries.find(({ outcome, method }) => outcome === 'Done' && method === 'updateIssuer')).toMatchObject({
      requestId: actionId,
    });
  });

  test('has users with their sessions, and of orders those of users (O3, O5)', async () => {
    const database = await open();
    const user = { clientId: 'C1', user: 'U10000001' };
    const api = await startApi(database, [modules, orders], { keys: { ...OPERATOR_KEYS, ANNA: user } });
    await anIssuer(api, 'C1');
    const issuerId = await anIssuer(api, 'ANNA');
    for (const as of ['C1', 'ANNA']) {
      api.nowUs += 1;
      fieldsOf(await api.call('POST', 'placeOrder', { securityId: '7' }, { as }));
    }
    const mine = await page(api, { userId: 'U10000001' });
    expect(mine.entries).toMatchObject([
      { method: 'placeOrder', clientId: 'C1', keyId: null, records: { securityId: '7', orderId: '1' } },
      { method: 'createIssuer', clientId: 'C1', records: { issuerId } },
    ]);
    for (const entry of mine.entries)
      expect(entry).toMatchObject({ userId: 'U10000001', sessionId: 'session of U10000001' });
    const all = (await page(api)).entries.map(({ method, userId }) => [method, userId]);
    expect(all).toEqual([
      ['placeOrder', 'U10000001'],
      ['createIssuer', 'U10000001'],
      ['createIssuer', null],
    ]);
    const { body } = await api.get('admin/audit?userId=U10000001&limit=1', { as: 'MASTER' });
    expect(body).toMatchObject({ statusCode: '101', entries: [mine.entries[0]] });
    const { nextCursor } = body as { nextCursor: string };
    const query = `admin/audit?userId=U10000001&format=CSV&cursor=${encodeURIComponent(nextCursor)}`;
    const { csv } = (await api.get(query, { as: 'MASTER' })).body as { csv: string };
    expect(parse(csv, { columns: true, record_delimiter: '\r\n' })).toMatchObject([
      { method: 'createIssuer', userId: 'U10000001', sessionId: 'session of U10000001' },
    ]);
    expect((await api.get('admin/audit', { as: 'C1' })).body.statusCode).toBe('111');
    expect((await api.get('admin/audit?cursor=x', { as: 'MASTER' })).body.statusCode).toBe('106');
  });

  test('as CSV has a line for each entry, and no cell that a spreadsheet computes', async () => {
    const api = await started(await open());
    await anIssuer(api);
    const { csv } = fieldsOf(await api.call('POST', 'admin/getAuditLog', { format: 'CSV' }, { as: 'MASTER' })) as {
      csv: string;
    };
    const [line] = parse(csv, { columns: true, record_delimiter: '\r\n' }) as Record<string, string>[];
    expect(line).toMatchObject({ clientId: 'C1', method: 'createIssuer', outcome: 'Done', address: '127.0.0.1' });
    expect(line!.records).toMatch(/^issuerId [0-9]+$/);
  });

  test('loses entries that are old enough (O6)', async () => {
    const api = await started(await open());
    const old = await anIssuer(api);
    api.nowUs += DAY_US;
    const kept = await anIssuer(api);
    const { db } = api.database;
    await new AuditLog({ db, nowUs: () => api.nowUs, log }).removeBefore(db, api.nowUs - DAY_US + 1);
    expect((await page(api)).entries.map(({ records }) => records.issuerId)).toEqual([kept]);
    expect((await page(api, { recordId: old })).entries).toEqual([]);
    expect((await db.selectFrom('audit_entries').selectAll().execute()).length).toBe(1);
  });

  test('has commands of the venue, which no transaction holds', async () => {
    const server = await EveryMethod.start(await open());
    const securityId = await new Records(server, 'C1').id('offering');
    const call = (path: string, fields: object, as: 'C1' | 'MASTER', idempotencyKey?: string) =>
      server.call({
        host: 'v3',
        verb: 'POST',
        path: `/v3/${path}`,
        fields: { ...fields },
        as,
        ...(idempotencyKey && { idempotencyKey }),
      });
    const halt = { securityId, reason: 'News is pending' };
    for (let time = 0; time < 2; time++)
      expect((await call('haltSecurity', halt, 'MASTER', 'k1')).body.statusCode).toBe('101');
    const { body } = await call('admin/getAuditLog', { method: 'haltSecurity' }, 'MASTER');
    expect(body.entries).toMatchObject([
      { clientId: 'MASTER', outcome: 'Done', records: { securityId }, fields: ['securityId', 'reason'] },
    ]);
    expect(JSON.stringify(body)).not.toContain('News');
    await server.close();
  });
});
