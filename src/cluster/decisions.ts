/** The operator's decisions about a rewound journal (docs/operate/cluster.md, J18). */

import { commandsIn, encodeCommand } from '../exchange/commands/index.ts';
import {
  type CommandSeq,
  decodeGroup,
  encodeGroup,
  type Group,
  type GroupSource,
  hashOf,
  type JournalPosition,
} from '../exchange/journal/index.ts';
import { idsSince } from '../exchange/storage/index.ts';
import type { Microseconds } from '../time/units.ts';
import type { Connection, Reply } from './connection.ts';
import type { Ledger, SeenNode } from './ledger.ts';
import { endSql, INSERT_GROUP, SERVER_RUN } from './ledger-statements.ts';
import { SCHEMA } from './schema.ts';

/** The operator's command cannot be carried out; the message says why and what to do. */
export class NotDecided extends Error {
  override readonly name = 'NotDecided';
}

/** Throws NotDecided where no group of the journal ends there with this hash. */
export async function requireGroup(
  ledger: Pick<Ledger, 'read'>,
  { sequence, hash }: Pick<JournalPosition, 'sequence' | 'hash'>,
  msMax: number,
): Promise<void> {
  const { number } = await ledger.read('place', msMax, { sequence, hash });
  if (number === null) throw new NotDecided(`the journal has no such group that ends with command ${sequence}`);
}

export interface Decision {
  readonly decision: string;
  readonly epoch: number;
  readonly decidedAt: Date;
  readonly decidedBy: string;
  readonly node: string;
  readonly fromSequence: CommandSeq;
  readonly toSequence: CommandSeq;
}

/** The commands that a rewound journal lacks: those after `from`, up to `to`. */
export interface Lost {
  readonly from: CommandSeq;
  readonly to: CommandSeq;
}

/** A group of commands that began before the loss gives out no more ids of a kind than this for each command. */
const IDS_OF_A_COMMAND = 10_000;
const SKIPPED_MIN = 1_000_000;
/** Epochs of takeovers that a restored database does not know: more than a venue has. */
const EPOCHS_SKIPPED = 1_000_000;
const MS_MAX = 60_000;

const DECIDE = `insert into ${SCHEMA}.decisions (shard, epoch, decision, decided_at, decided_by, node, from_sequence,
  to_sequence) values ($1, $2, $3, clock_timestamp(), $4, $5, $6, $7)`;
/** In the order of a claim: until the transaction is over nobody leads or appends. */
const LOCKS = ['shards', 'fences'].map((table) => `select from ${SCHEMA}.${table} where shard = $1 for update`);
const STATUS = `select s.epoch, s.leader, e.sequence, e.groups, e.chain, s.lease_until < clock_timestamp() as is_free,
    (extract(epoch from clock_timestamp()) * 1000000)::bigint as now_us,
    (select max(durable_epoch) from ${SCHEMA}.nodes n where n.shard = s.shard) as durable_epoch
  from ${SCHEMA}.shards s left join ${SCHEMA}.fences f using (shard) cross join lateral ${endSql('s.shard')} e
  where s.shard = $1`;
const INSERT = `${INSERT_GROUP}
  values ($1, $2, $3, $4, $5, $6, $7)`;
/**
 * A shard without a fence has its end in its row (J32). The decision is the operator's word that no report is waited
 * for (J26).
 */
const MOVE = `with fenced as (update ${SCHEMA}.fences set epoch = $2 where shard = $1 returning shard)
  update ${SCHEMA}.shards set epoch = $2, leader = '', groups = $4, chain = $5, server_run = ${SERVER_RUN},
    sequence = case when exists (select from fenced) then -1 else $3 end,
    lease_until = clock_timestamp() - interval '1 second' where shard = $1`;

/** The commands that the nodes ahead of the journal have and it lacks; undefined: none. */
export function lostOf(nodes: readonly SeenNode[], sequence: CommandSeq): Lost | undefined {
  const ahead = nodes.filter(({ isHeld }) => !isHeld);
  if (ahead.length === 0) return undefined;
  const from = ahead.map(({ shared, durable }) => shared ?? Math.min(sequence, durable.sequence - 1));
  return { from: Math.min(...from), to: Math.max(...ahead.map(({ durable }) => durable.sequence)) };
}

/** How many ids of each kind are passed over after a loss. */
export function skippedIds({ from, to }: Lost): number {
  return Math.max(SKIPPED_MIN, (to - from) * IDS_OF_A_COMMAND);
}

export async function decisionsOf(connection: Connection, shard: number): Promise<Decision[]> {
  const text = `select * from ${SCHEMA}.decisions where shard = $1 order by epoch`;
  const { rows } = await connection.run({ name: '', text }, [shard], MS_MAX);
  return rows.map((row) => ({
    decision: String(row.decision),
    epoch: Number(row.epoch),
    decidedAt: row.decided_at as Date,
    decidedBy: String(row.decided_by),
    node: String(row.node),
    fromSequence: Number(row.from_sequence),
    toSequence: Number(row.to_sequence),
  }));
}

export interface Restored {
  readonly node: string;
  readonly decidedBy: string;
  /** The last command that the files of the node and the journal share. */
  readonly shared: JournalPosition;
  /** The groups of the files after that. */
  readonly groups: GroupSource;
  /** The last command of the files. */
  readonly end: CommandSeq;
}

