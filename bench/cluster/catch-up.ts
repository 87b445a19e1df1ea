/** How long a node takes to catch up with commands that it missed, and how much memory it needs. */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClusterProcess } from '../../scripts/cluster/cluster-process.ts';
import { makeTrialCluster } from '../../scripts/cluster/trial-cluster.ts';
import { LoadGenerator } from '../support/load-generator.ts';
import { orderRequests } from '../support/order-requests.ts';
import { wholeText } from '../support/statistics.ts';

const REQUESTS = 16_384;
const LOAD_MS = 5000;
const STARTED_MS_MAX = 600_000;
const SETTLED_MS_MAX = 600_000;
const POLL_MS = 50;

export interface CatchUpOptions {
  readonly commands: number;
  readonly connections: number;
  readonly settings: Readonly<Record<string, string>>;
}

interface Level {
  readonly sequence: number;
  readonly lagGroups: number;
}

async function levelOf(node: ClusterProcess, credentials: ReturnType<ClusterProcess['credentials']>): Promise<Level> {
  const authorization = `Bearer ${credentials.clientID}:${credentials.developerAPIKey}`;
  const response = await fetch(`${node.url}/v3/status`, { headers: { authorization } });
  return ((await response.json()) as { node: Level }).node;
}

/** The most memory that a process has had, MB (Linux). */
function memoryOf(node: ClusterProcess): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${node.pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** Seconds from its start until it is a standby, and is level with another node. */
async function start(node: ClusterProcess, levelWith: () => Promise<Level>, own: () => Promise<Level>) {
  const startedMs = performance.now();
  node.start();
  await node.reached('/ready', 200, STARTED_MS_MAX);
  const { sequence } = await levelWith();
  for (const end = performance.now() + SETTLED_MS_MAX; performance.now() < end; await delay(POLL_MS)) {
    const { sequence: reached, lagGroups } = await own();
    if (lagGroups === 0 && reached >= sequence) return (performance.now() - startedMs) / 1000;
  }
  throw new Error(`${node.name} did not become level in time`);
}

export async function measureCatchUp({ commands, connections, settings }: CatchUpOptions): Promise<void> {
  const cluster = await makeTrialCluster({ settings });
  const generator = new LoadGenerator();
  try {
    const [leader, other] = cluster.nodes as [ClusterProcess, ClusterProcess];
    leader.start();
    await leader.reached('/ready', 200);
    const credentials = leader.credentials('client');
    const [ofLeader, ofOther] = [leader, other].map((node) => () => levelOf(node, credentials));
    if (ofLeader === undefined || ofOther === undefined) throw new Error('there are two nodes');
    await start(other, ofLeader, ofOther);
    await other.end('SIGTERM');
    const { sequence: from } = await ofLeader();
    const requests = orderRequests({ ...credentials, ...leader.demo() }, 'trading', REQUESTS);
    const load = { connections, duration_ms: LOAD_MS, port: leader.port };
    await generator.run({ ...load, requests });
    let to = (await ofLeader()).sequence;
    for (; to - from < commands; to = (await ofLeader()).sequence) await generator.run(load);
    const missed_s = await start(other, ofLeader, ofOther);
    const memory = memoryOf(other);
    await other.end('SIGTERM');
    const level_s = await start(other, ofLeader, ofOther);
    const fetched_s = missed_s - level_s;
    console.log(
      `missed ${wholeText(to - from)} commands: level ${missed_s.toFixed(1)} s after its start with at most ` +
        `${wholeText(memory)} MB of memory; the next time, with nothing missed, after ${level_s.toFixed(1)} s with ` +
        `${wholeText(memoryOf(other))} MB; the difference is ${wholeText((to - from) / fetched_s)} commands a second`,
    );
  } finally {
    generator.close();
    await cluster.close();
  }
}
