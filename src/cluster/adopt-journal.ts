import { type CommandSeq, type GroupSource, hashOf, NO_HASH } from '../exchange/journal/index.ts';
import type { Connection } from './connection.ts';
import { INSERT_GROUP } from './ledger-statements.ts';
import { FENCED_STEP, SCHEMA } from './schema.ts';

/** Any fixed number: of nodes that start together one makes the shard. */
const ADVISORY_LOCK = 7_203_115_848;
const MS_MAX = 60_000;

const INSERT = `${INSERT_GROUP}
  values ($1, $2, $3, $4, 0, $5, $6)`;
/** Sequence, groups and chain are of releases that read the end of the journal there (FENCED_STEP). */
const LEASE = `insert into ${SCHEMA}.shards (shard, epoch, leader, sequence, groups, chain, lease_until)
  values ($1, 0, '', -1, 0, $2, clock_timestamp() - interval '1 second')`;

/**
 * Makes the row of a shard that the database does not know yet, with the journal that the files of this node hold: a
 * venue of one process becomes one of several. Answers how many commands it took over; undefined when the shard was
 * there.
 */
export async function adoptJournal(
  connection: Connection,
  shard: number,
  own: OwnJournal,
): Promise<number | undefined> {
  const run = (text: string, values: readonly unknown[] = [], name = '') =>
    connection.run({ name, text }, values, MS_MAX);
  const isThere = async () => (await run(`select 1 from ${SCHEMA}.shards where shard = $1`, [shard])).rows.length > 0;
  // Without the lock: another node may be gone with it for a long time.
  if (await isThere()) return undefined;
  await run('begin');
  await run(`select pg_advisory_xact_lock(${ADVISORY_LOCK})`);
  if (await isThere()) {
    await run('rollback');
    return undefined;
  }
  let [number, sequence] = [0, 0];
  for (let group = await own.groups.next(own.end); group !== undefined; group = await own.groups.next(own.end)) {
    number++;
    sequence = group.firstSequence + group.count - 1;
    const values = [shard, group.firstSequence, sequence, number, hashOf(group.bytes), group.bytes];
    await run(INSERT, values, 'adopt');
  }
  await run(LEASE, [shard, NO_HASH]);
  await run(`insert into ${SCHEMA}.fences (shard, epoch) values ($1, 0)`, [shard]);
  await run(`insert into ${SCHEMA}.migrations (name) values ($1) on conflict do nothing`, [FENCED_STEP]);
  await run('commit');
  return sequence;
}

export interface OwnJournal {
  /** From the first command. */
  readonly groups: GroupSource;
  /** The last command that they have. */
  readonly end: CommandSeq;
}
