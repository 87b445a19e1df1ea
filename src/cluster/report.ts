import { type Ledger, SEEN_MS_MAX, type SeenNode, type ShardStatus } from './ledger.ts';

const MS_MAX = 5000;

/** The nodes of a shard, as they reported last. */
export interface ClusterReport {
  readonly status: ShardStatus;
  readonly nodes: readonly (SeenNode & { readonly isThere: boolean; readonly lagCommands: number })[];
}

/** Undefined: no node has ever started with this journal. */
export async function readCluster(ledger: Ledger): Promise<ClusterReport | undefined> {
  const status = await ledger.status(MS_MAX);
  if (status === undefined) return undefined;
  const nodes = (await ledger.nodes()).map((node) => ({
    ...node,
    isThere: node.seenMsAgo < SEEN_MS_MAX,
    lagCommands: Math.max(0, status.sequence - node.sequence),
  }));
  return { status, nodes };
}

/** Has the leader hand over (J12). False: no other node is there to take over, and nothing is asked. */
export async function askHandover(ledger: Ledger): Promise<boolean> {
  const cluster = await readCluster(ledger);
  const isAnother = cluster?.nodes.some(
    ({ node, role, isThere }) => isThere && node !== cluster.status.leader && role === 'standby',
  );
  if (isAnother !== true) return false;
  await ledger.askHandover();
  return true;
}
