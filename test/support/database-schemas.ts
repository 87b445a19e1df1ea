/** Drops, behind the last test of a run, the schemas of PostgreSQL that its files shared (database.ts). */
import { randomBytes } from 'node:crypto';
import pg from 'pg';

export function setup(): void {
  process.env.OPENATS_TEST_RUN = randomBytes(4).toString('hex');
}

export async function teardown(): Promise<void> {
  const connectionString = process.env.TEST_DATABASE_URL;
  if (connectionString === undefined || connectionString === '') return;
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
