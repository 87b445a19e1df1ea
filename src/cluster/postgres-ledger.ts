import { type CommandSeq, NO_HASH } from '../exchange/journal/index.ts';
import type { Connection, Reply } from './connection.ts';
import {
  COMMIT_SETTINGS,
  COMMITS,
  type CommitSettings,
  type Commits,
  commitSettingsOf,
  commitsOf,
} from './durability.ts';
import type { Mark } from './durable-mark.ts';
import type {
  AppendedGroup,
  GroupEnd,
  LeaseStatus,
  Ledger,
  LedgerGroup,
  NodeStatus,
  SeenNode,
  ShardStatus,
} from './ledger.ts';
import { SCHEMA } from './schema.ts';

const STATUS = `epoch, leader, coalesce((select n.link_address from ${SCHEMA}.nodes n where n.shard = shards.shard
  and n.node = shards.leader), '') as link_address, sequence, groups, chain, lease_until < clock_timestamp() as is_free,
  handover_asked_at is not null as handover_asked,
  (extract(epoch from clock_timestamp()) * 1000000)::bigint as now_us`;

/**
 * Of a server that takes writes: from its start, or its promotion, to its end. A copy of a database, restored or
 * promoted, is in another run than the original.
 */
export const SERVER_RUN = `(extract(epoch from pg_postmaster_start_time())::text || ' '
  || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))`;

/** The epoch, sequence and hash of a mark as columns or parameters. */
function isHeldSql(shard: string, epoch: string, sequence: string, hash: string): string {
  return `(${sequence} = 0
    or coalesce((select g.last_sequence = ${sequence} and g.hash = ${hash} from ${SCHEMA}.groups g
      where g.shard = ${shard} and g.first_sequence <= ${sequence} order by g.first_sequence desc limit 1), false)
    or exists (select 1 from ${SCHEMA}.decisions d where d.shard = ${shard} and d.decision = 'accept-loss'
      and d.epoch > ${epoch} and d.from_sequence < ${sequence} and d.to_sequence >= ${sequence}))`;
}

/** The most that one read returns: a standby that lags far reads many groups, some of them large. */
const GROUPS_AT_ONCE = 500;
const BYTES_AT_ONCE = 4 * 1024 * 1024;
const LEASE = (place: string) => `clock_timestamp() + ${place} * interval '1 millisecond'`;

/** Notifies the standbys at commit, so that they need not wait for their next poll. */
const RELEASED = 'openats_journal_released';

function notifyingStandbys(update: string): string {
  return `with released as (${update} returning shard) select pg_notify('${RELEASED}', shard::text) from released`;
}