/** Appends the groups that the journal lacks, under a new epoch. Returns how many commands they hold. */
export async function restoreGroups(connection: Connection, shard: number, restored: Restored): Promise<number> {
  const { node, decidedBy, shared, groups, end } = restored;
  return decided(connection, shard, async (journal) => {
    if (journal.sequence !== shared.sequence || !journal.chain.equals(shared.hash)) {
      throw new NotDecided(
        `the journal and the files of ${node} differ after command ${shared.sequence}: the files cannot be appended. ` +
          'Their commands after it can only be given up: admin -- journal accept-loss',
      );
    }
    for (let group = await groups.next(end); group !== undefined; group = await groups.next(end)) {
      await journal.add(group);
    }
    if (journal.sequence === shared.sequence) throw new NotDecided(`the files of ${node} hold nothing more`);
    await journal.decide('restore-from', decidedBy, node, { from: shared.sequence, to: journal.sequence });
    return journal.sequence - shared.sequence;
  });
}

/** Gives up the commands that the journal lacks, and skips the ids that they may have given out. */
export async function acceptLoss(connection: Connection, shard: number, lost: Lost, decidedBy: string): Promise<void> {
  await decided(connection, shard, async (journal) => {
    await skipIds(journal, await lastTime(connection, shard), skippedIds(lost));
    await journal.decide('accept-loss', decidedBy, '', lost);
  });
}

/**
 * The database was restored to a moment: gives up all commands after it, whichever nodes hold them, and skips the ids
 * that they may have given out. Returns the last command that is left.
 */
export async function acceptMoment(connection: Connection, shard: number, decidedBy: string): Promise<CommandSeq> {
  const work = async (journal: LockedJournal) => {
    const [from, lastUs] = [journal.sequence, await lastTime(connection, shard)];
    await skipIds(journal, lastUs, idsSince(lastUs, journal.nowUs));
    await journal.decide('accept-loss', decidedBy, '', { from, to: Number.MAX_SAFE_INTEGER });
    return from;
  };
  return decided(connection, shard, work, EPOCHS_SKIPPED);
}

async function skipIds(journal: LockedJournal, lastUs: Microseconds, count: number): Promise<void> {
  const command = encodeCommand({ type: 'skipIds', count, time: Math.max(journal.nowUs, lastUs) });
  const bytes = encodeGroup(journal.sequence + 1, [command], journal.chain);
  await journal.add(decodeGroup(bytes, 0) as Group);
}

/** Of the last command of the journal, microseconds since 1970. */
async function lastTime(connection: Connection, shard: number): Promise<number> {
  const text = `select bytes from ${SCHEMA}.groups where shard = $1 order by first_sequence desc limit 1`;
  const { rows } = await connection.run({ name: '', text }, [shard], MS_MAX);
  const group = rows[0] && decodeGroup(rows[0].bytes as Buffer, 0);
  if (group === undefined) return 0;
  if (typeof group === 'string') throw new NotDecided(`the last group of the journal is damaged: ${group}`);
  return commandsIn(group.payload).at(-1)?.time ?? 0;
}

/** A statement about the shard, which is its first value. */
type Run = (text: string, values: readonly unknown[]) => Promise<Reply>;

/** The end of the journal, which nobody else changes until the transaction is over. */
class LockedJournal {
  readonly #run: Run;
  readonly #epoch: number;
  readonly nowUs: Microseconds;
  sequence: CommandSeq;
  chain: Buffer;
  #groups: number;

  constructor(row: Readonly<Record<string, unknown>>, run: Run, epochs: number) {
    this.#run = run;
    // Above each that a node has marked something in, also where that epoch was lost.
    this.#epoch = Math.max(Number(row.epoch), Number(row.durable_epoch)) + epochs;
    this.nowUs = Number(row.now_us);
    this.sequence = Number(row.sequence);
    this.chain = row.chain as Buffer;
    this.#groups = Number(row.groups);
  }

  async add({ firstSequence, count, bytes }: Pick<Group, 'firstSequence' | 'count' | 'bytes'>): Promise<void> {
    this.sequence = firstSequence + count - 1;
    this.chain = hashOf(bytes);
    this.#groups++;
    await this.#run(INSERT, [firstSequence, this.sequence, this.#groups, this.#epoch, this.chain, bytes]);
  }

  async decide(decision: string, by: string, node: string, { from, to }: Lost): Promise<void> {
    await this.#run(MOVE, [this.#epoch, this.sequence, this.#groups, this.chain]);
    await this.#run(DECIDE, [this.#epoch, decision, by, node, from, to]);
  }
}

async function decided<T>(
  connection: Connection,
  shard: number,
  work: (journal: LockedJournal) => Promise<T>,
  epochs = 1,
): Promise<T> {
  const run: Run = (text, values) => connection.run({ name: '', text }, [shard, ...values], MS_MAX);
  await connection.run({ name: '', text: 'begin' }, [], MS_MAX);
  try {
    for (const lock of LOCKS) await run(lock, []);
    // Later than the locks: it sees what the last leader appended meanwhile.
    const { rows } = await run(STATUS, []);
    const [row] = rows;
    if (row === undefined) throw new NotDecided('no node has ever started with this journal');
    if (row.is_free !== true) {
      throw new NotDecided(`${String(row.leader)} leads the venue: it closes a rewound journal within two seconds`);
    }
    const result = await work(new LockedJournal(row, run, epochs));
    await connection.run({ name: '', text: 'commit' }, [], MS_MAX);
    return result;
  } catch (error) {
    await connection.run({ name: '', text: 'rollback' }, [], MS_MAX).catch(() => {});
    throw error;
  }
}
