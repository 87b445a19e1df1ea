/**
 * docs/contribute/adding-a-method.md, followed once: the method and the resource that it shows, in a separate
 * module.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrations/index.ts';
import { Secrets } from '../../src/database/secrets/index.ts';
import type { WebhookDeclaration } from '../../src/http/openapi/index.ts';
import { issuersModule } from '../../src/modules/issuers/index.ts';
import type { ModuleDeps } from '../../src/modules/shared/deps.ts';
import { WEBHOOK_LIST } from '../../src/modules/webhook-list.ts';
import { WebhookNames } from '../../src/webhooks/index.ts';
import { closeAfterTest } from '../support/cleanup.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import { ADVISER_WEBHOOKS } from './example-module/adviser-fields.ts';
import { advisersMigration } from './example-module/advisers-migration.ts';
import { advisersModule } from './example-module/advisers-module.ts';
import { ISSUER_WEBHOOKS, renameIssuer } from './example-module/rename-issuer.ts';
import { type Answered, type ApiOptions, ENCODINGS, errorOf, fieldsOf, startApi } from './shared/api.ts';
import { anIssuer, NOW } from './shared/records.ts';
import { undelivered, undeliveredOutbox } from './shared/undelivered-outbox.ts';

/** What src/modules/webhook-list.ts has with the two tables of the guide. */
const NAMES = new WebhookNames([...WEBHOOK_LIST, ...ISSUER_WEBHOOKS, ...ADVISER_WEBHOOKS]);

/** With the outbox of the program, and the webhooks that it has to deliver. */
async function startWithOutbox(
  database: Database,
  modules: Parameters<typeof startApi>[1],
  keys: ApiOptions['keys'] = {},
) {
  const secrets = new Secrets([randomBytes(32)]);
  const outbox = undeliveredOutbox(database.db, secrets, () => NOW, NAMES);
  closeAfterTest(() => outbox.stop());
  const withOutbox = modules.map((module) => (deps: ModuleDeps) => module({ ...deps, outbox }));
  const api = await startApi(database, withOutbox, { keys });
  const toDeliver = async (declared: readonly WebhookDeclaration[]) =>
    (await undelivered(database.db, secrets)).map(({ method, form }) => {
      const { eventId: _, eventTime: __, eventSeq: ___, ...fields } = Object.fromEntries(form);
      expect(Object.keys(fields)).toEqual(declared.find(({ name }) => name === method)?.fields);
      return [method, fields];
    });
  return { api, toDeliver };
}

