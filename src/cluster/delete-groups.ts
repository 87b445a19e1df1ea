/** Deletion of groups that an archived snapshot makes unnecessary (docs/operate/cluster.md, J33). */
import type { CommandSeq, JournalPosition } from '../exchange/journal/index.ts';
import type { Connection } from './connection.ts';
import { NotDecided, requireGroup } from './decisions.ts';
import { PostgresLedger } from './postgres-ledger.ts';
import { SCHEMA } from './schema.ts';

const MS_MAX = 60_000;
/** Of one transaction: appends wait for its commit. */
const GROUPS_AT_ONCE = 500;

const START = `select start_sequence from ${SCHEMA}.fences where shard = $1`;
/** The oldest groups, and the new beginning of the journal; appends read it under the same lock (J32). */
const DELETE = `with fence as (${START} and ($3::bigint is null or epoch = $3) for update),
  old as (select first_sequence, last_sequence from ${SCHEMA}.groups
    where shard = $1 and first_sequence > (select start_sequence from fence) and last_sequence <= $2
    order by first_sequence limit ${GROUPS_AT_ONCE}),
  gone as (delete from ${SCHEMA}.groups g using old where g.shard = $1 and g.first_sequence = old.first_sequence
    returning g.last_sequence, g.number, g.hash)
  update ${SCHEMA}.fences f
  set start_sequence = last.last_sequence, start_groups = last.number, start_chain = last.hash
  from (select * from gone order by last_sequence desc limit 1) as last where f.shard = $1 returning f.start_sequence`;

export interface DeletionOptions {
  /** In which the leader deletes; of a later leader nothing is deleted. Absent: the operator does. */
  readonly epoch?: number;
  /** Waited for after each slice; false: the rest stays for later. */
  readonly pause?: () => Promise<boolean>;
}

/**
 * Deletes the groups up to a snapshot that is kept elsewhere. Throws NotDecided where the journal has no such position,
 * or where a member of the cluster lacks some of them. Returns the last command that was deleted, now or before.
 */
export async function deleteGroups(
  connection: Connection,
  snapshot: JournalPosition,
  { epoch, pause = async () => true }: DeletionOptions = {},
): Promise<CommandSeq> {
  const { shard } = snapshot;
  const run = (text: string, values: readonly unknown[]) => connection.run({ name: '', text }, values, MS_MAX);
  let [row] = (await run(START, [shard])).rows;
  if (row === undefined) {
    throw new NotDecided('a node of 0.1.0 ran at the last takeover: run npm run admin -- handover first');
  }
  let start = Number(row.start_sequence);
  if (snapshot.sequence <= start) return start;
  const ledger = new PostgresLedger(connection, shard);
  await requireGroup(ledger, snapshot, MS_MAX);
  const lagging = (await ledger.read('members', MS_MAX)).find(({ durable }) => durable.sequence < snapshot.sequence);
  if (lagging !== undefined) {
    throw new NotDecided(
      `node ${lagging.node} has the journal up to command ${lagging.durable.sequence} only, the snapshot is of ` +
        `command ${snapshot.sequence}: start the node, or remove it (npm run admin -- cluster members remove NODE)`,
    );
  }
  do {
    [row] = (await run(DELETE, [shard, snapshot.sequence, epoch ?? null])).rows;
    start = Number(row?.start_sequence ?? start);
  } while (row !== undefined && start < snapshot.sequence && (await pause()));
  return start;
}
