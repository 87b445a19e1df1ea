/** What the tables of the journal hold, and what each statement does to them (src/cluster/ledger.ts). */
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { OrderView } from '../../src/exchange/api/orders.ts';
import { NO_HASH } from '../../src/exchange/journal/format.ts';
import { HistoryGap } from '../../src/history/history-gap.ts';

/** The lease of the shard, and the epoch of its fence. */
export interface ShardRow {
  readonly epoch: number;
  readonly leader: string;
  /** By the clock of the database, microseconds since the beginning. */
  readonly leaseUntilUs: number;
  readonly handoverAsked: boolean;
  /** Of the server, when the shard was taken. */
  readonly serverRun: string;
}

export interface GroupRow {
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly number: number;
  readonly epoch: number;
  readonly hash: Buffer;
  readonly bytes: Buffer;
  /** True time of the commit, and the epoch of the shard at that moment: for the check alone. */
  readonly committedUs: number;
  readonly heldEpoch: number;
}

/** Of the order history, which is in the same database. */
interface ProjectedEvents {
  readonly events: readonly ExchangeEvent[];
}

/** A change of one transaction, as it travels to the standby. */
export interface Change {
  readonly row?: ShardRow;
  readonly group?: GroupRow;
  readonly node?: Readonly<Record<string, unknown>> & { readonly node: string; readonly seenUs: number };
  readonly projected?: ProjectedEvents;
}

export class Tables {
  row: ShardRow = {
    epoch: 0,
    leader: '',
    leaseUntilUs: -1,
    handoverAsked: false,
    serverRun: '',
  };
  readonly groups: GroupRow[] = [];
  readonly nodes = new Map<string, NonNullable<Change['node']>>();
  readonly orders = new Map<number, OrderView>();
  historyPosition = 0;

  /** Of the last command of the journal. */
  get sequence(): number {
    return this.groups.at(-1)?.lastSequence ?? 0;
  }

  get chain(): Buffer {
    return this.groups.at(-1)?.hash ?? NO_HASH;
  }

  apply({ row, group, node, projected }: Change): void {
    if (row !== undefined) this.row = row;
    if (group !== undefined) this.groups.push(group);
    if (node !== undefined) this.nodes.set(node.node, node);
    for (const event of projected?.events ?? []) {
      this.historyPosition = event.seq;
      if (event.type === 'order') this.orders.set(event.order.orderId, event.order);
    }
  }
}

export interface Moment {
  /** By the clock of the database, and true time. */
  readonly nowUs: number;
  readonly trueUs: number;
  /** Microseconds since 1970 at the beginning of the world. */
  readonly beginUs: number;
  /** What commits wait for, as the database says it. */
  readonly commits: Row;
  /** The run of the server. */
  readonly serverRun: string;
}

type Row = Readonly<Record<string, unknown>>;

function isHeld(groups: readonly GroupRow[], sequence: number, hash: Buffer): boolean {
  return sequence === 0 || groups.findLast(({ lastSequence }) => lastSequence === sequence)?.hash.equals(hash) === true;
}

/** Statements that change nothing. */
export const READS: Readonly<Record<string, (tables: Tables, values: readonly unknown[], moment: Moment) => Row[]>> = {
  status: (tables, _, moment) => [statusRow(tables, moment)],
  groupsAfter: ({ groups }, [, sequence]) => {
    // They are few, and those that are asked for are at the end.
    const first = groups.findLastIndex(({ firstSequence }) => firstSequence <= Number(sequence)) + 1;
    const found = groups.slice(first, first + 500);
    return found.map(({ lastSequence, number, bytes }) => ({ last_sequence: lastSequence, number, bytes }));
  },
  groupAt: ({ groups }, [, sequence]) => {
    if (sequence === 0) return [{ hash: NO_HASH, number: 0 }];
    const found = groups.findLast(({ lastSequence }) => lastSequence === sequence);
    return found === undefined ? [] : [{ hash: found.hash, number: found.number }];
  },
  isHeld: ({ groups }, [, , sequence, hash]) => [{ is_held: isHeld(groups, Number(sequence), hash as Buffer) }],
  commits: (_, __, { commits }) => [commits],
  settings: (_, __, { commits }) => [commits],
  listen: () => [],
  nodes: ({ nodes, groups, row }, _, { nowUs, serverRun }) =>
    [...nodes.values()].map(({ seenUs, ...node }) => ({
      ...node,
      seen_ms_ago: (nowUs - seenUs) / 1000,
      is_held: isHeld(groups, Number(node.durable_sequence), node.durable_hash as Buffer),
      has_reported: row.serverRun === serverRun || node.server_run === serverRun,
    })),
  historyOrder: ({ orders }, [orderId]) => {
    const order = orders.get(Number(orderId));
    return order === undefined ? [] : [{ order }];
  },
};

export interface Written {
  readonly change: Change | undefined;
  readonly rows: Row[];
}

