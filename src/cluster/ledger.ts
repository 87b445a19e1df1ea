import type { CommandSeq } from '../exchange/journal/index.ts';
import type { Microseconds } from '../time/units.ts';
import type { CommitSettings, Commits } from './durability.ts';
import type { Mark } from './durable-mark.ts';

/** A group on its way into the journal. */
export interface AppendedGroup {
  readonly firstSequence: CommandSeq;
  readonly lastSequence: CommandSeq;
  /** SHA-256 of the group before. */
  readonly previousHash: Buffer;
  /** SHA-256 of the bytes. */
  readonly hash: Buffer;
  /** As written in a file (docs/venue/venue.md, V36). */
  readonly bytes: Buffer;
}

/** The lease of a shard and the end of its journal, as the database has them at a moment. */
export interface ShardStatus {
  readonly epoch: number;
  /** The node that leads it or was the last to; empty: it was handed over. */
  readonly leader: string;
  /** Where the other nodes reach it: host:port; empty where nobody leads. */
  readonly linkAddress: string;
  /** The last command whose group was deleted (J33); 0: none was. */
  readonly start: CommandSeq;
  /** Of the last command of the journal. */
  readonly sequence: CommandSeq;
  /** How many groups it has. */
  readonly groups: number;
  /** SHA-256 of the last group. */
  readonly chain: Buffer;
  /** Whether the lease is over, by the clock of the database. */
  readonly isFree: boolean;
  readonly handoverAsked: boolean;
  /** Time of the database, microseconds since 1970. */
  readonly nowUs: Microseconds;
  /** The durability of this connection's commits. */
  readonly commits: Commits;
}

/** The lease after the commit of its renewal. */
export type Renewal = Pick<ShardStatus, 'handoverAsked' | 'nowUs' | 'commits'>;

export interface LedgerGroup {
  readonly lastSequence: CommandSeq;
  /** Counted from 1. */
  readonly number: number;
  readonly bytes: Buffer;
}

/** A position in the journal, as a node knows it. */
export type Place = Omit<Mark, 'epoch'> & Partial<Pick<Mark, 'epoch'>>;

/** What the journal has at a place. */
export interface Found {
  /** Of the group that ends there with this hash; null: the journal has no such group. */
  readonly number: number | null;
  /** Whether the journal has or had that group, or the operator gave it up (J18). */
  readonly isHeld: boolean;
}

/** The last report of a node about itself. */
export interface NodeStatus {
  readonly node: string;
  readonly address: string;
  /** Where other nodes reach it: host:port. */
  readonly linkAddress: string;
  readonly role: string;
  readonly epoch: number;
  readonly sequence: CommandSeq;
  /** The newest rules that it knows. */
  readonly rules: number;
  /** How far its clock is from the database's. */
  readonly clockMs: number;
  readonly lagMs: number;
  readonly version: string;
  /** The last group that may have been acknowledged, as far as it knows (J17). */
  readonly durable: Mark;
  /** Where the journal lacks that: the last command that its files and the journal share; otherwise null. */
  readonly shared: CommandSeq | null;
}

/** A node whose last report is older counts as gone. */
export const SEEN_MS_MAX = 5000;

/** A member: its row begins with its first report, or with the operator's word, and ends only with that. */
export interface SeenNode extends NodeStatus {
  readonly seenMsAgo: number;
  /** Whether the journal has the group that it knows to be durable, or the operator gave it up. */
  readonly isHeld: boolean;
  /** Whether it reported what it knows in this run of the server, or the shard was taken in it (J26). */
  readonly hasReported: boolean;
  /** Whether it became a member in this run of the server, in which the shard was not taken yet. */
  readonly isNew: boolean;
}

/** What can be read, and of what. */
export interface Reads {
  /** Undefined: no node has ever started with this journal. */
  readonly shard: () => ShardStatus | undefined;
  readonly members: () => readonly SeenNode[];
  /** The next groups after a command, the oldest first: a bounded number of them. */
  readonly groups: (after: CommandSeq) => readonly LedgerGroup[];
  readonly place: (place: Place) => Found;
}

/**
 * The journal database, for one shard. What the cluster relies on is in four verbs; a connection can also report on its
 * node, which waits for no lease, and listen, because a poll would find a released lease later. Rejects as
 * Connection.run does.
 */
export interface Ledger {
  /** Appends a group; undefined: the epoch is over, or the group does not follow on the last one (J3). */
  append(epoch: number, group: AppendedGroup, msMax: number): Promise<CommitSettings | undefined>;
  /**
   * Takes the shard when nobody raised the epoch since and its lease has expired or is this node's own. Records the
   * last group that the node knows to be durable.
   */
  claim(epoch: number, node: string, leaseMs: number, durable: Mark): Promise<ShardStatus | undefined>;
  /**
   * Renews the lease while this node leads, in the run of the server in which it took the shard (J27): a renewal that
   * arrives after the lease was given up, or at another server, changes nothing. For 0 ms: gives the lease up, at any
   * server, so that any node can take the shard at once.
   */
  renew(epoch: number, node: string, leaseMs: number): Promise<Renewal | undefined>;
  read<K extends keyof Reads>(what: K, msMax: number, ...of: Parameters<Reads[K]>): Promise<ReturnType<Reads[K]>>;
  report(node: NodeStatus): Promise<Commits>;
  /** Once this resolves, calls back whenever a node gives the shard up. */
  onReleased(listener: () => void): Promise<void>;
  close(): void;
}
