/** What `npm run admin -- cluster` and `handover` do with the journal. */
import { setTimeout as delay } from 'node:timers/promises';
import { askHandover, type Ledger, readCluster } from '../../src/cluster/index.ts';
import { readConfig } from '../../src/config.ts';
import { ClusterJournal } from '../../src/service/venue/cluster-venue.ts';

const MS_MAX = 5000;
const HANDED_OVER_MS_MAX = 30_000;

async function withLedger<T>(work: (ledger: Ledger) => Promise<T>): Promise<T> {
  const { JOURNAL_URL } = readConfig(process.env);
  if (JOURNAL_URL === null) throw new Error('JOURNAL_URL is not set: the venue is one process');
  const ledger = await new ClusterJournal(JOURNAL_URL, 'admin').openLedger();
  try {
    return await work(ledger);
  } finally {
    ledger.close();
  }
}

async function clusterOf(ledger: Ledger): Promise<object> {
  const cluster = await readCluster(ledger);
  if (cluster === undefined) throw new Error('no node has ever started with this journal');
  const { leader, epoch, sequence, groups, isFree, handoverAsked } = cluster.status;
  const { nodes } = cluster;
  return { leader: leader === '' ? null : leader, leaseIsOver: isFree, epoch, sequence, groups, handoverAsked, nodes };
}

async function handOver(ledger: Ledger): Promise<object> {
  const before = await ledger.status(MS_MAX);
  if (before === undefined || !(await askHandover(ledger))) {
    throw new Error('no other node is there to take the venue over');
  }
  for (const end = Date.now() + HANDED_OVER_MS_MAX; Date.now() < end; await delay(50)) {
    const now = await ledger.status(MS_MAX);
    if (now !== undefined && now.epoch > before.epoch && now.leader !== '') return await clusterOf(ledger);
  }
  throw new Error('the leader has not handed the venue over; its log says why');
}

export const showCluster = () => withLedger(clusterOf);

export const handOverVenue = () => withLedger(handOver);
