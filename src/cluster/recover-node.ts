import { JournalDamaged } from '../exchange/journal/index.ts';
import type { LiveExchange } from '../exchange/live-exchange.ts';
import { CopiedGroups } from './copied-groups.ts';
import type { DurableMark } from './durable-mark.ts';
import type { Ledger, NodeStatus } from './ledger.ts';
import { ForkedJournal, sourceAfter } from './postgres-group-source.ts';

const STATUS_MS_MAX = 5000;

/** The shared journal, as a node that starts needs it. */
export interface StartingJournal {
  /** Whether it holds the shard. */
  isBegun(): Promise<boolean>;
  /** As adoptJournal, of what the files of this node hold. */
  adopt(exchange: LiveExchange): Promise<number | undefined>;
  /** Opens a connection for the work and closes it afterwards. */
  withLedger<T>(work: (ledger: Ledger) => Promise<T>): Promise<T>;
  /** As announceStart, of this node. */
  announce(ledger: Ledger): Promise<void>;
}

export interface StartingNode extends Pick<NodeStatus, 'node' | 'rules' | 'version'> {
  readonly mark: DurableMark;
}

/**
 * The first that a process says to the journal: what its node knows to be durable, because the takeover by another node
 * may wait for that (J26). Then releases the shard if an earlier process of this node still leads it, so that another
 * node takes over while this one starts. It names the epoch of that process: a statement that arrives late must not end
 * the lease of a later one.
 */
export async function announceStart(ledger: Ledger, { mark, ...own }: StartingNode): Promise<void> {
  const status = await ledger.read('shard', STATUS_MS_MAX);
  if (status === undefined) return;
  const { sequence, epoch } = mark.value;
  const unknown = { address: '', linkAddress: '', clockMs: 0, lagMs: 0, shared: null };
  const reported = ledger.report({ ...own, ...unknown, role: 'starting', epoch, sequence, durable: mark.value });
  const freed = status.leader === own.node ? ledger.renew(status.epoch, own.node, 0) : undefined;
  await Promise.all([reported, freed]);
}

export interface NodeFiles {
  /** The venue as the files of this node have it; throws JournalDamaged. */
  recover(): LiveExchange;
  /** Keeps them elsewhere, and says why: the next `recover` finds nothing. */
  setAside(reason: unknown): void;
  readonly mark: DurableMark;
}

/**
 * Recovers the files of this node and follows the journal of all to its end. Files that are damaged, or whose chain of
 * groups is not that of the journal, are set aside and made again (J9); but not where the journal lacks a group that
 * this node knows to be durable: then they are left as they are for the operator to decide (J17). In a folder without
 * a mark, all that the files hold may have been acknowledged.
 *
 * @param onAdopted called when the journal of this node became the shared journal
 */
export async function recoverNode(
  journal: StartingJournal,
  files: NodeFiles,
  onAdopted: (commands: number) => void,
): Promise<LiveExchange> {
  await files.mark.sync();
  const exchange = await recovered(journal, files);
  const adopted = await journal.adopt(exchange);
  if (adopted !== undefined) onAdopted(adopted);
  return journal.withLedger(async (ledger) => {
    // A node that knows nothing copies only from a database that has its report: the first may have been lost (J26).
    if (files.mark.value.sequence === 0) await journal.announce(ledger);
    try {
      return await followedToEnd(exchange, ledger, files.mark);
    } catch (error) {
      if (!(error instanceof ForkedJournal)) throw error;
      if (files.mark.isNew) await markAll(exchange, ledger, files.mark);
      const { isHeld } = await ledger.read('place', STATUS_MS_MAX, files.mark.value);
      if (!isHeld) return exchange;
      exchange.files.close();
      files.setAside(error);
      files.mark.reset();
      return await followedToEnd(files.recover(), ledger, files.mark);
    }
  });
}

async function markAll({ position }: LiveExchange, ledger: Ledger, mark: DurableMark): Promise<void> {
  const status = await ledger.read('shard', STATUS_MS_MAX);
  // Only a decision that comes after this gives them up.
  mark.epoch = status?.epoch ?? 0;
  mark.advance(position);
  await mark.sync();
}

async function recovered(journal: StartingJournal, files: NodeFiles): Promise<LiveExchange> {
  try {
    return files.recover();
  } catch (error) {
    // Damaged files without a copy elsewhere need a person.
    if (!(error instanceof JournalDamaged) || files.mark.isNew || !(await journal.isBegun())) throw error;
    files.setAside(error);
    return files.recover();
  }
}

async function followedToEnd(exchange: LiveExchange, ledger: Ledger, mark: DurableMark): Promise<LiveExchange> {
  const source = await sourceAfter(ledger, exchange.position);
  const status = await ledger.read('shard', STATUS_MS_MAX);
  if (status === undefined) throw new Error('the journal has no such shard');
  mark.epoch = status.epoch;
  await mark.begin(exchange.position);
  await exchange.follow(new CopiedGroups(source, exchange.files, mark), status.sequence);
  return exchange;
}
