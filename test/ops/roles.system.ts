/** The roles of ops/postgres on a real server: the nodes serve, and can do no more than that. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { ClusterProcess } from '../../scripts/cluster/cluster-process.ts';
import { call } from '../e2e/support/requests.ts';
import { closeAfterTest } from '../support/cleanup.ts';
import { ownDatabase } from '../support/own-database.ts';
import { hasPostgres } from '../support/postgres-url.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const NO_RIGHT = '42501';

async function run(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

const refused = (url: string, text: string) => expect(run(url, text), text).rejects.toMatchObject({ code: NO_RIGHT });

test.runIf(hasPostgres)('nodes of the least rights serve on tables that the owner made', async () => {
  const { url, drop } = await ownDatabase('roles');
  // Roles belong to the whole server, which other tests use at the same time.
  const suffix = `_${randomBytes(4).toString('hex')}`;
  const names = ['openats_owner', 'openats_node', 'openats_reader'];
  const sql = (file: string) => {
    const text = readFileSync(join(ROOT, 'ops/postgres', file), 'utf8');
    return names.reduce((all, name) => all.replaceAll(new RegExp(`${name}\\b`, 'g'), name + suffix), text);
  };
  closeAfterTest(async () => {
    await drop();
    const server = url.replace(/\/[^/]*$/, '/postgres');
    await run(server, names.map((name) => `drop role if exists ${name}${suffix}`).join(';'));
  });
  const urlOf = (name: string) => {
    const own = new URL(url);
    own.username = name + suffix;
    own.password = suffix;
    return own.href;
  };
  const [owner, node, reader] = names.map(urlOf) as [string, string, string];
  await run(url, sql('roles.sql'));
  await run(url, names.map((name) => `alter role ${name}${suffix} password '${suffix}'`).join(';'));

  const settings = {
    ...{ ENCRYPTION_KEY: randomBytes(32).toString('base64'), ACH_DIR: temporaryFolder(), MARKET_ALWAYS_OPEN: 'true' },
    ...{ DOCUMENT_STORE: 's3', S3_ENDPOINT: 'http://127.0.0.1:9', S3_BUCKET: 'documents' },
    ...{ S3_ACCESS_KEY_ID: 'nobody', S3_SECRET_ACCESS_KEY: 'nothing' },
  };
  const migrate = { ...settings, PATH: String(process.env.PATH), DATABASE_URL: owner, JOURNAL_URL: owner };
  const command = [join(ROOT, 'scripts/admin.ts'), 'migrate'];
  const { stdout } = await promisify(execFile)(process.execPath, command, { env: migrate });
  expect(JSON.parse(stdout)).toEqual({ migrated: ['main', 'history', 'journal'] });
  await run(owner, sql('reader.sql'));

  const urls = { DATABASE_URL: node, JOURNAL_URL: node };
  const server = await ClusterProcess.create({
    name: 'node-1',
    dataDir: temporaryFolder(),
    settings: { ...settings, ...urls },
  });
  closeAfterTest(() => server.end('SIGKILL'));
  server.start();
  await server.reached('/ready/leader', 200);
  const { issuerId, securityId } = await vi.waitFor(() => server.demo(), { timeout: 60_000 });
  const order = {
    ...{ memberid: '1', issuerid: issuerId, securityid: securityId, type: 'Limit', action: 'Buy', quantity: 1 },
    ...{ price: '9.50', expiration: 'GTC', disclosePrice: 'Yes', solicited: 'Unsolicited' },
  };
  const caller = { addresses: { api: server.url }, client: server.credentials('client') };
  expect((await call(caller, 'createOrder', order)).body).toMatchObject({ statusCode: '101' });
  await server.end('SIGTERM');
  expect(server.log).not.toContain('permission denied');

  for (const text of [
    'alter table clients add column more text',
    'create table more (id int)',
    'delete from openats_journal.groups',
    'drop table openats_journal.groups',
    'truncate clients',
  ]) {
    await refused(node, text);
  }
  expect((await run(reader, 'select epoch from openats_journal.shards')).rows).toHaveLength(1);
  for (const text of [
    'select * from public.clients',
    'select bytes from openats_journal.groups',
    'create table public.more (id int)',
  ]) {
    await refused(reader, text);
  }
});