const SQL = {
  status: `select ${STATUS} from ${SCHEMA}.shards where shard = $1`,
  groupsAfter: `select last_sequence, number, bytes from (
      select *, sum(length(bytes)) over (order by number) - length(bytes) as bytes_before from (
        select last_sequence, number, bytes from ${SCHEMA}.groups where shard = $1 and first_sequence > $2
        order by first_sequence limit ${GROUPS_AT_ONCE}) as next) as counted
    where bytes_before < ${BYTES_AT_ONCE} order by number`,
  groupAt: `select hash, number from ${SCHEMA}.groups where shard = $1 and first_sequence <= $2 and last_sequence = $2
    order by first_sequence desc limit 1`,
  isHeld: `select ${isHeldSql('$1', '$2::bigint', '$3::bigint', '$4::bytea')} as is_held`,
  commits: `select ${COMMITS}`,
  claim: `with taken as (update ${SCHEMA}.shards set epoch = epoch + 1, leader = $3, handover_asked_at = null,
      lease_until = ${LEASE('$4')}, led_since = clock_timestamp(), server_run = ${SERVER_RUN}
      where shard = $1 and epoch = $2 and (lease_until < clock_timestamp() or leader = $3) returning *),
    noted as (insert into ${SCHEMA}.claims
      select shard, epoch, leader, led_since, sequence, chain, $5::bigint, $6::bytea from taken)
    select ${STATUS} from taken as shards`,
  append: `with led as (update ${SCHEMA}.shards set sequence = $4, chain = $5, groups = groups + 1,
      lease_until = ${LEASE('$7')}
      where shard = $1 and epoch = $2 and sequence = $3::bigint - 1 returning shard, groups)
    insert into ${SCHEMA}.groups (shard, first_sequence, last_sequence, number, epoch, hash, bytes)
    select shard, $3, $4, groups, $2, $5, $6 from led returning shard`,
  settings: `select ${COMMIT_SETTINGS}`,
  renew: `update ${SCHEMA}.shards set lease_until = ${LEASE('$3')}
    where shard = $1 and epoch = $2 and leader <> '' and server_run = ${SERVER_RUN}
    returning ${STATUS}`,
  release:
    notifyingStandbys(`update ${SCHEMA}.shards set lease_until = clock_timestamp() - interval '1 second', leader = '',
    handover_asked_at = null where shard = $1 and epoch = $2`),
  giveUp:
    notifyingStandbys(`update ${SCHEMA}.shards set lease_until = clock_timestamp() - interval '1 second', leader = ''
    where shard = $1 and leader = $2 and epoch = $3`),
  report: `insert into ${SCHEMA}.nodes (shard, node, address, role, epoch, sequence, rules, clock_ms, lag_ms, version,
      durable_epoch, durable_sequence, durable_hash, shared_sequence, link_address, server_run, seen_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, ${SERVER_RUN}, clock_timestamp())
    on conflict (shard, node) do update set address = excluded.address, role = excluded.role, epoch = excluded.epoch,
      sequence = excluded.sequence, rules = excluded.rules, clock_ms = excluded.clock_ms, lag_ms = excluded.lag_ms,
      version = excluded.version, seen_at = excluded.seen_at, durable_epoch = excluded.durable_epoch,
      durable_sequence = excluded.durable_sequence, durable_hash = excluded.durable_hash,
      shared_sequence = excluded.shared_sequence, link_address = excluded.link_address,
      server_run = excluded.server_run`,
  nodes: `select node, address, link_address, role, epoch, sequence, rules, clock_ms, lag_ms, version,
      durable_epoch, durable_sequence, durable_hash, shared_sequence,
      extract(epoch from clock_timestamp() - seen_at) * 1000 as seen_ms_ago,
      ${isHeldSql('n.shard', 'n.durable_epoch', 'n.durable_sequence', 'n.durable_hash')} as is_held,
      coalesce(server_run = ${SERVER_RUN}, false) or exists (select 1 from ${SCHEMA}.shards s
        where s.shard = n.shard and s.server_run = ${SERVER_RUN}) as has_reported
    from ${SCHEMA}.nodes n where shard = $1 and (removed_at is null or removed_at < seen_at) order by node`,
  askHandover: `update ${SCHEMA}.shards set handover_asked_at = clock_timestamp() where shard = $1`,
} as const;

/** Of statements without a deadline of the lease. */
const MS_MAX = 5000;

/** The tables of the journal, over one connection. */
export class PostgresLedger implements Ledger {
  readonly #connection: Connection;
  readonly #shard: number;

  constructor(connection: Connection, shard: number) {
    this.#connection = connection;
    this.#shard = shard;
  }