describe('the guide', () => {
  const guide = readFileSync(resolve(import.meta.dirname, '../../docs/contribute/adding-a-method.md'), 'utf8');
  const shown = [...guide.matchAll(/`([\w-]+\.ts)`:\n\n```ts\n(.*?)```/gs)];

  test('needs at most 150 lines in three files for a resource, with its table', () => {
    const files = ['adviser-fields.ts', 'advisers-module.ts', 'advisers.sql'];
    const texts = files.map((file) => readFileSync(join(import.meta.dirname, 'example-module', file), 'utf8'));
    expect(texts.join('').split('\n').length - 1).toBeLessThanOrEqual(150);
  });

  test('shows code', () => {
    expect(shown.map(([, file]) => file)).toEqual([
      'rename-issuer.ts',
      'adviser-fields.ts',
      'advisers-module.ts',
      'advisers-module.ts',
    ]);
    expect(guide.match(/```ts/g)).toHaveLength(shown.length);
  });

  test.each(shown.map(([, file, code]) => [file as string, code as string]))(
    'shows %s as it is tried here',
    (file, code) => {
      const tried = readFileSync(join(import.meta.dirname, 'example-module', file), 'utf8');
      expect(tried).toContain(code);
    },
  );
});

describeOnEachDatabase('a method that was added by the guide', (open) => {
  const start = async () => {
    const modules = [issuersModule, (deps: ModuleDeps) => [renameIssuer(deps)]];
    const { api, toDeliver } = await startWithOutbox(await open(), modules);
    return { api, toDeliver, issuerId: await anIssuer(api.database.db, 'C1') };
  };

  test('changes a record of the client, and sends its webhook', async () => {
    const { api, toDeliver, issuerId } = await start();
    const renamed = fieldsOf(await api.call('POST', 'renameIssuer', { issuerId, issuerName: 'Renamed' }));
    expect(renamed).toEqual({ issuerDetails: { issuerId: String(issuerId), issuerStatus: 'Pending' } });
    const { issuerDetails } = fieldsOf(await api.call('POST', 'getIssuer', { issuerId }));
    expect(issuerDetails).toMatchObject([{ issuerName: 'Renamed' }]);
    expect(await toDeliver(ISSUER_WEBHOOKS)).toEqual([
      ['renameIssuer', { issuerId: String(issuerId), issuerName: 'Renamed' }],
    ]);
  });

  test('refuses a record that the client does not have, and a call that lacks a parameter', async () => {
    const { api, issuerId } = await start();
    const body = { issuerId, issuerName: 'Renamed' };
    errorOf(await api.call('POST', 'renameIssuer', body, { as: 'C2' }), '136');
    errorOf(await api.call('POST', 'renameIssuer', { ...body, issuerId: 1 }), '136');
    errorOf(await api.call('POST', 'renameIssuer', { issuerId }), '106');
  });
});

describeOnEachDatabase('a resource that was added by the guide', (open) => {
  const KEYS = {
    LOW: { clientId: 'C1', scopes: ['adviser.read.pii_low'] },
    NONE: { clientId: 'C1', scopes: [] },
  };
  const start = async () => {
    const database = await open();
    await migrate(database.db, database.dialect, 'example', [advisersMigration]);
    return startWithOutbox(database, [advisersModule], KEYS);
  };
  const details = (answered: Answered) => (fieldsOf(answered).adviserDetails as Record<string, string | null>[])[0]!;
  const ADVISER = { adviserName: 'First Adviser', email: 'adviser@example.com', taxID: '12-3456789' };

  test.each(ENCODINGS)('is created, read, changed and deleted, each with its webhook (%s)', async (encoding) => {
    const { api, toDeliver } = await start();
    const created = details(await api.call('PUT', 'createAdviser', ADVISER, { encoding }));
    expect(created).toMatchObject({ ...ADVISER, status: 'Pending', updatedDate: '0000-00-00 00:00:00' });
    const { adviserId } = created;
    const body = { adviserId, email: 'other@example.com', status: 'Approved' };
    const changed = details(await api.call('POST', 'updateAdviser', body, { encoding }));
    expect(changed).toMatchObject({ ...ADVISER, email: 'other@example.com', status: 'Approved' });
    expect(details(await api.call('POST', 'getAdviser', { adviserId }, { encoding }))).toEqual(changed);
    fieldsOf(await api.call('POST', 'deleteAdviser', { adviserId }, { encoding }));
    errorOf(await api.call('POST', 'getAdviser', { adviserId }), '404');
    expect(await toDeliver(ADVISER_WEBHOOKS)).toEqual([
      ['createAdviser', created],
      ['updateAdviser', changed],
      ['deleteAdviser', { adviserId }],
    ]);
  });

  test('keeps its tax id encrypted', async () => {
    const { api } = await start();
    details(await api.call('PUT', 'createAdviser', ADVISER));
    const rows = await api.database.db.selectFrom('advisers').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('3456789');
  });

  test('is another client’s secret, and refuses calls that lack what it needs', async () => {
    const { api } = await start();
    const { adviserId } = details(await api.call('PUT', 'createAdviser', ADVISER));
    for (const method of ['getAdviser', 'updateAdviser', 'deleteAdviser']) {
      errorOf(await api.call('POST', method, { adviserId }, { as: 'C2' }), '404');
    }
    expect(errorOf(await api.call('PUT', 'createAdviser', { email: 'x' }), '106')).toContain('adviserName');
    expect(await api.get(`advisers/${adviserId}`, { as: 'C2' })).toMatchObject({ http: 404 });
  });

  test('is listed, filtered and sorted, as far as a key may see it', async () => {
    const { api } = await start();
    for (const adviserName of ['B', 'A', 'C'])
      details(await api.call('PUT', 'createAdviser', { ...ADVISER, adviserName }));
    const names = (answered: Answered) =>
      (fieldsOf(answered).advisers as (typeof ADVISER)[]).map((one) => one.adviserName);
    expect(names(await api.get('advisers?sort=adviserName:asc'))).toEqual(['A', 'B', 'C']);
    expect(names(await api.get('advisers?filter[adviserName]=C'))).toEqual(['C']);
    expect(names(await api.get('advisers', { as: 'C2' }))).toEqual([]);
    expect(names(await api.get('advisers', { as: 'LOW' }))).toEqual(['REDACTED', 'REDACTED', 'REDACTED']);
    expect(await api.get('advisers?filter[taxID]=12-3456789')).toMatchObject({ http: 400 });
    expect(await api.get('advisers?filter[adviserName]=C', { as: 'LOW' })).toMatchObject({ http: 403 });
    expect(await api.get('advisers', { as: 'NONE' })).toMatchObject({ http: 403 });
  });
});
