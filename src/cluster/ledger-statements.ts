import { COMMITS } from './durability.ts';
import { SEEN_MS_MAX } from './ledger.ts';
import { FENCED_SINCE, FENCED_STEP, SCHEMA } from './schema.ts';

/** Where the journal of a shard begins, as columns; `f` is its row of fences, or null before it is fenced (J32). */
const START = `select coalesce(f.start_sequence, 0) as sequence, coalesce(f.start_groups, 0) as groups,
  coalesce(f.start_chain, decode(repeat('00', 32), 'hex')) as chain`;

/** Where it ends. */
export function endSql(shard: string): string {
  return `(select * from (select last_sequence as sequence, number as groups, hash as chain from ${SCHEMA}.groups
      where shard = ${shard} order by first_sequence desc limit 1) as last
    union all ${START} order by sequence desc limit 1)`;
}

/**
 * Of a server that takes writes: from its start, or its promotion, to its end. A copy of a database, restored or
 * promoted, is in another run than the original.
 */
export const SERVER_RUN = `(extract(epoch from pg_postmaster_start_time())::text || ' '
  || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))`;

/** Of a member whose row began in this run of the server, before the shard was taken in it (J26). */
const NEW_IN_RUN = `('new ' || ${SERVER_RUN})`;
/** Of a member that knew something and reports that it knows nothing, until the shard is taken (J26). */
const EMPTIED = `'emptied'`;
const isTakenInRun = (shard: string) =>
  `exists (select 1 from ${SCHEMA}.shards s where s.shard = ${shard} and s.server_run = ${SERVER_RUN})`;
const isTakenInOther = (shard: string) =>
  `exists (select 1 from ${SCHEMA}.shards s where s.shard = ${shard} and s.server_run <> ${SERVER_RUN})`;

/** The epoch, sequence and hash of a mark as columns or parameters. */
function isHeldSql(shard: string, epoch: string, sequence: string, hash: string): string {
  return `(${sequence} = 0
    or coalesce((select g.last_sequence = ${sequence} and g.hash = ${hash} from ${SCHEMA}.groups g
      where g.shard = ${shard} and g.first_sequence <= ${sequence} order by g.first_sequence desc limit 1), false)
    or exists (select 1 from ${SCHEMA}.fences f where f.shard = ${shard}
      and (f.start_sequence > ${sequence} or (f.start_sequence = ${sequence} and f.start_chain = ${hash})))
    or exists (select 1 from ${SCHEMA}.decisions d where d.shard = ${shard} and d.decision = 'accept-loss'
      and d.epoch > ${epoch} and d.from_sequence < ${sequence} and d.to_sequence >= ${sequence}))`;
}

/** The most that one read returns: a standby that lags far reads many groups, some of them large. */
const GROUPS_AT_ONCE = 500;
const BYTES_AT_ONCE = 4 * 1024 * 1024;
const LEASE = (place: string) => `clock_timestamp() + ${place} * interval '1 millisecond'`;
const NOW_US = '(extract(epoch from clock_timestamp()) * 1000000)::bigint';

/** Notifies the standbys when a lease is given up, so that they need not wait for their next poll. */
export const RELEASED = 'openats_journal_released';

/** The values or a query follow, in this order. */
export const INSERT_GROUP = `insert into ${SCHEMA}.groups
  (shard, first_sequence, last_sequence, number, epoch, hash, bytes)`;

