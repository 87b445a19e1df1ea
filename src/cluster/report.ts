import type { Connection } from './connection.ts';
import { type Ledger, SEEN_MS_MAX, type SeenNode, type ShardStatus } from './ledger.ts';
import { PostgresLedger } from './postgres-ledger.ts';
import { SCHEMA } from './schema.ts';

const MS_MAX = 5000;

/** The nodes of a shard, as they reported last. */
export interface ClusterReport {
  readonly status: ShardStatus;
  readonly nodes: readonly (SeenNode & { readonly isThere: boolean; readonly lagCommands: number })[];
}

/** Undefined: no node has ever started with this journal. */
export async function readCluster(ledger: Pick<Ledger, 'read'>): Promise<ClusterReport | undefined> {
  const status = await ledger.read('shard', MS_MAX);
  if (status === undefined) return undefined;
  const nodes = (await ledger.read('members', MS_MAX)).map((node) => ({
    ...node,
    isThere: node.seenMsAgo < SEEN_MS_MAX,
    lagCommands: Math.max(0, status.sequence - node.sequence),
  }));
  return { status, nodes };
}

/** How an operator asks for a handover: in the row of the lease, which each renewal of the leader reads. */
const ASK = `update ${SCHEMA}.shards set handover_asked_at = clock_timestamp() where shard = $1`;

export interface HandoverDeps {
  readonly ledger: Pick<Ledger, 'read'>;
  readonly ask: () => Promise<unknown>;
}

/** Of the journal of a connection. */
export function handoverOver(connection: Connection, shard: number): HandoverDeps {
  const ask = () => connection.run({ name: '', text: ASK }, [shard], MS_MAX);
  return { ledger: new PostgresLedger(connection, shard), ask };
}

/** Has the leader hand over (J12). False: no other node is there to take over, and nothing is asked. */
export async function askHandover({ ledger, ask }: HandoverDeps): Promise<boolean> {
  const cluster = await readCluster(ledger);
  const isAnother = cluster?.nodes.some(
    ({ node, role, isThere }) => isThere && node !== cluster.status.leader && role === 'standby',
  );
  if (isAnother !== true) return false;
  await ask();
  return true;
}
