import type { CommitSettings, Commits } from '../../src/cluster/durability.ts';
import type { Mark } from '../../src/cluster/durable-mark.ts';
import type {
  AppendedGroup,
  ClaimedShard,
  GroupEnd,
  Ledger,
  LedgerGroup,
  NodeStatus,
  Renewal,
  SeenNode,
  ShardStatus,
} from '../../src/cluster/ledger.ts';
import { NO_HASH } from '../../src/exchange/journal/format.ts';
import type { ManualTime } from '../support/manual-time.ts';

/** The tables of the journal as PostgreSQL keeps them, in memory, by the clock of a test. */
export class MemoryJournal {
  readonly time: ManualTime;
  readonly groups: (AppendedGroup & { readonly epoch: number })[] = [];
  readonly nodes = new Map<
    string,
    NodeStatus & { readonly seenAtMs: number; readonly serverRun?: number; readonly newIn?: number }
  >();
  /** Of the server: a test that replaces it by a copy counts it. */
  serverRun = 1;
  #claimedRun = 0;
  epoch = 0;
  leader = '';
  leaseUntilMs = 0;
  handoverAsked = false;
  commits: Commits = { waits: 'on', standbyNames: '*', standbys: 1 };
  /** What nodes knew to be durable when they took the shard. */
  readonly claims: Mark[] = [];
  /** Marks that the operator gave up. */
  readonly givenUp: Mark[] = [];
  readonly listeners = new Set<() => void>();

  constructor(time: ManualTime) {
    this.time = time;
  }

  get sequence(): number {
    return this.groups.at(-1)?.lastSequence ?? 0;
  }

  get isOfClaim(): boolean {
    return this.serverRun === this.#claimedRun;
  }

  get isOfOtherClaim(): boolean {
    return this.#claimedRun !== 0 && !this.isOfClaim;
  }

  claimed(): void {
    this.#claimedRun = this.serverRun;
  }

  isHeld({ sequence, hash }: Mark): boolean {
    if (sequence === 0 || this.givenUp.some((mark) => mark.hash.equals(hash))) return true;
    return this.groups.some((group) => group.lastSequence === sequence && group.hash.equals(hash));
  }

  status(): ClaimedShard {
    return {
      commits: this.commits,
      epoch: this.epoch,
      leader: this.leader,
      linkAddress: '',
      start: 0,
      sequence: this.sequence,
      groups: this.groups.length,
      chain: this.groups.at(-1)?.hash ?? NO_HASH,
      isFree: this.leaseUntilMs < this.time.nowMs(),
      handoverAsked: this.handoverAsked,
      nowUs: this.time.nowUs(),
    };
  }
}

/** What happens to a statement: it is done and answered, done and not answered, or not even done. */
export type Fate = 'answered' | 'answer lost' | 'lost';

/** A connection to a MemoryJournal, whose statements a test may let fail. */
export class MemoryLedger implements Ledger {
  readonly #journal: MemoryJournal;
  /** Asked before each statement. */
  fate: (statement: string) => Fate | Promise<Fate> = () => 'answered';
  /** Waited for before each answer. */
  late: () => Promise<void> = async () => {};
  isClosed = false;

  constructor(journal: MemoryJournal) {
    this.#journal = journal;
  }

  status(): Promise<ShardStatus | undefined> {
    return this.#run('status', (journal) => journal.status());
  }

