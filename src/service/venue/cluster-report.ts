import { askHandover, handoverOver, readCluster, SharedRun } from '../../cluster/index.ts';
import type { Config } from '../../config.ts';
import type { ClusterDeps } from '../../modules/health/index.ts';
import { SHARD } from '../lifecycle/index.ts';
import { nodeName } from '../parts/index.ts';
import { ClusterJournal } from './cluster-venue.ts';

/** What an operator asks about the nodes, over a separate connection; empty without a cluster. */
export function clusterServices(config: Config): ClusterDeps {
  if (config.JOURNAL_URL === null) return {};
  const journal = new ClusterJournal(config.JOURNAL_URL, nodeName(config));
  /** One connection at a time, however many ask (J30). */
  const reading = new SharedRun(() => journal.withLedger(readCluster));
  const read = async () => {
    const cluster = await reading.run();
    if (cluster === undefined) return undefined;
    const { leader, epoch, sequence, handoverAsked } = cluster.status;
    return {
      ...{ leader: leader === '' ? null : leader, epoch, sequence, isHandoverAsked: handoverAsked },
      nodes: cluster.nodes,
    };
  };
  const ask = () => journal.withConnection((connection) => askHandover(handoverOver(connection, SHARD)));
  return { cluster: { read, askHandover: ask } };
}
