/** `npm run admin -- cluster members` as an operator runs it (docs/operate/cluster.md, J26). */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { membersCommand } from '../../scripts/cluster/members-command.ts';
import { adoptJournal } from '../../src/cluster/adopt-journal.ts';
import { type Connection, openConnection } from '../../src/cluster/connection.ts';
import { acceptLoss } from '../../src/cluster/decisions.ts';
import { type Mark, NO_MARK } from '../../src/cluster/durable-mark.ts';
import { postgresConnect } from '../../src/cluster/postgres-connection.ts';
import { PostgresLedger } from '../../src/cluster/postgres-ledger.ts';
import { migrateJournal, SCHEMA } from '../../src/cluster/schema.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { HostTurn } from '../../src/database/postgres-client/index.ts';
import { SHARD } from '../../src/service/lifecycle/part-context.ts';
import { systemTimers } from '../../src/time/timers.ts';
import { ownDatabase } from '../support/own-database.ts';
import { hasPostgres } from '../support/postgres-url.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ADMIN = fileURLToPath(new URL('../../scripts/admin.ts', import.meta.url));
const MS_MAX = 60_000;

describe.runIf(hasPostgres)('the members of a cluster', () => {
  let own: Awaited<ReturnType<typeof ownDatabase>>;
  let connection: Connection;
  let ledger: PostgresLedger;
  let database: Awaited<ReturnType<typeof openDatabase>>;

  const run = (text: string, values: readonly unknown[] = []) => connection.run({ name: '', text }, values, MS_MAX);
  const about = { address: '', linkAddress: '', epoch: 1, rules: 1, clockMs: 0, lagMs: 0, version: '1', shared: null };
  const report = (node: string, durable: Mark = NO_MARK) =>
    ledger.report({ node, role: 'standby', sequence: 0, ...about, durable });
  const reportedAgo = (node: string, interval: string) =>
    run(`update ${SCHEMA}.nodes set seen_at = clock_timestamp() - $2::interval where node = $1`, [node, interval]);
  /** A machine without time for this test does not make it silent. */
  const runs = (node: string) => reportedAgo(node, '-1 hour');
  const isSilent = (node: string) => reportedAgo(node, '1 minute');
  const names = async () => (await ledger.read('members', MS_MAX)).map(({ node }) => node);

  beforeAll(async () => {
    own = await ownDatabase('members');
    database = await openDatabase({ url: own.url });
    connection = await openConnection(new HostTurn(own.url), postgresConnect('test'), systemTimers);
    ledger = new PostgresLedger(connection, SHARD);
    await migrateJournal(connection);
    await adoptJournal(connection, SHARD, {
      groups: { position: { shard: SHARD, sequence: 0, hash: Buffer.alloc(32) }, next: async () => undefined },
      end: 0,
    });
  });

  afterAll(async () => {
    connection.close();
    await database.close();
    await own.drop();
  });

  const env = () => ({
    ...{ PATH: process.env.PATH, DATA_DIR: temporaryFolder(), NODE_NAME: 'a' },
    ...{ JOURNAL_URL: own.url, DATABASE_URL: own.url, DOCUMENT_STORE: 's3', S3_BUCKET: 'documents' },
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  });
  type Shown = Record<'members' | 'removed', readonly { readonly node: string }[]>;
  const members = (...args: string[]) => membersCommand(args, env()) as Promise<Shown>;
  const admin = (...args: string[]) =>
    promisify(execFile)(process.execPath, [ADMIN, 'cluster', ...args], { env: env() });

  test('are the nodes that have reported, also those of an earlier release (J21)', async () => {
    for (const node of ['a', 'b', 'c']) await report(node);
    // As 0.1.0 left its tables.
    await run(`alter table ${SCHEMA}.nodes drop column removed_at, drop column removed_by`);
    await run(`delete from ${SCHEMA}.migrations where name = '0005-expand-members'`);
    await migrateJournal(connection);
    for (const node of ['a', 'b']) await runs(node);
    await isSilent('c');
    expect(JSON.parse((await admin('members')).stdout)).toMatchObject({
      members: [
        { node: 'a', state: 'standby', lastReportAt: expect.any(String), sequence: 0, journalHasIt: true },
        { node: 'b', state: 'standby' },
        { node: 'c', state: 'silent', lastReportAt: expect.any(String) },
      ],
      ...{ majority: 2, removed: [] },
    });
  });

  test('end by the word of the operator, in the log of audits, and begin again with a report', async () => {
    await expect(members('remove', 'a')).rejects.toThrow('a runs: stop it first');
    await expect(members('remove', 'x')).rejects.toThrow('x is no member');
    await expect(members('take', 'a')).rejects.toThrow('the command is cluster members');
    const left = await members('remove', 'c');
    expect([left.members.map(({ node }) => node), left.removed]).toEqual([
      ['a', 'b'],
      [{ node: 'c', removedAt: expect.any(Date), removedBy: expect.any(String) }],
    ]);
    const entries = await database.db.selectFrom('audit_entries').select(['method', 'records']).execute();
    expect(entries).toMatchObject([
      { method: 'admin cluster members remove', records: expect.stringContaining('"node":"c"') },
    ]);
    await report('c');
    expect(await names()).toEqual(['a', 'b', 'c']);
  });

  test('begin by the word of the operator before they start', async () => {
    await expect(members('add', 'a')).rejects.toThrow('a is a member already');
    const added = await members('add', 'd');
    expect(added.members[3]).toMatchObject({ node: 'd', state: 'not started', lastReportAt: null });
    await members('remove', 'd');
    expect(await names()).toEqual(['a', 'b', 'c']);
    await members('add', 'd');
    expect(await names()).toEqual(['a', 'b', 'c', 'd']);
    await members('remove', 'd');
  });

  test('are not removed while they know what the journal lacks (J17), whose decision waits for no report', async () => {
    const durable = { epoch: 1, sequence: 9, hash: Buffer.alloc(32, 7) };
    await report('e', durable);
    await isSilent('e');
    await expect(members('remove', 'e')).rejects.toThrow('e knows commands that the journal lacks');
    const rowsAreOf = async (serverRun: string) => {
      for (const table of ['shards', 'nodes']) await run(`update ${SCHEMA}.${table} set server_run = $1`, [serverRun]);
    };
    await rowsAreOf('1764288000.000000 00000001');
    const haveReported = async () => (await ledger.read('members', MS_MAX)).map(({ hasReported }) => hasReported);
    expect(await haveReported()).toEqual([false, false, false, false]);
    // One that starts for the first time at this server knows nothing of the one before.
    for (const node of ['a', 'f', 'f']) await report(node);
    const areNew = async () => (await ledger.read('members', MS_MAX)).map(({ isNew }) => isNew);
    expect([await haveReported(), await areNew()]).toEqual([
      [true, false, false, false, true],
      [false, false, false, false, true],
    ]);
    expect((await members()) as object).toMatchObject({ majority: 3 });
    await run(`delete from ${SCHEMA}.nodes where node = 'f'`);
    await acceptLoss(connection, SHARD, { from: 0, to: 9 }, 'operator');
    expect(await areNew()).toEqual([false, false, false, false]);
    expect(await haveReported()).toEqual([true, true, true, true]);
    expect((await members('remove', 'e')).members).toHaveLength(3);
  });
});