  async status(msMax: number): Promise<ShardStatus | undefined> {
    return statusOf(await this.#run('status', [], msMax));
  }

  async groupsAfter(sequence: CommandSeq, msMax: number): Promise<readonly LedgerGroup[]> {
    const { rows } = await this.#run('groupsAfter', [sequence], msMax);
    return rows.map(({ last_sequence, number, bytes }) => ({
      lastSequence: Number(last_sequence),
      number: Number(number),
      bytes: bytes as Buffer,
    }));
  }

  async groupAt(sequence: CommandSeq, msMax: number): Promise<GroupEnd | undefined> {
    if (sequence === 0) return { number: 0, hash: NO_HASH };
    const { rows } = await this.#run('groupAt', [sequence], msMax);
    return rows[0] && { number: Number(rows[0].number), hash: rows[0].hash as Buffer };
  }

  async isHeld({ epoch, sequence, hash }: Mark, msMax: number): Promise<boolean> {
    const { rows } = await this.#run('isHeld', [epoch, sequence, hash], msMax);
    return rows[0]?.is_held === true;
  }

  async commits(msMax: number): Promise<Commits> {
    const { rows } = await this.#connection.run({ name: 'commits', text: SQL.commits }, [], msMax);
    return commitsOf(rows[0] ?? {});
  }

  async claim(epoch: number, node: string, leaseMs: number, durable: Mark): Promise<LeaseStatus | undefined> {
    return this.#renewed('claim', [epoch, node, leaseMs, durable.sequence, durable.hash], MS_MAX);
  }

  async append(epoch: number, group: AppendedGroup, leaseMs: number): Promise<CommitSettings | undefined> {
    const { firstSequence, lastSequence, hash, bytes } = group;
    const values = [epoch, firstSequence, lastSequence, hash, bytes, leaseMs];
    // The settings are read after the commit, in the same round trip: when synchronous_standby_names is emptied,
    // PostgreSQL ends all waits without a warning, and a value that the append returned is from before its wait.
    const [appended, settings] = await Promise.all([
      this.#run('append', values, leaseMs),
      this.#connection.run({ name: 'settings', text: SQL.settings }, [], leaseMs),
    ]);
    return appended.rows[0] && commitSettingsOf(settings.rows[0] ?? {});
  }

  async renew(epoch: number, leaseMs: number): Promise<LeaseStatus | undefined> {
    return this.#renewed('renew', [epoch, leaseMs], leaseMs);
  }

  async release(epoch: number): Promise<void> {
    await this.#run('release', [epoch], MS_MAX);
  }

  async giveUp(node: string, epoch: number): Promise<void> {
    await this.#run('giveUp', [node, epoch], MS_MAX);
  }

  async onReleased(listener: () => void): Promise<void> {
    this.#connection.onNotified((channel, payload) => {
      if (channel === RELEASED && payload === String(this.#shard)) listener();
    });
    await this.#connection.run({ name: 'listen', text: `listen ${RELEASED}` }, [], MS_MAX);
  }

  async report(node: NodeStatus): Promise<Commits> {
    const { address, linkAddress, role, epoch, sequence, rules, clockMs, lagMs, version, durable, shared } = node;
    const about = [node.node, address, role, epoch, sequence, rules, clockMs, lagMs, version];
    const values = [...about, durable.epoch, durable.sequence, durable.hash, shared, linkAddress];
    const [, commits] = await Promise.all([this.#run('report', values, MS_MAX), this.commits(MS_MAX)]);
    return commits;
  }

  async nodes(): Promise<readonly SeenNode[]> {
    const { rows } = await this.#run('nodes', [], MS_MAX);
    return rows.map((row) => ({
      node: String(row.node),
      address: String(row.address),
      linkAddress: String(row.link_address),
      role: String(row.role),
      epoch: Number(row.epoch),
      sequence: Number(row.sequence),
      rules: Number(row.rules),
      clockMs: Number(row.clock_ms),
      lagMs: Number(row.lag_ms),
      version: String(row.version),
      durable: {
        epoch: Number(row.durable_epoch),
        sequence: Number(row.durable_sequence),
        hash: row.durable_hash as Buffer,
      },
      shared: row.shared_sequence === null ? null : Number(row.shared_sequence),
      seenMsAgo: Number(row.seen_ms_ago),
      isHeld: row.is_held === true,
      hasReported: row.has_reported === true,
    }));
  }

  async askHandover(): Promise<void> {
    await this.#run('askHandover', [], MS_MAX);
  }

  close(): void {
    this.#connection.close();
  }

  /** Reads the commit settings after the commit of the statement, as append does. */
  async #renewed(name: 'claim' | 'renew', values: readonly unknown[], msMax: number): Promise<LeaseStatus | undefined> {
    const [reply, commits] = await Promise.all([this.#run(name, values, msMax), this.commits(msMax)]);
    const status = statusOf(reply);
    return status && { ...status, commits };
  }

  #run(name: keyof typeof SQL, values: readonly unknown[], msMax: number): Promise<Reply> {
    return this.#connection.run({ name, text: SQL[name] }, [this.#shard, ...values], msMax);
  }
}

function statusOf({ rows: [row] }: Reply): ShardStatus | undefined {
  if (row === undefined) return undefined;
  return {
    epoch: Number(row.epoch),
    leader: String(row.leader),
    linkAddress: String(row.link_address),
    sequence: Number(row.sequence),
    groups: Number(row.groups),
    chain: row.chain as Buffer,
    isFree: row.is_free === true,
    handoverAsked: row.handover_asked === true,
    nowUs: Number(row.now_us),
  };
}
