/**
 * The PostgreSQL of a run of tests. Where TEST_DATABASE_URL names none, the first test that needs one starts a server
 * of the run's own, from the programs that npm installed. After the last test the server ends, or the schemas that
 * files shared (database.ts) are dropped.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { PostgresServer, postgresPrograms } from '../../scripts/cluster/postgres-server.ts';

/** No test cuts the power of the machine. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off' };

let own: Promise<PostgresServer> | undefined;
let questions: Server | undefined;

export async function setup(): Promise<void> {
  const { env } = process;
  env.OPENATS_TEST_RUN = randomBytes(4).toString('hex');
  if (env.TEST_DATABASE_URL !== undefined && env.TEST_DATABASE_URL !== '') return;
  const bin = postgresPrograms();
  if (bin === undefined) {
    console.warn('The tests of PostgreSQL are skipped: npm has no server for this machine. Set TEST_DATABASE_URL.');
    return;
  }
  questions = createServer((_, response) => {
    own ??= PostgresServer.create(bin, SETTINGS);
    own.then(
      (server) => response.end(server.url()),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  }).listen(0, '127.0.0.1');
  await once(questions, 'listening');
  env.OPENATS_TEST_POSTGRES = `http://127.0.0.1:${(questions.address() as AddressInfo).port}`;
}

export async function teardown(): Promise<void> {
  questions?.close();
  const url = process.env.TEST_DATABASE_URL;
  if (own !== undefined) await (await own).remove();
  else if (url?.startsWith('postgres') === true) await dropSchemas(url);
}

async function dropSchemas(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      'select nspname as name from pg_namespace where starts_with(nspname, $1)',
      [`test_${process.env.OPENATS_TEST_RUN}_`],
    );
    for (const { name } of rows) await client.query(`drop schema ${name} cascade`);
  } finally {
    await client.end();
  }
}
