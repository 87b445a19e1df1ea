/**
 * The tables of the shared journal over plain maps: what each verb of a ledger does to them, and answers
 * (src/cluster/ledger.ts). test/cluster/ledger-verbs.test.ts compares them with PostgreSQL.
 */
import type { Commits } from '../../src/cluster/durability.ts';
import type { Mark } from '../../src/cluster/durable-mark.ts';
import type {
  AppendedGroup,
  Found,
  Ledger,
  NodeStatus,
  Place,
  Reads,
  SeenNode,
  ShardStatus,
} from '../../src/cluster/ledger.ts';
import { NO_HASH } from '../../src/exchange/journal/format.ts';

/** Of statements without a deadline of the lease, as in PostgresLedger. */
const MS_MAX = 5000;

export interface Lease {
  readonly epoch: number;
  readonly leader: string;
  /** By the clock of the database, microseconds since 1970. */
  readonly untilUs: number;
  readonly handoverAsked: boolean;
  /** Of the server, when the shard was taken; empty: it never was. */
  readonly serverRun: string;
}

export interface StoredGroup extends AppendedGroup {
  readonly number: number;
  readonly epoch: number;
}

export interface Member extends NodeStatus {
  readonly seenUs: number;
  /** Of its last report, or how it became a member (J26). */
  readonly serverRun: string;
}

/** What one transaction writes. */
export interface Change<G extends StoredGroup = StoredGroup> {
  readonly lease?: Lease;
  readonly group?: G;
  readonly member?: Member;
}

/** What the database itself knows when it executes a statement. */
export interface Moment {
  readonly nowUs: number;
  readonly commits: Commits;
  readonly serverRun: string;
}

export class JournalTables<G extends StoredGroup = StoredGroup> {
  lease: Lease = { epoch: 0, leader: '', untilUs: 0, handoverAsked: false, serverRun: '' };
  readonly groups: G[] = [];
  readonly members = new Map<string, Member>();
  /** Marks that the operator gave up. */
  readonly givenUp: Mark[] = [];

  /** Of the last command. */
  get sequence(): number {
    return this.groups.at(-1)?.lastSequence ?? 0;
  }

  get chain(): Buffer {
    return this.groups.at(-1)?.hash ?? NO_HASH;
  }

  apply({ lease, group, member }: Change<G>): void {
    if (lease !== undefined) this.lease = lease;
    if (group !== undefined) this.groups.push(group);
    if (member !== undefined) this.members.set(member.node, member);
  }

  place({ sequence, hash }: Place): Found {
    if (sequence === 0) return { number: hash.equals(NO_HASH) ? 0 : null, isHeld: true };
    // What is asked for is near the end.
    const found = this.groups.findLast(({ lastSequence }) => lastSequence <= sequence);
    const isThere = found?.lastSequence === sequence && found.hash.equals(hash);
    return {
      number: isThere ? found.number : null,
      isHeld: isThere || this.givenUp.some((mark) => mark.hash.equals(hash)),
    };
  }

  shard({ nowUs, commits }: Moment): ShardStatus {
    const { epoch, leader, untilUs, handoverAsked } = this.lease;
    const end = { start: 0, sequence: this.sequence, groups: this.groups.length, chain: this.chain };
    return {
      ...{ epoch, leader, linkAddress: '', ...end, isFree: untilUs < nowUs, handoverAsked },
      ...{ nowUs, commits },
    };
  }
}

type LeaseValues = readonly [epoch: number, node: string, leaseMs: number];

/** What a verb changes, undefined: nothing; and what it answers, after the commit. */
export interface Verb {
  change?(tables: JournalTables, moment: Moment, ...values: never[]): Change | undefined;
  answer(tables: JournalTables, moment: Moment, ...values: never[]): unknown;
}

const GROUPS_AT_ONCE = 500;
const EMPTIED = 'emptied';
const newIn = (serverRun: string) => `new in ${serverRun}`;
const shard = (tables: JournalTables, moment: Moment) => tables.shard(moment);
const commits = (_: JournalTables, moment: Moment) => moment.commits;

/** An append that does not compare the epoch. */
export function appendUnfenced(tables: JournalTables, _: Moment, epoch: number, group: AppendedGroup) {
  const { sequence, chain, groups } = tables;
  const follows = sequence === group.firstSequence - 1 && chain.equals(group.previousHash);
  return follows ? { group: { ...group, number: groups.length + 1, epoch } } : undefined;
}