type Write<T = Tables> = (tables: T, values: readonly unknown[], moment: Moment) => Written;

const NOTHING: Written = { change: undefined, rows: [] };

function rowChanged(row: ShardRow, { nowUs, beginUs }: Moment): Written {
  return {
    change: { row },
    rows: [{ epoch: row.epoch, is_fenced: true, handover_asked: row.handoverAsked, now_us: beginUs + nowUs }],
  };
}

/** Statements that change the lease: one after the other, each after the commit of the one before. */
export const LEASE_WRITES: Readonly<Record<string, Write<Pick<Tables, 'row'>>>> = {
  claim: ({ row }, [, epoch, node, leaseMs], moment) => {
    const isFree = row.leaseUntilUs < moment.nowUs;
    if (row.epoch !== epoch || !(isFree || row.leader === node)) return NOTHING;
    const leaseUntilUs = moment.nowUs + Number(leaseMs) * 1000;
    const taken = { epoch: row.epoch + 1, leader: String(node), serverRun: moment.serverRun };
    return rowChanged({ ...row, ...taken, handoverAsked: false, leaseUntilUs }, moment);
  },
  renew: ({ row }, [, epoch, leaseMs], moment) => {
    if (row.epoch !== epoch || row.leader === '' || row.serverRun !== moment.serverRun) return NOTHING;
    return rowChanged({ ...row, leaseUntilUs: moment.nowUs + Number(leaseMs) * 1000 }, moment);
  },
  release: ({ row }, [, epoch], moment) => {
    if (row.epoch !== epoch) return NOTHING;
    return rowChanged({ ...row, leaseUntilUs: moment.nowUs - 1_000_000, leader: '', handoverAsked: false }, moment);
  },
  giveUp: ({ row }, [, node, epoch], moment) => {
    if (row.leader !== node || row.epoch !== epoch) return NOTHING;
    return rowChanged({ ...row, leaseUntilUs: moment.nowUs - 1_000_000, leader: '' }, moment);
  },
  askHandover: ({ row }, _, moment) => rowChanged({ ...row, handoverAsked: true }, moment),
};

/** Changes the fence or holds it: appends and claims wait for each other. */
export const FENCED = new Set(['append', 'claim']);

/** An append that does not compare the epoch. */
export function appended(tables: Tables, values: readonly unknown[], { trueUs }: Moment): Written {
  const [, epoch, firstSequence, lastSequence, previousHash, hash, bytes] = values as [
    ...[0, number, number, number],
    ...[Buffer, Buffer, Buffer],
  ];
  if (tables.sequence !== firstSequence - 1 || !tables.chain.equals(previousHash)) return NOTHING;
  const number = tables.groups.length + 1;
  const group = { firstSequence, lastSequence, number, epoch, hash, bytes };
  return { change: { group: { ...group, committedUs: trueUs, heldEpoch: tables.row.epoch } }, rows: [{ shard: 0 }] };
}

/** Of rows that no change of the lease waits for. */
export const OTHER_WRITES: Readonly<Record<string, Write>> = {
  append: (tables, values, moment) => (tables.row.epoch === values[1] ? appended(tables, values, moment) : NOTHING),
  report: (_, values, { nowUs, serverRun: server_run }) => {
    const [, node, address, role, epoch, sequence, rules, clock_ms, lag_ms, version, ...mark] = values;
    const [durable_epoch, durable_sequence, durable_hash, shared_sequence] = mark;
    const about = { address, role, epoch, sequence, rules, clock_ms, lag_ms, version };
    const durable = { durable_epoch, durable_sequence, durable_hash, shared_sequence };
    return { change: { node: { node: String(node), ...about, ...durable, server_run, seenUs: nowUs } }, rows: [] };
  },
  lockPosition: ({ historyPosition }) => ({
    change: { projected: { events: [] } },
    rows: [{ position: historyPosition }],
  }),
  project: ({ historyPosition }, [events]) => {
    const news = (events as readonly ExchangeEvent[]).filter(({ seq }) => seq > historyPosition);
    const [first] = news;
    // The row of the position was locked, which is a change too: its commit waits for those before it.
    if (first === undefined) return { change: { projected: { events: [] } }, rows: [] };
    if (first.seq !== historyPosition + 1) {
      throw new HistoryGap(historyPosition + 1, first.seq);
    }
    return { change: { projected: { events: news } }, rows: [] };
  },
};

function statusRow({ row, sequence, chain, groups }: Tables, { nowUs, beginUs }: Moment): Row {
  return {
    epoch: row.epoch,
    leader: row.leader,
    start: 0,
    sequence,
    groups: groups.length,
    chain,
    is_free: row.leaseUntilUs < nowUs,
    lease_until_us: beginUs + row.leaseUntilUs,
    handover_asked: row.handoverAsked,
    now_us: beginUs + nowUs,
  };
}
