import type { Commits } from '../../src/cluster/durability.ts';
import type { Mark } from '../../src/cluster/durable-mark.ts';
import type { ShardStatus } from '../../src/cluster/ledger.ts';
import type { StartingJournal } from '../../src/cluster/recover-node.ts';
import { JournalTables, type Lease, type Moment, VerbLedger, verbOf } from '../support/journal-tables.ts';
import type { ManualTime } from '../support/manual-time.ts';

/** The tables of the journal in memory, by the clock of a test. */
export class MemoryJournal extends JournalTables {
  readonly time: ManualTime;
  /** Of the server: a test that replaces it by a copy counts it. */
  serverRun = 1;
  commits: Commits = { waits: 'on', standbyNames: '*', standbys: 1 };
  /** What nodes knew to be durable when they took the shard. */
  readonly claims: Mark[] = [];
  readonly listeners = new Set<() => void>();

  constructor(time: ManualTime) {
    super();
    this.time = time;
  }

  get moment(): Moment {
    return { nowUs: this.time.nowMs() * 1000, commits: this.commits, serverRun: String(this.serverRun) };
  }

  get epoch(): number {
    return this.lease.epoch;
  }

  get leader(): string {
    return this.lease.leader;
  }

  change(lease: Partial<Lease>): void {
    this.lease = { ...this.lease, ...lease };
  }

  /** The lease is over. */
  expire(): void {
    this.change({ untilUs: this.moment.nowUs - 1 });
  }

  /** How long the lease still lasts. */
  get leaseLeftMs(): number {
    return (this.lease.untilUs - this.moment.nowUs) / 1000;
  }

  status(): ShardStatus {
    return this.shard(this.moment);
  }
}

/** What happens to a statement: it is done and answered, done and not answered, or not even done. */
export type Fate = 'answered' | 'answer lost' | 'lost';

/** A connection to a MemoryJournal, whose statements a test may let fail. */
export class MemoryLedger extends VerbLedger {
  readonly #journal: MemoryJournal;
  /** Asked before each statement: a verb, or what is read. */
  fate: (statement: string) => Fate | Promise<Fate> = () => 'answered';
  /** Waited for before each answer. */
  late: () => Promise<void> = async () => {};
  isClosed = false;

  constructor(journal: MemoryJournal) {
    super();
    this.#journal = journal;
  }

  onReleased(listener: () => void): Promise<void> {
    return this.#run('onReleased', ({ listeners }) => void listeners.add(listener));
  }

  close(): void {
    this.isClosed = true;
  }

  protected ask(name: string, values: readonly unknown[]): Promise<unknown> {
    return this.#run(name, (journal) => {
      const verb = verbOf(name);
      const change = verb?.change?.(journal, journal.moment, ...(values as never[]));
      if (verb?.change !== undefined && change === undefined) return undefined;
      journal.apply(change ?? {});
      if (name === 'claim') journal.claims.push(values[3] as Mark);
      if (change?.lease?.leader === '') for (const notify of journal.listeners) notify();
      return verb?.answer(journal, journal.moment, ...(values as never[]));
    });
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

/** What a node that starts sees of a journal that holds the shard. */
export function startingJournal(
  journal: MemoryJournal,
  announce: StartingJournal['announce'] = async () => {},
): StartingJournal {
  return {
    isBegun: async () => true,
    adopt: async () => undefined,
    withLedger: (work) => work(new MemoryLedger(journal)),
    announce,
  };
}
