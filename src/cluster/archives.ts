/** The backups that an operator keeps elsewhere, and has checked there (docs/operate/cluster.md, J33). */
import type { JournalPosition } from '../exchange/journal/index.ts';
import type { Connection } from './connection.ts';
import { requireGroup } from './decisions.ts';
import { PostgresLedger } from './postgres-ledger.ts';
import { SCHEMA } from './schema.ts';

const MS_MAX = 5000;

const RECORD = `insert into ${SCHEMA}.archives (shard, sequence, hash, archived_at, archived_by)
  values ($1, $2, $3, clock_timestamp(), $4) on conflict do nothing`;
const OLDER = `select sequence, hash from ${SCHEMA}.archives
  where shard = $1 and archived_at < clock_timestamp() - $2 * interval '1 day' order by sequence desc limit 1`;

/** Records that a backup was found whole, with this snapshot. Throws NotDecided where the journal lacks its group. */
export async function recordArchive(
  connection: Connection,
  { shard, sequence, hash }: JournalPosition,
  by: string,
): Promise<void> {
  await requireGroup(new PostgresLedger(connection, shard), { sequence, hash }, MS_MAX);
  await connection.run({ name: '', text: RECORD }, [shard, sequence, hash, by], MS_MAX);
}

/** The newest snapshot that was recorded at least this number of days ago. */
export async function archivedBefore(
  connection: Connection,
  shard: number,
  days: number,
): Promise<JournalPosition | undefined> {
  const { rows } = await connection.run({ name: '', text: OLDER }, [shard, days], MS_MAX);
  return rows[0] && { shard, sequence: Number(rows[0].sequence), hash: rows[0].hash as Buffer };
}