/** The statements on the journal database; the shard is the first value of each. */
export const LEDGER_SQL = {
  shard: `select s.epoch, s.leader, coalesce((select n.link_address from ${SCHEMA}.nodes n where n.shard = s.shard
      and n.node = s.leader), '') as link_address, coalesce(f.start_sequence, 0) as start, e.sequence, e.groups,
      e.chain, s.lease_until < clock_timestamp() as is_free, s.handover_asked_at is not null as handover_asked,
      ${NOW_US} as now_us, ${COMMITS}
    from ${SCHEMA}.shards s left join ${SCHEMA}.fences f using (shard) cross join lateral ${endSql('s.shard')} e
    where s.shard = $1`,
  groups: `select last_sequence, number, bytes from (
      select *, sum(length(bytes)) over (order by number) - length(bytes) as bytes_before from (
        select last_sequence, number, bytes from ${SCHEMA}.groups where shard = $1 and first_sequence > $2
        order by first_sequence limit ${GROUPS_AT_ONCE}) as next) as counted
    where bytes_before < ${BYTES_AT_ONCE} order by number`,
  // Of the position that a group ends at, or the journal begins after.
  place: `select ${isHeldSql('$1', '$2::bigint', '$3::bigint', '$4::bytea')} as is_held,
    (select number from (
      (select last_sequence, number, hash from ${SCHEMA}.groups where shard = $1 and first_sequence <= $3
        order by first_sequence desc limit 1)
      union all select sequence, groups, chain from (${START}
        from ${SCHEMA}.shards s left join ${SCHEMA}.fences f using (shard) where shard = $1) as start) as ends
      where last_sequence = $3 and hash = $4) as number`,
  // The fence waits until each append of the former epoch has committed: the end is read by a later statement.
  claim: `with taken as (update ${SCHEMA}.shards s set epoch = epoch + 1, leader = $3, handover_asked_at = null,
      lease_until = ${LEASE('$4')}, led_since = clock_timestamp(), server_run = ${SERVER_RUN}
      where shard = $1 and epoch = $2 and (lease_until < clock_timestamp() or leader = $3) returning *),
    fenced as (update ${SCHEMA}.fences f set epoch = taken.epoch from taken where f.shard = taken.shard
      returning f.shard),
    noted as (insert into ${SCHEMA}.claims
      select s.shard, s.epoch, s.leader, s.led_since, e.sequence, e.chain, $5::bigint, $6::bytea
      from taken s left join ${SCHEMA}.fences f using (shard) cross join lateral ${endSql('s.shard')} e)
    select taken.epoch, fenced.shard is not null as is_fenced from taken left join fenced using (shard)`,
  // From then on a release that reads the end in the row of the shard restarts, and is refused at its start.
  // The claim did not see a fence that the leader before was making: that one is raised, as a claim does.
  fence: `with fenced as (update ${SCHEMA}.shards s set sequence = -1
      where shard = $1 and epoch = $2 and (sequence < 0 or not exists (select from ${SCHEMA}.nodes n
        where n.shard = s.shard and n.rules < ${FENCED_SINCE}
        and n.seen_at > clock_timestamp() - interval '${SEEN_MS_MAX} milliseconds')) returning shard, epoch),
    noted as (insert into ${SCHEMA}.migrations (name) select '${FENCED_STEP}' from fenced on conflict do nothing)
    insert into ${SCHEMA}.fences (shard, epoch) select shard, epoch from fenced
    on conflict (shard) do update set epoch = excluded.epoch returning shard`,
  append: `with fence as (select start_sequence, start_groups, start_chain from ${SCHEMA}.fences
      where shard = $1 and epoch = $2 for share),
    before as ((select last_sequence, number, hash from ${SCHEMA}.groups where shard = $1 and first_sequence < $3
        order by first_sequence desc limit 1)
      union all select start_sequence, start_groups, start_chain from fence order by last_sequence desc limit 1)
    ${INSERT_GROUP}
    select $1, $3, $4, before.number + 1, $2, $6, $7 from fence, before
    where before.last_sequence = $3::bigint - 1 and before.hash = $5 on conflict do nothing returning shard`,
  /** As releases append that read the end in the row of the shard. */
  appendToRow: `with led as (update ${SCHEMA}.shards set sequence = $4, chain = $6, groups = groups + 1
      where shard = $1 and epoch = $2 and sequence = $3::bigint - 1 and chain = $5 returning shard, groups)
    ${INSERT_GROUP}
    select shard, $3, $4, groups, $2, $6, $7 from led returning shard`,
  renew: `with renewed as (update ${SCHEMA}.shards set leader = case when $4 > 0 then leader else '' end,
      lease_until = case when $4 > 0 then ${LEASE('$4')} else clock_timestamp() - interval '1 second' end,
      handover_asked_at = case when $4 > 0 then handover_asked_at end
      where shard = $1 and epoch = $2 and leader = $3 and ($4 = 0 or server_run = ${SERVER_RUN})
      returning shard, leader, handover_asked_at)
    select handover_asked_at is not null as handover_asked, ${NOW_US} as now_us,
      case when leader = '' then pg_notify('${RELEASED}', shard::text) end from renewed`,
  report: `insert into ${SCHEMA}.nodes as n (shard, node, address, role, epoch, sequence, rules, clock_ms, lag_ms,
      version, durable_epoch, durable_sequence, durable_hash, shared_sequence, link_address, server_run, seen_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
      case when ${isTakenInOther('$1')} then ${NEW_IN_RUN} else ${SERVER_RUN} end, clock_timestamp())
    on conflict (shard, node) do update set address = excluded.address, role = excluded.role, epoch = excluded.epoch,
      sequence = excluded.sequence, rules = excluded.rules, clock_ms = excluded.clock_ms, lag_ms = excluded.lag_ms,
      version = excluded.version, seen_at = excluded.seen_at, durable_epoch = excluded.durable_epoch,
      durable_sequence = excluded.durable_sequence, durable_hash = excluded.durable_hash,
      shared_sequence = excluded.shared_sequence, link_address = excluded.link_address,
      server_run = case when n.server_run = ${NEW_IN_RUN} then n.server_run
        when not ${isTakenInOther('$1')} then ${SERVER_RUN}
        when n.removed_at >= n.seen_at then ${NEW_IN_RUN}
        when n.server_run = ${EMPTIED} or (excluded.durable_sequence = 0 and n.durable_sequence > 0) then ${EMPTIED}
        else ${SERVER_RUN} end`,
  members: `select node, address, link_address, role, epoch, sequence, rules, clock_ms, lag_ms, version,
      durable_epoch, durable_sequence, durable_hash, shared_sequence,
      extract(epoch from clock_timestamp() - seen_at) * 1000 as seen_ms_ago,
      ${isHeldSql('n.shard', 'n.durable_epoch', 'n.durable_sequence', 'n.durable_hash')} as is_held,
      coalesce(server_run in (${SERVER_RUN}, ${NEW_IN_RUN}), false) or ${isTakenInRun('n.shard')} as has_reported,
      coalesce(server_run = ${NEW_IN_RUN}, false) and not ${isTakenInRun('n.shard')} as is_new
    from ${SCHEMA}.nodes n where shard = $1 and (removed_at is null or removed_at < seen_at) order by node`,
} as const;
