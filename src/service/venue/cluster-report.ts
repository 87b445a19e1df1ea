import { askHandover, readCluster } from '../../cluster/index.ts';
import type { Config } from '../../config.ts';
import type { ClusterServices } from '../../modules/health/index.ts';
import { nodeName } from '../parts/index.ts';
import { ClusterJournal } from './cluster-venue.ts';

/** What an operator asks about the nodes, over a separate connection; empty without a cluster. */
export function clusterServices(config: Config): ClusterServices {
  if (config.JOURNAL_URL === null) return {};
  const journal = new ClusterJournal(config.JOURNAL_URL, nodeName(config));
  let reading: ReturnType<typeof readOnce> | undefined;
  const readOnce = async () => {
    const cluster = await journal.withLedger(readCluster);
    if (cluster === undefined) return undefined;
    const { leader, epoch, sequence, handoverAsked } = cluster.status;
    return {
      ...{ leader: leader === '' ? null : leader, epoch, sequence, isHandoverAsked: handoverAsked },
      nodes: cluster.nodes,
    };
  };
  /** One connection at a time, whoever asks (J30): all answers show the same moment. */
  const read = () => {
    reading ??= readOnce().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  return { cluster: { read, askHandover: () => journal.withLedger(askHandover) } };
}
