/**
 * A cluster to try out, on this machine: two databases, two nodes, and what to paste while one of them is killed
 * (docs/operate/cluster.md). Ends with Ctrl-C.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClusterProcess } from './cluster/cluster-process.ts';
import { makeTrialCluster, type TrialCluster } from './cluster/trial-cluster.ts';

const LOOK_MS = 500;
/** A node that ended is started again after so long, as a supervisor would. */
const AGAIN_MS = 3000;

function instructions({ folder, nodes, databases }: TrialCluster, file: string): string {
  const settings = `set -a; . ${join(folder, 'settings')}; set +a`;
  return `
Two nodes are up, and the databases ${databases.primary.address} (primary) and ${databases.standby.address} (standby).

${nodes.map((node) => `  ${node.name}   ${node.url}   process ${node.pid}   log ${node.logFile}`).join('\n')}

In a second terminal, orders that go on whatever happens:

  npm run cluster:client -- ${file}

In a third one, who leads the venue, a handover, and worse:

  (${settings}; npm run -s admin -- cluster)
  (${settings}; npm run -s admin -- handover)
${nodes.map(({ pid, name }) => `  kill -9 ${pid}     # ${name}; started again after ${AGAIN_MS / 1000} s`).join('\n')}
  kill -STOP ${nodes[0]?.pid}; sleep 4; kill -CONT ${nodes[0]?.pid}

Ctrl-C ends everything and removes ${folder}.
`;
}

function writeFiles({ folder, nodes }: TrialCluster): string {
  const [first] = nodes as [ClusterProcess];
  const lines = Object.entries(first.settings).map(([name, value]) => `${name}='${value}'`);
  writeFileSync(join(folder, 'settings'), `${lines.join('\n')}\n`, { mode: 0o600 });
  const file = join(folder, 'cluster.json');
  const urls = nodes.map(({ url }) => url);
  const client = { urls, credentials: first.credentials('client'), ...first.demo() };
  writeFileSync(file, `${JSON.stringify(client)}\n`, { mode: 0o600 });
  return file;
}

async function watch(cluster: TrialCluster, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    await delay(LOOK_MS);
    for (const node of cluster.nodes) {
      if (node.isRunning || ended.aborted) continue;
      console.log(`${node.name} has ended`);
      await delay(AGAIN_MS);
      if (ended.aborted) return;
      node.start();
      console.log(`${node.name} is started again: process ${node.pid}`);
    }
  }
}

console.log('making two databases and two nodes ...');
const cluster = await makeTrialCluster();
const ended = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort());
try {
  const [first, second] = cluster.nodes as [ClusterProcess, ClusterProcess];
  first.start();
  await first.reached('/ready/leader', 200);
  second.start();
  await second.reached('/health', 200);
  console.log(instructions(cluster, writeFiles(cluster)));
  await watch(cluster, ended.signal);
} finally {
  await cluster.close();
}
