import { askHandover, readCluster } from '../../cluster/index.ts';
import type { Config } from '../../config.ts';
import type { ClusterServices } from '../../modules/health/index.ts';
import { ClusterJournal, nodeName } from './cluster-venue.ts';

/** What an operator asks about the nodes, over a separate connection; empty without a cluster. */
export function clusterServices(config: Config): ClusterServices {
  if (config.JOURNAL_URL === null) return {};
  const journal = new ClusterJournal(config.JOURNAL_URL, nodeName(config));
  const read = async () => {
    const cluster = await journal.withLedger(readCluster);
    if (cluster === undefined) return undefined;
    const { leader, epoch, sequence, handoverAsked } = cluster.status;
    return {
      ...{ leader: leader === '' ? null : leader, epoch, sequence, isHandoverAsked: handoverAsked },
      nodes: cluster.nodes,
    };
  };
  return { cluster: { read, askHandover: () => journal.withLedger(askHandover) } };
}