  groupsAfter(sequence: number): Promise<readonly LedgerGroup[]> {
    return this.#run('groupsAfter', ({ groups }) =>
      groups
        .map(({ lastSequence, bytes }, index) => ({ lastSequence, bytes, number: index + 1 }))
        .filter(({ lastSequence }) => lastSequence > sequence),
    );
  }

  groupAt(sequence: number): Promise<GroupEnd | undefined> {
    return this.#run('groupAt', ({ groups }) => {
      if (sequence === 0) return { number: 0, hash: NO_HASH };
      const index = groups.findIndex(({ lastSequence }) => lastSequence === sequence);
      return index < 0 ? undefined : { number: index + 1, hash: groups[index]!.hash };
    });
  }

  isHeld(mark: Mark): Promise<boolean> {
    return this.#run('isHeld', (journal) => journal.isHeld(mark));
  }

  commits(): Promise<Commits> {
    return this.#run('commits', ({ commits }) => commits);
  }

  claim(epoch: number, node: string, leaseMs: number, durable: Mark): Promise<ClaimedShard | undefined> {
    return this.#run('claim', (journal) => {
      const { isFree, leader } = journal.status();
      if (journal.epoch !== epoch || !(isFree || leader === node)) return undefined;
      journal.epoch++;
      journal.claimed();
      journal.claims.push(durable);
      journal.leader = node;
      journal.handoverAsked = false;
      journal.leaseUntilMs = journal.time.nowMs() + leaseMs;
      return journal.status();
    });
  }

  append(epoch: number, group: AppendedGroup): Promise<CommitSettings | undefined> {
    return this.#run('append', (journal) => {
      if (journal.epoch !== epoch || journal.sequence !== group.firstSequence - 1) return undefined;
      if (!group.previousHash.equals(journal.status().chain)) return undefined;
      journal.groups.push({ ...group, epoch });
      return journal.commits;
    });
  }

  renew(epoch: number, leaseMs: number): Promise<Renewal | undefined> {
    return this.#run('renew', (journal) => {
      if (journal.epoch !== epoch || journal.leader === '' || !journal.isOfClaim) return undefined;
      journal.leaseUntilMs = journal.time.nowMs() + leaseMs;
      return journal.status();
    });
  }

  release(epoch: number): Promise<void> {
    return this.#run('release', (journal) => {
      if (journal.epoch !== epoch) return;
      journal.leaseUntilMs = journal.time.nowMs() - 1;
      journal.leader = '';
      for (const notify of journal.listeners) notify();
    });
  }

  giveUp(node: string, epoch: number): Promise<void> {
    return this.#run('giveUp', (journal) => {
      if (journal.leader !== node || journal.epoch !== epoch) return;
      journal.leaseUntilMs = journal.time.nowMs() - 1;
      journal.leader = '';
    });
  }

  onReleased(listener: () => void): Promise<void> {
    return this.#run('onReleased', ({ listeners }) => void listeners.add(listener));
  }

  report(node: NodeStatus): Promise<Commits> {
    return this.#run('report', ({ nodes, time, commits, serverRun, isOfOtherClaim }) => {
      const before = nodes.get(node.node);
      const newIn = before === undefined && isOfOtherClaim ? serverRun : before?.newIn;
      nodes.set(node.node, { ...node, seenAtMs: time.nowMs(), serverRun, ...(newIn === undefined ? {} : { newIn }) });
      return commits;
    });
  }

  nodes(): Promise<readonly SeenNode[]> {
    return this.#run('nodes', (journal) =>
      [...journal.nodes.values()].map((node) => {
        const seenMsAgo = journal.time.nowMs() - node.seenAtMs;
        const hasReported = journal.isOfClaim || (node.serverRun ?? journal.serverRun) === journal.serverRun;
        const isNew = !journal.isOfClaim && node.newIn === journal.serverRun;
        return { ...node, seenMsAgo, isHeld: journal.isHeld(node.durable), hasReported, isNew };
      }),
    );
  }

  askHandover(): Promise<void> {
    return this.#run('askHandover', (journal) => {
      journal.handoverAsked = true;
    });
  }

  close(): void {
    this.isClosed = true;
  }

  async #run<T>(statement: string, work: (journal: MemoryJournal) => T): Promise<T> {
    if (this.isClosed) throw new Error('the connection is closed');
    const fate = await this.fate(statement);
    if (fate === 'lost') throw new Error('the connection broke');
    const result = work(this.#journal);
    await this.late();
    if (fate === 'answer lost') throw new Error('the connection broke');
    return result;
  }
}
