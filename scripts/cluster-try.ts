/**
 * A cluster to try out, on this machine: three databases, nodes, a balancer where haproxy is installed, and what to
 * paste while a node is killed (docs/operate/cluster.md). Ends with Ctrl-C.
 *
 *   npm run cluster:try -- [--nodes 3]
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Balancer, hasBalancer, startBalancer } from './cluster/balancer.ts';
import type { ClusterProcess } from './cluster/cluster-process.ts';
import { makeTrialCluster, type TrialCluster } from './cluster/trial-cluster.ts';

const LOOK_MS = 500;
/** A node that ended is started again after so long, as a supervisor would. */
const AGAIN_MS = 3000;

const { values } = parseArgs({ options: { nodes: { type: 'string', default: '2' } } });
const count = Math.max(1, Number(values.nodes));

interface Shown {
  /** Of the console. */
  readonly link: string;
  /** The settings of the client. */
  readonly file: string;
  readonly balancer: Balancer | undefined;
}

function instructions({ folder, nodes, databases }: TrialCluster, { link, file, balancer }: Shown): string {
  const settings = `set -a; . ${join(folder, 'settings')}; set +a`;
  const balanced = balancer === undefined ? '' : `\n  all in turn, by haproxy   ${balancer.url}\n`;
  return `
${nodes.length} nodes are up, each of which answers every call, and three databases, of which commits wait for two:
${databases.servers.map((one) => `${one.address}${one === databases.primary ? ' (primary)' : ''}`).join(', ')}.

${nodes.map((node) => `  ${node.name}   ${node.url}   process ${node.pid}   log ${node.logFile}`).join('\n')}
${balanced}
The console, once within 15 minutes (the log of a node that starts to lead has a new link):

  ${link}

In a second terminal, orders that go on whatever happens:

  npm run cluster:client -- ${file}

In a third one, who leads the venue, a handover, and worse:

  (${settings}; npm run -s admin -- cluster)
  (${settings}; npm run -s admin -- handover)
${nodes.map(({ pid, name }) => `  kill -9 ${pid}     # ${name}; started again after ${AGAIN_MS / 1000} s`).join('\n')}
  kill -9 ${databases.standby.pid}     # a standby of the database: nobody waits
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

console.log(`making three databases and ${count} nodes ...`);
const cluster = await makeTrialCluster({ nodes: count, databases: 3 });
let balancer: Balancer | undefined;
const ended = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort());
try {
  const [first, ...others] = cluster.nodes as [ClusterProcess, ...ClusterProcess[]];
  first.start();
  await first.reached('/ready/leader', 200);
  for (const other of others) {
    other.start();
    await other.reached('/ready', 200);
  }
  if (hasBalancer()) balancer = await startBalancer(cluster);
  console.log(instructions(cluster, { link: await first.consoleLink(), file: writeFiles(cluster), balancer }));
  await watch(cluster, ended.signal);
} finally {
  await balancer?.end();
  await cluster.close();
}
