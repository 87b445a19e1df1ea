import { type ClusterNode, exchangeNode, VenueClosed } from '../../cluster/index.ts';
import type { Config } from '../../config.ts';
import { RULES } from '../../exchange/api/index.ts';
import type { LiveExchange } from '../../exchange/live-exchange.ts';
import { freeBytes } from '../../http/body/index.ts';
import type { NodeReport } from '../../modules/health/index.ts';
import { SystemClock } from '../../time/clock.ts';
import { systemTimers } from '../../time/timers.ts';
import { LeaderWork, type PartContext, unavailableReason } from '../lifecycle/index.ts';
import { version } from '../metrics/index.ts';
import { nodeName } from '../parts/index.ts';
import { type NodeJournal, requiresStandby } from './cluster-venue.ts';
import type { CommandLink } from './command-link.ts';

const HANDED_OVER = 'the venue is handed over';
const LOST = 'it no longer follows or leads the venue';
/** A node whose files could soon not be written leaves the venue to another. */
const FREE_BYTES_MIN = 64 * 1024 * 1024;

export interface NodeDeps extends NodeJournal {
  readonly exchange: LiveExchange;
  readonly link: CommandLink;
}

/** This process among those that may own the venue; it begins with `start`. */
export function openNode(context: PartContext, { journal, mark, exchange, link }: NodeDeps): ClusterNode {
  const { config, log, state, shutdown, leaderTasks } = context;
  const keeper = journal.keepLease(config.JOURNAL_LEASE_MS, (error) =>
    log.warn({ err: error }, 'the thread that keeps the lease has ended'),
  );
  shutdown.add('lease', () => keeper.end());
  const work = new LeaderWork({
    state,
    leaderTasks,
    serves: () => node.serves,
    isOver: () => !node.leads || node.role === 'deposed' || exchange.isStopping,
    timers: systemTimers,
    log,
  });
  const node: ClusterNode = exchangeNode(exchange, {
    openLedger: () => journal.openLedger(),
    node: nodeName(config),
    mark,
    hosts: journal.watchHosts(),
    requiresStandby: requiresStandby(config),
    sharedEnd: (ledger) => journal.sharedEnd(ledger, config, exchange.position.sequence),
    leaseMs: config.JOURNAL_LEASE_MS,
    cell: keeper.cell,
    begin: () => work.begin(),
    onSteppedBack: () => work.steppedBack(),
    // One that has stopped says so itself, and keeps this node from leading.
    confirmHistory: () => state.confirmHistory().catch(() => {}),
    onLooked: ({ leader, linkAddress }) => link.aim(leader === nodeName(config) ? '' : linkAddress),
    onServed: () => {
      link.lead();
      work.served();
    },
    onHandover: () => state.restart.resolve({ reason: HANDED_OVER, publicReason: HANDED_OVER, atOnce: false }),
    notEligibleReason: () => {
      if (config.NODE_LEADER === 'never') return 'NODE_LEADER is never';
      if (state.historyFailure !== null) return 'its order history has stopped';
      // The wait for it would be that of all callers: another node may have it.
      if (!state.isHistoryLevel) return 'its order history catches up';
      return freeBytes(config.DATA_DIR) < FREE_BYTES_MIN ? 'the disk of DATA_DIR is full' : null;
    },
    about: () => ({ address: state.apiAddress, linkAddress: link.address, rules: RULES, version }),
    clock: new SystemClock(),
    timers: systemTimers,
    log,
  });
  link.join(node);
  node.failed.then((error) => {
    const publicReason = error instanceof VenueClosed ? error.message : (unavailableReason(error) ?? LOST);
    state.restart.resolve({ reason: error.message, publicReason, atOnce: true });
  });
  return node;
}

/** The cluster node of this process; undefined without a cluster. */
export function reportOf(node: ClusterNode | undefined, config: Config): NodeReport | undefined {
  if (node === undefined) return undefined;
  const { role, epoch, lag, sequence } = node;
  return { name: nodeName(config), role, epoch, sequence, lagGroups: lag.groups, lagMilliseconds: lag.ms };
}
