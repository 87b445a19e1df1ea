import { sql } from 'kysely';
import type { Db, Dialect } from '../schema/index.ts';
import { encryptionKeyFile, findSecrets, loadSecrets, type Secrets, type SecretsSource } from './secrets.ts';

/** The database has values that no configured key can decrypt. */
export class WrongEncryptionKey extends Error {
  override readonly name = 'WrongEncryptionKey';
}

interface Database {
  readonly db: Db;
  readonly dialect: Dialect;
}

interface SealedColumn {
  readonly table: string;
  readonly column: string;
}

/**
 * The secrets of this installation, as loadSecrets returns them, checked against the database: throws
 * WrongEncryptionKey, and creates no key, when it has values sealed with another key. The current key's id is stored in
 * the database, so that the sealed values are scanned only when a key is missing.
 */
export async function openSecrets(database: Database, source: SecretsSource): Promise<Secrets> {
  const { db } = database;
  const configured = await findSecrets(source);
  await refuseMissingKey(database, configured?.keyIds ?? [], source);
  const secrets = configured ?? (await loadSecrets(source));
  await db
    .insertInto('sealing_keys')
    .values({ key_id: secrets.keyIds[0]!, created_at: Date.now() * 1000 })
    .onConflict((conflict) => conflict.column('key_id').doNothing())
    .execute();
  return secrets;
}

async function refuseMissingKey(
  database: Database,
  configured: readonly string[],
  source: SecretsSource,
): Promise<void> {
  const { db } = database;
  const noted = await db.selectFrom('sealing_keys').select('key_id').execute();
  // A new database has no key ids; one whose rows were imported without them may still have sealed values.
  if (noted.length > 0 && noted.every(({ key_id }) => configured.includes(key_id))) return;
  for (const at of await sealedColumns(database)) {
    const missing = (await keyIdsIn(db, at)).find((keyId) => !configured.includes(keyId));
    if (missing === undefined) continue;
    const place = source.encryptionKey ? 'ENCRYPTION_KEY does not hold' : `${encryptionKeyFile(source)} should hold`;
    throw new WrongEncryptionKey(
      `${place} the encryption key ${missing}, which ${at.table}.${at.column} of the database is sealed with; ` +
        'without it those values are lost',
    );
  }
}

async function sealedColumns({ db, dialect }: Database): Promise<readonly SealedColumn[]> {
  const query =
    dialect === 'postgres'
      ? sql<SealedColumn>`select table_name as "table", column_name as "column" from information_schema.columns
          where table_schema = current_schema() and column_name like '%sealed' order by 1, 2`
      : sql<SealedColumn>`select t.name as "table", c.name as "column" from sqlite_master t, pragma_table_info(t.name) c
          where t.type = 'table' and c.name like '%sealed' order by 1, 2`;
  return (await query.execute(db)).rows;
}

/** The key ids of sealed values, v1.<key id>.<text>. */
async function keyIdsIn(db: Db, { table, column }: SealedColumn): Promise<string[]> {
  const at = sql.ref(column);
  const { rows } = await sql<{ key_id: string }>`select distinct substr(${at}, 4, 8) as key_id
    from ${sql.table(table)} where ${at} is not null`.execute(db);
  return rows.map(({ key_id }) => key_id);
}
