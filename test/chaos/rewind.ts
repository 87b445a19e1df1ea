/** A journal that is restored to a moment before, on the database of a chaos run. */
import { SCHEMA } from '../../src/cluster/schema.ts';

/**
 * The newest groups are gone, and all that came with them: `groups` groups before the one that every node knows to be
 * durable. The rows of lease and fence are locked first: nobody appends meanwhile.
 */
const REWIND = [
  `select from ${SCHEMA}.shards where shard = $SHARD for update`,
  `select from ${SCHEMA}.fences where shard = $SHARD for update`,
  `create temporary table kept on commit drop as select * from ${SCHEMA}.groups where shard = $SHARD and number = (
    select greatest(1, min(number) - $GROUPS) from ${SCHEMA}.groups where shard = $SHARD
      and last_sequence >= (select min(durable_sequence) from ${SCHEMA}.nodes where shard = $SHARD))`,
  `delete from ${SCHEMA}.groups where shard = $SHARD and number > (select number from kept)`,
  `delete from ${SCHEMA}.claims where shard = $SHARD and epoch > (select epoch from kept)`,
  `delete from ${SCHEMA}.decisions where shard = $SHARD and epoch > (select epoch from kept)`,
  `delete from ${SCHEMA}.nodes where shard = $SHARD`,
  `update ${SCHEMA}.fences set epoch = kept.epoch from kept where fences.shard = kept.shard`,
  `update ${SCHEMA}.shards set epoch = kept.epoch, leader = '',
    lease_until = clock_timestamp() - interval '1 second' from kept where shards.shard = kept.shard`,
];

/** A transaction; it ends the connections of the nodes, which a restored database does not have either. */
export function rewindSql(shard: number, groups: number): string {
  const fill = (text: string) => text.replaceAll('$SHARD', String(shard)).replaceAll('$GROUPS', String(groups));
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'openats%'`;
  return `begin; ${[...REWIND.map(fill), cut].join('; ')}; commit`;
}
