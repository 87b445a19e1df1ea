/** What `npm run admin -- cluster` and `handover` do with the journal. */
import { setTimeout as delay } from 'node:timers/promises';
import { askHandover, type HandoverDeps, handoverOver, type Ledger, readCluster } from '../../src/cluster/index.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { SHARD } from '../../src/service/lifecycle/part-context.ts';
import { ClusterJournal } from '../../src/service/venue/cluster-venue.ts';
import { recordedOnJournal } from './recorded-command.ts';

const MS_MAX = 5000;
const HANDED_OVER_MS_MAX = 30_000;

async function onJournal<T>(work: (deps: HandoverDeps, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const { JOURNAL_URL } = config;
  if (JOURNAL_URL === null) throw new Error('JOURNAL_URL is not set: the venue is one process');
  return new ClusterJournal(JOURNAL_URL, 'admin').withConnection((connection) =>
    work(handoverOver(connection, SHARD), config),
  );
}

async function clusterOf(ledger: Pick<Ledger, 'read'>) {
  const cluster = await readCluster(ledger);
  if (cluster === undefined) throw new Error('no node has ever started with this journal');
  const { leader, epoch, sequence, groups, isFree, handoverAsked } = cluster.status;
  const { nodes } = cluster;
  return { leader: leader === '' ? null : leader, leaseIsOver: isFree, epoch, sequence, groups, handoverAsked, nodes };
}

async function handOver(deps: HandoverDeps) {
  const { ledger } = deps;
  const before = await ledger.read('shard', MS_MAX);
  if (before === undefined || !(await askHandover(deps))) {
    throw new Error('no other node is there to take the venue over');
  }
  for (const end = Date.now() + HANDED_OVER_MS_MAX; Date.now() < end; await delay(50)) {
    const now = await ledger.read('shard', MS_MAX);
    if (now !== undefined && now.epoch > before.epoch && now.leader !== '') return await clusterOf(ledger);
  }
  throw new Error('the leader has not handed the venue over; its log says why');
}

export async function showCluster(unknown?: string): Promise<object> {
  if (unknown !== undefined) throw new Error('the command is cluster, or cluster members');
  return onJournal(({ ledger }) => clusterOf(ledger));
}

/** The entry names the node that leads from now on. */
const HANDOVER = {
  name: 'handover',
  recordsOf: ({ leader }: { readonly leader: string | null }) => ({ node: leader ?? '' }),
};

export const handOverRecorded = (deps: HandoverDeps, config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>) =>
  recordedOnJournal(config, HANDOVER, () => handOver(deps));

export const handOverVenue = () => onJournal(handOverRecorded);
