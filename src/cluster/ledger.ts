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
}

/** The shard after the commit of a claim. */
export interface ClaimedShard extends ShardStatus {
  readonly commits: Commits;
}

/** The lease after the commit of its renewal. */
export interface Renewal extends Pick<ShardStatus, 'handoverAsked' | 'nowUs'> {
  readonly commits: Commits;
}

export interface LedgerGroup {
  readonly lastSequence: CommandSeq;
  /** Counted from 1. */
  readonly number: number;
  readonly bytes: Buffer;
}

/** Where a group ends. */
export interface GroupEnd {
  readonly number: number;
  /** SHA-256 of the group. */
  readonly hash: Buffer;
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
  /** Whether it reported in this run of the server, or the shard was taken in it (J26). */
  readonly hasReported: boolean;
  /** Whether it became a member in this run of the server, in which the shard was not taken yet. */
  readonly isNew: boolean;
}

/** The statements on the journal database, for one shard. Rejects as Connection.run does. */
export interface Ledger {
  status(msMax: number): Promise<ShardStatus | undefined>;
  /** The next groups after a command, the oldest first: a bounded number of them. */
  groupsAfter(sequence: CommandSeq, msMax: number): Promise<readonly LedgerGroup[]>;
  /** The group that ends with a command; undefined when none does. */
  groupAt(sequence: CommandSeq, msMax: number): Promise<GroupEnd | undefined>;
  /** Whether the journal has the group of a mark, or the operator gave it up (J18). */
  isHeld(mark: Mark, msMax: number): Promise<boolean>;
  /** The durability of this connection's commits. */
  commits(msMax: number): Promise<Commits>;
  /**
   * Takes the shard when nobody raised the epoch since and its lease has expired or is this node's own. Records the
   * last group that the node knows to be durable.
   */
  claim(epoch: number, node: string, leaseMs: number, durable: Mark): Promise<ClaimedShard | undefined>;
  /** Appends a group; undefined: the epoch is over, or the group does not follow on the last one (J3). */
  append(epoch: number, group: AppendedGroup, msMax: number): Promise<CommitSettings | undefined>;
  /**
   * Renews the lease while this node leads, in the run of the server in which it took the shard (J27): a renewal that
   * arrives after the lease was given up, or at another server, changes nothing.
   */
  renew(epoch: number, leaseMs: number): Promise<Renewal | undefined>;
  /** Gives the lease up at once. */
  release(epoch: number): Promise<void>;
  /** Frees the shard that an ended process of this node took with an epoch, so that any node can take it at once. */
  giveUp(node: string, epoch: number): Promise<void>;
  /** Once this resolves, calls back whenever a node gives the shard up. */
  onReleased(listener: () => void): Promise<void>;
  report(node: NodeStatus): Promise<Commits>;
  nodes(): Promise<readonly SeenNode[]>;
  askHandover(): Promise<void>;
  close(): void;
}
