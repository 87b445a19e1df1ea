/** The thread that reads a database file for others: one query at a time, in the order in which they were asked. */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { NodeSqliteConnection } from './node-sqlite-connection.ts';
import type { ReadAnswer, ReadRequest } from './read-thread-messages.ts';

const { file, busyTimeoutMs } = workerData as { readonly file: string; readonly busyTimeoutMs: number };
const connection = new NodeSqliteConnection(new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs }));

parentPort?.on('message', async (request: ReadRequest) => {
  parentPort?.postMessage(await answer(request));
});

async function answer({ id, sql, parameters }: ReadRequest): Promise<ReadAnswer> {
  try {
    const { rows } = await connection.executeQuery({ sql, parameters });
    return { id, rows };
  } catch (error) {
    return { id, error: (error as Error).message };
  }
}
