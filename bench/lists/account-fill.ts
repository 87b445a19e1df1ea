import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open-database.ts';

/** A database that is there for a measurement. */
export interface TemporaryDatabase {
  readonly database: Database;
  readonly remove: () => Promise<void>;
}

export async function temporarySqlite(): Promise<TemporaryDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'openats-lists-'));
  const database = await openDatabase({ file: join(folder, 'lists.db') });
  return { database, remove: () => database.close().then(() => rm(folder, { recursive: true, force: true })) };
}

/** In a separate schema. */
export async function temporaryPostgres(url: string): Promise<TemporaryDatabase> {
  const schema = `lists_${randomBytes(6).toString('hex')}`;
  await administer(url, `create schema ${schema}`);
  const own = new URL(url);
  own.searchParams.set('options', `-c search_path=${schema}`);
  const database = await openDatabase({ url: own.href.replaceAll('+', '%20') });
  return { database, remove: () => database.close().then(() => administer(url, `drop schema ${schema} cascade`)) };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Time of creation of the first account, and between two of them, microseconds. */
const FIRST = Date.UTC(2030, 0, 1) * 1000;
const STEP = 1_000_000;

/** Stores accounts of a client whose ids follow a number, created a second apart, every twentieth archived. */
export async function fillAccounts(
  { db, dialect }: Database,
  clientId: string,
  accounts: number,
  idsAfter: number,
): Promise<void> {
  const numbers =
    dialect === 'postgres'
      ? sql`select generate_series(1, ${accounts}::bigint) as i`
      : sql`with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${accounts})
            select i from numbers`;
  await sql`
    insert into accounts (account_id, client_id, account_name, type, resident_type, address1, address2, city, state,
      zip, country, email, kyc_status, aml_status, accredited_status, approval_status, syndicate, tags, notes,
      field1, field2, field3, phone, archived, created_at)
    select 'A' || cast(cast(${idsAfter} as bigint) + i as text), cast(${clientId} as text),
      'Example Account ' || cast(i * 7919 % 1000003 as text),
      case i % 4 when 0 then 'Entity' when 1 then 'IRA' else 'Individual' end, 'domestic_account',
      cast(i as text) || ' Example Street', '', 'Springfield', case i % 50 when 0 then 'NY' else 'CA' end, '00501',
      'USA', 'investor' || cast(i as text) || '@example.com', 'Pending', 'Pending', 'Pending', 'Pending', '', '',
      'An account of a measurement, with a note of about this length', '', '', '', '5551234567',
      case when i % 20 = 0 then 1 else 0 end, cast(${FIRST} as bigint) + i * cast(${STEP} as bigint)
    from (${numbers}) as numbers`.execute(db);
  // What PostgreSQL does by itself a while after that many rows were written.
  if (dialect === 'postgres') await sql`vacuum analyze accounts`.execute(db);
}
