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
  Found,
  Ledger,
  LedgerGroup,
  NodeStatus,
  Reads,
  Renewal,
  SeenNode,
  ShardStatus,
} from './ledger.ts';
import { LEDGER_SQL, RELEASED } from './ledger-statements.ts';

/** Of statements without a deadline of the lease. */
const MS_MAX = 5000;

/** The values of each read, after the shard. */
const VALUES: { readonly [K in keyof Reads]: (...of: Parameters<Reads[K]>) => readonly unknown[] } = {
  shard: () => [],
  members: () => [],
  groups: (after) => [after],
  place: ({ epoch = 0, sequence, hash }) => [epoch, sequence, hash],
};
const ANSWERS: { readonly [K in keyof Reads]: (reply: Reply) => ReturnType<Reads[K]> } = {
  shard: shardOf,
  members: membersOf,
  groups: groupsOf,
  place: placeOf,
};

/** The tables of the journal, over one connection. */
export class PostgresLedger implements Ledger {
  readonly #connection: Connection;
  readonly #shard: number;
  /** Whether appends change no row (J32): from a claim on, by which time only a claim can begin it. */
  #isFenced = true;

  constructor(connection: Connection, shard: number) {
    this.#connection = connection;
    this.#shard = shard;
  }

  async read<K extends keyof Reads>(
    what: K,
    msMax: number,
    ...of: Parameters<Reads[K]>
  ): Promise<ReturnType<Reads[K]>> {
    return ANSWERS[what](await this.#run(what, VALUES[what](...of), msMax));
  }

  async claim(epoch: number, node: string, leaseMs: number, durable: Mark): Promise<ShardStatus | undefined> {
    const values = [epoch, node, leaseMs, durable.sequence, durable.hash];
    // The end of the journal and the settings are read after the commit, in the same round trip.
    const [{ rows }, status] = await Promise.all([this.#run('claim', values, MS_MAX), this.read('shard', MS_MAX)]);
    const [taken] = rows;
    if (taken === undefined || status?.epoch !== Number(taken.epoch)) return undefined;
    this.#isFenced = taken.is_fenced !== false;
    if (this.#isFenced) return status;
    this.#isFenced = await this.#fence(status.epoch);
    // The fence may be one at which the leader before still appended.
    const fenced = await this.read('shard', MS_MAX);
    return fenced?.epoch === status.epoch ? fenced : undefined;
  }

  /** The first takeover after every running node knows it (J14) begins the appends that change no row. */
  async #fence(epoch: number): Promise<boolean> {
    const { rows } = await this.#run('fence', [epoch], MS_MAX);
    return rows.length > 0;
  }

  async append(epoch: number, group: AppendedGroup, msMax: number): Promise<CommitSettings | undefined> {
    const { firstSequence, lastSequence, previousHash, hash, bytes } = group;
    const values = [epoch, firstSequence, lastSequence, previousHash, hash, bytes];
    // The settings are read after the commit, in the same round trip: when synchronous_standby_names is emptied,
    // PostgreSQL ends all waits without a warning, and a value that the append returned is from before its wait.
    const [appended, settings] = await Promise.all([
      this.#run(this.#isFenced ? 'append' : 'appendToRow', values, msMax),
      this.#connection.run({ name: 'settings', text: `select ${COMMIT_SETTINGS}` }, [], msMax),
    ]);
    return appended.rows[0] && commitSettingsOf(settings.rows[0] ?? {});
  }

  async renew(epoch: number, node: string, leaseMs: number): Promise<Renewal | undefined> {
    const msMax = leaseMs > 0 ? leaseMs : MS_MAX;
    const values = [epoch, node, leaseMs];
    const [{ rows }, commits] = await Promise.all([this.#run('renew', values, msMax), this.#commits(msMax)]);
    const [row] = rows;
    return row && { commits, handoverAsked: row.handover_asked === true, nowUs: Number(row.now_us) };
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
    const [, commits] = await Promise.all([this.#run('report', values, MS_MAX), this.#commits(MS_MAX)]);
    return commits;
  }

  close(): void {
    this.#connection.close();
  }

  async #commits(msMax: number): Promise<Commits> {
    const { rows } = await this.#connection.run({ name: 'commits', text: `select ${COMMITS}` }, [], msMax);
    return commitsOf(rows[0] ?? {});
  }

  #run(name: keyof typeof LEDGER_SQL, values: readonly unknown[], msMax: number): Promise<Reply> {
    return this.#connection.run({ name, text: LEDGER_SQL[name] }, [this.#shard, ...values], msMax);
  }
}

function shardOf({ rows: [row] }: Reply): ShardStatus | undefined {
  if (row === undefined) return undefined;
  return {
    epoch: Number(row.epoch),
    leader: String(row.leader),
    linkAddress: String(row.link_address),
    start: Number(row.start),
    sequence: Number(row.sequence),
    groups: Number(row.groups),
    chain: row.chain as Buffer,
    isFree: row.is_free === true,
    handoverAsked: row.handover_asked === true,
    nowUs: Number(row.now_us),
    commits: commitsOf(row),
  };
}

function membersOf({ rows }: Reply): SeenNode[] {
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
    isNew: row.is_new === true,
  }));
}

function groupsOf({ rows }: Reply): LedgerGroup[] {
  return rows.map(({ last_sequence, number, bytes }) => ({
    lastSequence: Number(last_sequence),
    number: Number(number),
    bytes: bytes as Buffer,
  }));
}

function placeOf({ rows: [row = {}] }: Reply): Found {
  return { number: row.number === null ? null : Number(row.number), isHeld: row.is_held === true };
}
