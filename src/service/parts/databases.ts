import type { Config } from '../../config.ts';
import type { Database } from '../../database/database.ts';
import { historyDatabaseFile, mainDatabaseFile } from '../../database/files.ts';
import { type DatabaseLocation, openDatabase, openHistoryDatabase } from '../../database/open-database.ts';
import { earlierTransactionsEnded } from '../../database/queries/index.ts';
import type { Secrets } from '../../database/secrets/index.ts';
import { openSecrets } from '../../database/secrets/index.ts';
import { HistoryStore } from '../../history/store.ts';
import { systemTimers } from '../../time/timers.ts';
import { type PartContext, SHARD, starting } from '../lifecycle/index.ts';
import { CONNECTIONS, type DatabaseUse, nodeName } from './connections.ts';
import { DatabaseWatch } from './database-watch.ts';
import { type LeaderDatabases, type LeadsByJournal, openLeaderDatabases } from './leader-databases.ts';

export interface Databases {
  readonly main: Database;
  readonly secrets: Secrets;
  readonly history: HistoryStore;
  /** Where the history is; the same database as main on PostgreSQL. */
  readonly historyDatabase: Database;
  readonly watch: DatabaseWatch;
  /** For the work of the leader alone. */
  readonly leader: LeaderDatabases;
}

/** How long locks of a killed run may delay this start; transactions of others on the server count too. */
const EARLIER_MS_MAX = 5000;
/** Of a statement. Those that project the history write much at a time. */
const ANSWER_MS_MAX = 12_000;
const HISTORY_ANSWER_MS_MAX = 30_000;
/** Of a transaction between two statements: a process that was stopped must not keep the others waiting. */
const IDLE_MS_MAX = 2000;

/**
 * Opens the databases, with the keys for what is sealed in the main one.
 * @param leadsByJournal undefined where this process is alone
 */
export async function openDatabases(context: PartContext, leadsByJournal?: LeadsByJournal): Promise<Databases> {
  const { config, log, state, shutdown } = context;
  // Calls read it here; a thread writes it.
  const abandoned = state.databasesAbandoned.signal;
  const historyOfCalls = { ...historyLocation(config, 'history'), answerMsMax: ANSWER_MS_MAX, abandoned };
  const history = await starting(historyName(config), () => openHistoryDatabase(historyOfCalls));
  shutdown.add('history database', history.close);
  const watch = new DatabaseWatch({ state, after: systemTimers.after, probe: () => writeNothing(main), log });
  const main = await starting(databaseName(config), () => {
    return openDatabase(
      { ...mainLocation(config, 'calls'), abandoned },
      { onUnavailable: (error) => watch.failed(error), onImpossibleSum: (found) => watch.refused(found) },
    );
  });
  shutdown.add('main database', async () => {
    watch.end();
    await main.close();
  });
  await earlierTransactionsEnded(main.db, EARLIER_MS_MAX);
  const secrets = await openSecrets(main, { encryptionKey: config.ENCRYPTION_KEY, dataDir: config.DATA_DIR });
  const leader = openLeaderDatabases(context, { main, history }, leadsByJournal);
  return { main, secrets, history: new HistoryStore(history, SHARD), historyDatabase: history, watch, leader };
}

/** A write that changes nothing, and needs all that a write needs. */
function writeNothing({ db }: Database): Promise<unknown> {
  return db
    .updateTable('venue_binding')
    .set((row) => ({ confirmed: row.ref('confirmed') }))
    .execute();
}

/** For messages: where the reference database is. A URL may hold a password. */
export function databaseName(config: Config): string {
  return config.DATABASE_URL === null ? mainDatabaseFile(config.DATA_DIR) : 'the database of DATABASE_URL';
}

/** A projection that can be made again from the journal: on SQLite it need not wait for the disk at each commit. */
export function historyLocation(config: Config, use: DatabaseUse): DatabaseLocation {
  if (config.DATABASE_URL !== null) return onServer(config, use, HISTORY_ANSWER_MS_MAX);
  return { file: historyDatabaseFile(config.DATA_DIR), synchronous: 'NORMAL' };
}

export function mainLocation(config: Config, use: DatabaseUse): DatabaseLocation {
  if (config.DATABASE_URL !== null) return onServer(config, use, ANSWER_MS_MAX);
  return { file: mainDatabaseFile(config.DATA_DIR) };
}

/** No call waits for a host that is gone, and a new connection may reach another one. */
function onServer(config: Config, use: DatabaseUse, answerMsMax: number): DatabaseLocation {
  const nameOf = { node: nodeName(config), use };
  const { DATABASE_URL: url } = config;
  return { url, connectionsMax: CONNECTIONS[use], answerMsMax, idleMsMax: IDLE_MS_MAX, nameOf };
}

function historyName(config: Config): string {
  if (config.DATABASE_URL !== null) return databaseName(config);
  return `${historyDatabaseFile(config.DATA_DIR)} (it may be deleted: it is made again from the journal)`;
}
