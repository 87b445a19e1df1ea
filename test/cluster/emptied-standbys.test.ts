/** A commit that stopped waiting because synchronous_standby_names was emptied, on a server made for it (J19). */
import { expect, test } from 'vitest';
import { PostgresServer, postgresPrograms } from '../../scripts/cluster/postgres-server.ts';
import { adoptJournal } from '../../src/cluster/adopt-journal.ts';
import { openConnection } from '../../src/cluster/connection.ts';
import { commitProblem } from '../../src/cluster/durability.ts';
import { NO_MARK } from '../../src/cluster/durable-mark.ts';
import { postgresConnect } from '../../src/cluster/postgres-connection.ts';
import { PostgresLedger } from '../../src/cluster/postgres-ledger.ts';
import { migrateJournal } from '../../src/cluster/schema.ts';
import { HostTurn } from '../../src/database/postgres-client/index.ts';
import { encodeGroup, hashOf, NO_HASH } from '../../src/exchange/journal/format.ts';
import { journalStart } from '../../src/exchange/journal/reader.ts';
import { systemTimers } from '../../src/time/timers.ts';

const LEASE_MS = 60_000;
const bin = postgresPrograms();

test.runIf(bin !== undefined)(
  'says that it did not wait, though PostgreSQL gives no warning',
  async () => {
    const server = await PostgresServer.create(bin!);
    const connection = await openConnection(new HostTurn(server.url()), postgresConnect('test'), systemTimers);
    await migrateJournal(connection);
    await adoptJournal(connection, 1, { groups: { position: journalStart(0), next: () => undefined }, end: 0 });
    const ledger = new PostgresLedger(connection, 1);
    await ledger.claim(0, 'a', LEASE_MS, NO_MARK);

    // No standby is connected: commits wait until an operator empties the setting.
    await server.set({ synchronous_standby_names: '*' });
    await expect
      .poll(() => connection.run({ name: 'names', text: 'show synchronous_standby_names' }, [], LEASE_MS))
      .toMatchObject({ rows: [{ synchronous_standby_names: '*' }] });
    // Commits wait once the checkpointer has read the setting, too: it does before a checkpoint.
    await server.query('checkpoint');
    const bytes = encodeGroup(1, ['[1]'], NO_HASH);
    const group = { firstSequence: 1, lastSequence: 1, previousHash: NO_HASH, hash: hashOf(bytes), bytes };
    const append = ledger.append(1, group, LEASE_MS);
    const isWaiting = "select 1 from pg_stat_activity where wait_event = 'SyncRep'";
    await expect.poll(async () => (await server.query(isWaiting)).length, { interval: 20 }).toBe(1);
    await server.set({ synchronous_standby_names: '' });

    expect(commitProblem((await append)!)).toContain('synchronous_standby_names is empty');
    connection.close();
    await server.remove();
  },
  60_000,
);