export const VERBS = {
  append: {
    change: (tables: JournalTables, moment: Moment, epoch: number, group: AppendedGroup) =>
      tables.lease.epoch === epoch ? appendUnfenced(tables, moment, epoch, group) : undefined,
    answer: commits,
  },
  claim: {
    change: ({ lease }: JournalTables, { nowUs, serverRun }: Moment, ...values: LeaseValues) => {
      const [epoch, leader, leaseMs] = values;
      if (lease.epoch !== epoch || !(lease.untilUs < nowUs || lease.leader === leader)) return undefined;
      const untilUs = nowUs + leaseMs * 1000;
      return { lease: { epoch: epoch + 1, leader, untilUs, handoverAsked: false, serverRun } };
    },
    answer: shard,
  },
  renew: {
    change: ({ lease }: JournalTables, { nowUs, serverRun }: Moment, ...values: LeaseValues) => {
      const [epoch, leader, leaseMs] = values;
      if (lease.epoch !== epoch || lease.leader !== leader) return undefined;
      if (leaseMs === 0) return { lease: { ...lease, leader: '', untilUs: nowUs - 1, handoverAsked: false } };
      return lease.serverRun === serverRun ? { lease: { ...lease, untilUs: nowUs + leaseMs * 1000 } } : undefined;
    },
    answer: shard,
  },
  report: {
    change: ({ lease, members }: JournalTables, { nowUs, serverRun }: Moment, status: NodeStatus) => {
      const before = members.get(status.node);
      const isOther = lease.serverRun !== '' && lease.serverRun !== serverRun;
      const wasNew = before === undefined ? isOther : before.serverRun === newIn(serverRun);
      const forgot = (before?.durable.sequence ?? 0) > 0 && status.durable.sequence === 0;
      const isEmptied = isOther && (before?.serverRun === EMPTIED || forgot);
      const run = wasNew ? newIn(serverRun) : isEmptied ? EMPTIED : serverRun;
      return { member: { ...status, seenUs: nowUs, serverRun: run } };
    },
    answer: commits,
  },
  shard: { answer: shard },
  members: {
    answer: (tables: JournalTables, { nowUs, serverRun }: Moment): readonly SeenNode[] =>
      [...tables.members.values()].map(({ seenUs, serverRun: run, ...member }) => {
        const isTaken = tables.lease.serverRun === serverRun;
        const isNew = !isTaken && run === newIn(serverRun);
        const { isHeld } = tables.place(member.durable);
        const hasReported = isTaken || isNew || run === serverRun;
        return { ...member, seenMsAgo: (nowUs - seenUs) / 1000, isHeld, hasReported, isNew };
      }),
  },
  groups: {
    answer: ({ groups }: JournalTables, _: Moment, after: number) => {
      const first = groups.findLastIndex(({ firstSequence }) => firstSequence <= after) + 1;
      return groups.slice(first, first + GROUPS_AT_ONCE);
    },
  },
  place: { answer: (tables: JournalTables, _: Moment, place: Place) => tables.place(place) },
} satisfies Readonly<Record<string, Verb>>;

/** Verbs as a plant has them otherwise. */
export type Planted = {
  readonly [K in 'append' | 'claim' | 'renew']?: (typeof VERBS)[K]['change'];
};

export const verbOf = (name: string): Verb | undefined => (VERBS as Readonly<Record<string, Verb>>)[name];

/** A ledger whose verbs travel as they are, with their values. */
export abstract class VerbLedger implements Ledger {
  protected abstract ask(verb: string, values: readonly unknown[], msMax: number): Promise<unknown>;
  abstract onReleased(listener: () => void): Promise<void>;
  abstract close(): void;

  append(...values: Parameters<Ledger['append']>) {
    return this.ask('append', values, values[2]) as ReturnType<Ledger['append']>;
  }

  claim(...values: Parameters<Ledger['claim']>) {
    return this.ask('claim', values, MS_MAX) as ReturnType<Ledger['claim']>;
  }

  renew(...values: Parameters<Ledger['renew']>) {
    return this.ask('renew', values, values[2] || MS_MAX) as ReturnType<Ledger['renew']>;
  }

  read<K extends keyof Reads>(what: K, msMax: number, ...of: Parameters<Reads[K]>) {
    return this.ask(what, of, msMax) as Promise<ReturnType<Reads[K]>>;
  }

  report(...values: Parameters<Ledger['report']>) {
    return this.ask('report', values, MS_MAX) as ReturnType<Ledger['report']>;
  }
}
