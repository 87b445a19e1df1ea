import { sql } from 'kysely';
import { ownedBy } from '../../database/queries/index.ts';
import type { Db } from '../../database/schema/index.ts';

/** A table of which only the newest rows are kept, numbered in the order of writing. */
export interface TrimmedTable {
  readonly name: 'webhook_deliveries' | 'kept_webhooks';
  readonly seq: string;
}

/**
 * Keeps about `keptMax` rows. Above that the clients with the most rows lose their oldest ones, so that no client can
 * displace rows of another client within its share.
 */
export async function trimFairly(db: Db, table: TrimmedTable, keptMax: number): Promise<void> {
  const counts = await db
    .selectFrom(table.name)
    .select((row) => ['client_id', row.fn.countAll<number>().as('rows')])
    .groupBy('client_id')
    .execute();
  const share = shareOf(
    counts.map(({ rows }) => rows),
    keptMax,
  );
  for (const { client_id, rows } of counts) if (rows > share) await keepNewest(db, table, client_id, share);
}

async function keepNewest(db: Db, { name, seq }: TrimmedTable, clientId: string, kept: number): Promise<void> {
  const [table, column] = [sql.table(name), sql.ref(seq)];
  await sql`delete from ${table} where ${ownedBy(clientId)} and ${column} <= (
    select ${column} from ${table} where ${ownedBy(clientId)} order by ${column} desc limit 1 offset ${kept})`.execute(
    db,
  );
}

/** The share of each client, so that all together keep `max`; Infinity when everything fits. */
export function shareOf(counts: readonly number[], max: number): number {
  let left = max;
  for (const [index, count] of counts.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(left / (counts.length - index));
    if (count > share) return Math.max(1, share);
    left -= count;
  }
  return Number.POSITIVE_INFINITY;
}
