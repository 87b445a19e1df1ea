import type {
  AppendedGroup,
  GroupEnd,
  Ledger,
  LedgerGroup,
  NodeStatus,
  SeenNode,
  ShardStatus,
} from '../../src/cluster/ledger.ts';
import { NO_HASH } from '../../src/exchange/journal/format.ts';
import type { ManualTime } from '../support/manual-time.ts';

/** The tables of the journal as PostgreSQL keeps them, in memory, by the clock of a test. */
export class MemoryJournal {
  readonly time: ManualTime;
  readonly groups: (AppendedGroup & { readonly epoch: number })[] = [];
  readonly nodes = new Map<string, NodeStatus & { readonly seenAtMs: number }>();
  epoch = 0;
  owner = '';
  leaseUntilMs = 0;
  handoverAsked = false;
  readonly listeners = new Set<() => void>();

  constructor(time: ManualTime) {
    this.time = time;
  }

  get sequence(): number {
    return this.groups.at(-1)?.lastSequence ?? 0;
  }

  status(): ShardStatus {
    return {
      epoch: this.epoch,
      owner: this.owner,
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
  isClosed = false;

  constructor(journal: MemoryJournal) {
    this.#journal = journal;
  }

  status(): Promise<ShardStatus | undefined> {
    return this.#run('status', (journal) => journal.status());
  }

  groupsBehind(sequence: number): Promise<readonly LedgerGroup[]> {
    return this.#run('groupsBehind', ({ groups }) =>
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

  claim(epoch: number, node: string, leaseMs: number): Promise<ShardStatus | undefined> {
    return this.#run('claim', (journal) => {
      const { isFree, owner } = journal.status();
      if (journal.epoch !== epoch || !(isFree || owner === node)) return undefined;
      journal.epoch++;
      journal.owner = node;
      journal.handoverAsked = false;
      journal.leaseUntilMs = journal.time.nowMs() + leaseMs;
      return journal.status();
    });
  }

  append(epoch: number, group: AppendedGroup, leaseMs: number): Promise<boolean> {
    return this.#run('append', (journal) => {
      if (journal.epoch !== epoch || journal.sequence !== group.firstSequence - 1) return false;
      journal.groups.push({ ...group, epoch });
      journal.leaseUntilMs = journal.time.nowMs() + leaseMs;
      return true;
    });
  }

  renew(epoch: number, leaseMs: number): Promise<ShardStatus | undefined> {
    return this.#run('renew', (journal) => {
      if (journal.epoch !== epoch) return undefined;
      journal.leaseUntilMs = journal.time.nowMs() + leaseMs;
      return journal.status();
    });
  }

  release(epoch: number): Promise<void> {
    return this.#run('release', (journal) => {
      if (journal.epoch !== epoch) return;
      journal.leaseUntilMs = journal.time.nowMs() - 1;
      journal.owner = '';
      for (const tell of journal.listeners) tell();
    });
  }

  giveUp(node: string, epoch: number): Promise<void> {
    return this.#run('giveUp', (journal) => {
      if (journal.owner !== node || journal.epoch !== epoch) return;
      journal.leaseUntilMs = journal.time.nowMs() - 1;
      journal.owner = '';
    });
  }

  onReleased(listener: () => void): Promise<void> {
    return this.#run('onReleased', ({ listeners }) => void listeners.add(listener));
  }

  tell(node: NodeStatus): Promise<void> {
    return this.#run('tell', ({ nodes, time }) => {
      nodes.set(node.node, { ...node, seenAtMs: time.nowMs() });
    });
  }

  nodes(): Promise<readonly SeenNode[]> {
    return this.#run('nodes', ({ nodes, time }) =>
      [...nodes.values()].map((node) => ({ ...node, seenMsAgo: time.nowMs() - node.seenAtMs })),
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
    if (fate === 'answer lost') throw new Error('the connection broke');
    return result;
  }
}
