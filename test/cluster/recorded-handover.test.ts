/** `npm run admin -- handover` makes an entry of the audit log (O19). */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { handOverRecorded } from '../../scripts/cluster/ledger-commands.ts';
import { recordedOnJournal } from '../../scripts/cluster/recorded-command.ts';
import { NO_MARK } from '../../src/cluster/durable-mark.ts';
import { mainDatabaseFile } from '../../src/database/files.ts';
import { openDatabase, openDatabaseAsFound } from '../../src/database/open-database.ts';
import { closeAfterTest } from '../support/cleanup.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { MemoryLedger } from './memory-ledger.ts';
import { journalOfTest } from './test-node.ts';

test('a handover by a command names the node that leads after it, and a refused one makes no entry', async () => {
  const config = { DATABASE_URL: null, DATA_DIR: temporaryFolder() };
  const journal = journalOfTest();
  const ledger = new MemoryLedger(journal);
  journal.change({ leader: 'node-1' });
  ledger.fate = () => {
    // The other node takes over at once.
    if (journal.lease.handoverAsked) journal.change({ leader: 'node-2', epoch: 2 });
    return 'answered';
  };
  const deps = { ledger, ask: async () => journal.change({ handoverAsked: true }) };
  await expect(handOverRecorded(deps, config)).rejects.toThrow('no other node is there');
  const standby = { node: 'node-2', role: 'standby', seenUs: journal.time.nowUs(), sequence: 0 };
  journal.members.set('node-2', { ...standby, durable: NO_MARK } as never);
  expect(await handOverRecorded(deps, config)).toMatchObject({ leader: 'node-2' });
  const { db, close } = await openDatabase({ file: mainDatabaseFile(config.DATA_DIR) });
  closeAfterTest(close);
  const entries = await db.selectFrom('audit_entries').selectAll().execute();
  expect(entries).toMatchObject([{ method: 'admin handover', client_id: 'admin-command', outcome: 'Done' }]);
  expect(JSON.parse(entries[0]!.records)).toMatchObject({ node: 'node-2', systemUser: expect.any(String) });
});

test('a handover during an upgrade is recorded in the schema of another release, which stays (J21)', async () => {
  const config = { DATABASE_URL: null, DATA_DIR: temporaryFolder() };
  const file = mainDatabaseFile(config.DATA_DIR);
  const before = await openDatabase({ file });
  const newest = await sql<{ name: string }>`
    select name from schema_migrations where list = 'main' order by name desc limit 1`.execute(before.db);
  // This release has a step that the database lacks, and the database one that this release does not know.
  await sql`update schema_migrations set name = '9002-contract-example'
    where list = 'main' and name = ${newest.rows[0]!.name}`.execute(before.db);
  await before.close();
  await expect(openDatabase({ file })).rejects.toThrow('9002-contract-example');

  await recordedOnJournal(config, { name: 'handover', recordsOf: () => ({}) }, async () => 'done');
  const { db, close } = await openDatabaseAsFound({ file });
  closeAfterTest(close);
  expect(await db.selectFrom('audit_entries').select(['method', 'outcome']).execute()).toEqual([
    { method: 'admin handover', outcome: 'Done' },
  ]);
  const { rows } = await sql`select name from schema_migrations where name = '9002-contract-example'`.execute(db);
  expect(rows).toHaveLength(1);
});
