/** The thread of a database file: runs one query at a time, in the order of the requests. */
import { setPriority } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { QueryResult } from 'kysely';
import { LOG_BYTES_MAX, NodeSqliteConnection } from './node-sqlite-driver.ts';
import {
  ROLLBACK,
  received,
  type SqliteThreadData,
  type ThreadRequest,
  type ThreadResponse,
} from './thread-messages.ts';

/**
 * Of a thread that only reads, as of the history: a long list waits for orders. A thread that writes keeps the priority
 * of the orders, because changes wait for it.
 */
const NICE = 5;

const { file, isReadOnly, busyTimeoutMs } = workerData as SqliteThreadData;
const database = new DatabaseSync(file, {
  readOnly: isReadOnly,
  timeout: busyTimeoutMs,
  enableForeignKeyConstraints: true,
});
if (!isReadOnly) {
  database.exec('pragma synchronous = FULL');
  database.exec(`pragma journal_size_limit = ${LOG_BYTES_MAX}`);
}
// Linux only, where a priority is that of a thread.
if (isReadOnly && process.platform === 'linux') setPriority(NICE);
const connection = new NodeSqliteConnection(database);

parentPort?.on('message', async (request: ThreadRequest) => {
  parentPort?.postMessage(await respond(request));
});

async function respond({ id, sql, parameters }: ThreadRequest): Promise<ThreadResponse> {
  try {
    return { id, result: await execute(sql, received(parameters)) };
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number };
    return { id, error: { message, errcode } };
  }
}

async function execute(sql: string, parameters: readonly unknown[]): Promise<QueryResult<unknown>> {
  // SQLite rolls back automatically on some errors, and a thread that replaces another has no transaction.
  if (sql === ROLLBACK && !database.isTransaction) return { rows: [] };
  return connection.executeQuery({ sql, parameters });
}
