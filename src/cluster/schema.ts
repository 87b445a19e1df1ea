import { isExpansion } from '../database/schema/index.ts';
import type { Connection } from './connection.ts';

/** Of the tables of the journal, apart from those of the reference data: both may be in one database. */
export const SCHEMA = 'openats_journal';

/** The journal was written by a release that this one does not know. */
class JournalTooNew extends Error {
  override readonly name = 'JournalTooNew';

  constructor(step: string) {
    super(
      `the journal of JOURNAL_URL was written by a newer release (it holds schema step ${step}, which is not known ` +
        'here); start that release',
    );
  }
}

/** The first rules of a release that appends without the row of the shard (J14, J32). */
export const FENCED_SINCE = 8;

/**
 * Applied by a takeover, not by a migration: from then on the row of the shard is the lease alone, and releases that
 * read the end of the journal in it are refused.
 */
export const FENCED_STEP = '0007-contract-shard-ends';

interface Step {
  /** Never changed once released. */
  readonly name: string;
  readonly statements: readonly string[];
}

const STEPS: readonly Step[] = [
  {
    name: '0001-journal',
    statements: [
      // Who leads a shard, and where its journal ends: the fence of every append (J3).
      `create table ${SCHEMA}.shards (
        shard integer primary key,
        epoch bigint not null,
        leader text not null,
        sequence bigint not null,
        groups bigint not null,
        chain bytea not null,
        lease_until timestamptz not null,
        handover_asked_at timestamptz,
        led_since timestamptz)`,
      // A row for each group, with the bytes of the files.
      `create table ${SCHEMA}.groups (
        shard integer not null,
        first_sequence bigint not null,
        last_sequence bigint not null,
        number bigint not null,
        epoch bigint not null,
        hash bytea not null,
        bytes bytea not null,
        primary key (shard, first_sequence))`,
      // Short lines that compress badly: packing them costs an order more than it saves the disk.
      `alter table ${SCHEMA}.groups alter column bytes set storage external`,
      `create table ${SCHEMA}.nodes (
        shard integer not null,
        node text not null,
        address text not null,
        role text not null,
        epoch bigint not null,
        sequence bigint not null,
        rules integer not null,
        clock_ms double precision not null,
        lag_ms double precision not null,
        version text not null,
        seen_at timestamptz not null,
        primary key (shard, node))`,
    ],
  },
  {
    name: '0002-durable-marks',
    statements: [
      // The durable mark of each node (J17); shared_sequence: where its files and a journal without that part.
      `alter table ${SCHEMA}.nodes
        add column durable_epoch bigint not null default 0,
        add column durable_sequence bigint not null default 0,
        add column durable_hash bytea not null default '\\x',
        add column shared_sequence bigint`,
      `create table ${SCHEMA}.claims (
        shard integer not null,
        epoch bigint not null,
        node text not null,
        claimed_at timestamptz not null,
        sequence bigint not null,
        chain bytea not null,
        durable_sequence bigint not null,
        durable_hash bytea not null,
        primary key (shard, epoch))`,
      // The operator's decisions about a rewound journal (J18).
      `create table ${SCHEMA}.decisions (
        shard integer not null,
        epoch bigint not null,
        decision text not null,
        decided_at timestamptz not null,
        decided_by text not null,
        node text not null,
        from_sequence bigint not null,
        to_sequence bigint not null,
        primary key (shard, epoch))`,
    ],
  },
  {
    name: '0003-expand-links',
    // Where other nodes reach a node with commands (J22).
    statements: [`alter table ${SCHEMA}.nodes add column link_address text not null default ''`],
  },
  {
    name: '0004-expand-server-runs',
    // The run of the server in which a node took the shard, and in which a node reported (J26, J27).
    statements: ['shards', 'nodes'].map((table) => `alter table ${SCHEMA}.${table} add column server_run text`),
  },
  {
    name: '0005-expand-members',
    // A node is a member from its first report until the operator removes it, and again when it reports again (J26).
    statements: [`alter table ${SCHEMA}.nodes add column removed_at timestamptz, add column removed_by text`],
  },
  {
    name: '0006-expand-fences',
    statements: [
      // Each append locks the row of its shard for share, and only a takeover changes it (J32). The journal begins
      // after start_sequence.
      `create table ${SCHEMA}.fences (
        shard integer primary key,
        epoch bigint not null,
        start_sequence bigint not null default 0,
        start_groups bigint not null default 0,
        start_chain bytea not null default decode(repeat('00', 32), 'hex'))`,
    ],
  },
  {
    name: '0008-expand-archives',
    statements: [
      // The snapshots of backups that were found whole where they are kept (J33).
      `create table ${SCHEMA}.archives (
        shard integer not null,
        sequence bigint not null,
        hash bytea not null,
        archived_at timestamptz not null,
        archived_by text not null,
        primary key (shard, sequence))`,
    ],
  },
];

/** Any fixed number: nodes that start together take turns. */
const ADVISORY_LOCK = 7_203_115_847;
const MS_MAX = 30_000;

/**
 * Brings the tables of the journal up to the newest step (J21). Throws JournalTooNew. Where there is nothing to do it
 * waits for nobody, who may be gone with the lock for a long time.
 */
export async function migrateJournal(connection: Connection): Promise<void> {
  const run = (text: string, values: readonly unknown[] = []) => connection.run({ name: '', text }, values, MS_MAX);
  const appliedNames = async () => {
    const { rows } = await run(`select name from ${SCHEMA}.migrations order by name`);
    return rows.map(({ name }) => name as string);
  };
  const { rows } = await run(`select to_regclass('${SCHEMA}.migrations') is not null as exists`);
  if (rows[0]?.exists === true && isUpToDate(new Set(await appliedNames()))) return;
  await run('begin');
  await run(`select pg_advisory_xact_lock(${ADVISORY_LOCK})`);
  await run(`create schema if not exists ${SCHEMA}`);
  await run(
    `create table if not exists ${SCHEMA}.migrations (name text primary key, applied_at timestamptz default now())`,
  );
  const applied = new Set(await appliedNames());
  for (const { name, statements } of STEPS) {
    if (applied.delete(name)) continue;
    for (const statement of statements) await run(statement);
    await run(`insert into ${SCHEMA}.migrations (name) values ($1)`, [name]);
  }
  const unknown = [...applied].find(isUnknown);
  if (unknown !== undefined) {
    await run('rollback');
    throw new JournalTooNew(unknown);
  }
  await run('commit');
}

function isUpToDate(applied: ReadonlySet<string>): boolean {
  const others = new Set(applied);
  return STEPS.every(({ name }) => others.delete(name)) && [...others].every((name) => !isUnknown(name));
}

/** Whether a step that is not applied here came from a release that this one cannot continue with. */
function isUnknown(name: string): boolean {
  return name !== FENCED_STEP && !isExpansion(name);
}
