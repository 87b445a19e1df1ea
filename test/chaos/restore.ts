import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ClusterProcess } from '../../scripts/cluster/cluster-process.ts';
import type { TrialCluster } from '../../scripts/cluster/trial-cluster.ts';

const RESTORED_MS_MAX = 60_000;
const POLL_MS = 50;

/** What the operator does once every node says what it holds: restores the groups of the one that holds most. */
export async function restore(stage: { readonly cluster: TrialCluster }): Promise<void> {
  for (const end = performance.now() + RESTORED_MS_MAX; ; await delay(POLL_MS)) {
    for (const node of stage.cluster.nodes) if (!node.isRunning) node.start();
    const { nodes } = await journalCommand(stage.cluster.nodes[0] as ClusterProcess);
    const ahead = nodes.filter(({ holds }) => holds !== undefined).sort((a, b) => held(b) - held(a));
    const [most] = ahead;
    if (ahead.length === stage.cluster.nodes.length && most !== undefined) {
      const node = stage.cluster.nodes.find(({ name }) => name === most.node) as ClusterProcess;
      await journalCommand(node, 'restore-from', most.node);
      return;
    }
    if (performance.now() > end) {
      const shown = `${JSON.stringify(nodes)}: ${await stage.cluster.describe()}`;
      throw new Error(`not every node says what it holds: ${shown}`);
    }
  }
}

interface ShownNode {
  readonly node: string;
  readonly holds?: { readonly to: number };
}

function held({ holds }: ShownNode): number {
  return holds?.to ?? 0;
}

const ADMIN = fileURLToPath(new URL('../../scripts/admin.ts', import.meta.url));

async function journalCommand(node: ClusterProcess, ...args: string[]): Promise<{ nodes: readonly ShownNode[] }> {
  const env = { PATH: process.env.PATH, ...node.settings, NODE_OPTIONS: '' };
  const { stdout } = await promisify(execFile)(process.execPath, [ADMIN, 'journal', ...args], { env });
  return JSON.parse(stdout) as { nodes: readonly ShownNode[] };
}
