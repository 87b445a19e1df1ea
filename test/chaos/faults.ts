/** The faults of a chaos run, each of which the cluster must get over by itself. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClusterProcess } from '../../scripts/cluster/cluster-process.ts';
import { SCHEMA } from '../../src/cluster/schema.ts';
import { SHARD } from '../../src/service/lifecycle/part-context.ts';
import { primariesByRunbook } from '../support/two-primaries.ts';
import { DATABASE_FAULTS } from './database-faults.ts';
import { REFERENCE_FAULTS } from './reference-faults.ts';
import { restore } from './restore.ts';
import { rewindSql } from './rewind.ts';
import { bothOf, type Fault, linesOf, type Stage } from './stage.ts';

async function kill(node: ClusterProcess, { dice }: Stage): Promise<ClusterProcess> {
  await node.end('SIGKILL');
  await delay(dice.between(100, 1500));
  node.start();
  return node;
}

async function cutOff(node: ClusterProcess, stage: Stage, ms: number): Promise<ClusterProcess> {
  const { journal, reference } = linesOf(node, stage);
  for (const line of [...journal, ...reference]) line.cut();
  await delay(ms);
  for (const line of [...journal, ...reference]) line.mend();
  return node;
}

/** The largest file that the process may write, bytes: nothing more fits the disk. */
function limitFiles(node: ClusterProcess, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(node.pid), `--fsize=${bytes}:unlimited`]);
}

function sizeOfJournal(node: ClusterProcess): number {
  const folder = join(node.dataDir, 'venue');
  const segments = readdirSync(folder).filter((name) => name.startsWith('journal-'));
  return Math.max(0, ...segments.map((name) => statSync(join(folder, name)).size));
}

const CLOSED_MS_MAX = 60_000;
const POLL_MS = 50;
const PROBE_MS_MAX = 5000;

/** No node serves any more, and one says why; throws where the venue stays open. */
async function closed({ cluster }: Stage, reason: string): Promise<void> {
  for (const end = performance.now() + CLOSED_MS_MAX; performance.now() < end; await delay(POLL_MS)) {
    for (const node of cluster.nodes) if (!node.isRunning) node.start();
    const answers = await Promise.all(cluster.nodes.map((node) => node.ask('/ready/leader', PROBE_MS_MAX)));
    if (answers.every(({ status }) => status !== 200) && answers.some(({ text }) => text.includes(reason))) return;
  }
  throw new Error(`the venue stayed open (${reason}): ${await cluster.describe()}`);
}

export const CLOCK_FAULT = 'clock of a node stepped by a second';
export const CLOCK_STEP_US = 1_000_000;

const FAULTS: readonly Fault[] = [
  { name: 'leader killed', weight: 6, run: async (stage) => kill((await bothOf(stage)).leader, stage) },
  { name: 'standby killed', weight: 2, run: async (stage) => kill((await bothOf(stage)).other, stage) },
  {
    name: 'leader stopped for longer than its lease, and resumed',
    weight: 5,
    run: async (stage) => {
      const { leader } = await bothOf(stage);
      leader.signal('SIGSTOP');
      await delay(stage.leaseMs + stage.dice.between(200, 1500));
      leader.signal('SIGCONT');
      return leader;
    },
  },
  {
    name: 'leader stopped for less than its lease',
    weight: 2,
    run: async (stage) => {
      const { leader } = await bothOf(stage);
      leader.signal('SIGSTOP');
      await delay(stage.dice.between(100, stage.leaseMs - 400));
      leader.signal('SIGCONT');
      return leader;
    },
  },
  {
    name: 'leader cut off from the databases',
    weight: 4,
    run: async (stage) => {
      const { leader } = await bothOf(stage);
      return cutOff(leader, stage, stage.leaseMs + stage.dice.between(-1500, 1500));
    },
  },
  {
    name: 'standby cut off from the databases',
    weight: 2,
    run: async (stage) => {
      const { other } = await bothOf(stage);
      return cutOff(other, stage, stage.dice.between(200, 3000));
    },
  },
  {
    name: 'no room for files of the leader',
    weight: 3,
    run: async (stage) => {
      const { leader } = await bothOf(stage);
      // Its last segment has space that was written ahead.
      limitFiles(leader, Math.max(0, sizeOfJournal(leader) - stage.dice.between(0, 250_000)));
      await delay(stage.dice.between(500, 2500));
      try {
        limitFiles(leader, 'unlimited');
      } catch (error) {
        // It may have ended, and is started again.
        if (leader.isRunning) throw error;
      }
    },
  },
  {
    name: CLOCK_FAULT,
    weight: 3,
    run: async (stage) => {
      const node = stage.dice.pick(stage.cluster.nodes);
      // chaos/stepped-clock.mjs
      node.signal('SIGUSR2');
      await delay(stage.dice.between(300, 3000));
      node.signal('SIGWINCH');
    },
  },
  {
    name: 'journal rewound, groups restored',
    weight: 3,
    isOperatorError: true,
    run: async (stage) => {
      await stage.cluster.databases.primary.query(rewindSql(SHARD, stage.dice.between(1, 200)));
      await closed(stage, 'the journal was rewound');
      await restore(stage);
    },
  },
  {
    name: 'durability off',
    weight: 3,
    isOperatorError: true,
    run: async (stage) => {
      const { primary } = stage.cluster.databases;
      await primary.set({ synchronous_standby_names: '' });
      await closed(stage, 'commits of the journal do not wait');
      await primary.set({ synchronous_standby_names: stage.cluster.databases.synchronousNames });
    },
  },
  {
    name: 'two primaries',
    weight: 3,
    isOperatorError: true,
    run: async (stage) =>
      stage.cluster.databases.splitFor(async () => {
        await closed(stage, 'take writes');
        const [right] = await primariesByRunbook(stage.cluster.databases.servers);
        return right?.server;
      }),
  },
  {
    name: 'handover by SIGTERM',
    weight: 4,
    run: async (stage) => {
      const { leader } = await bothOf(stage);
      await leader.end('SIGTERM');
      leader.start();
      return leader;
    },
  },
  {
    name: 'handover asked for',
    weight: 4,
    run: async ({ cluster: { databases } }) => {
      await databases.primary.query(`update ${SCHEMA}.shards set handover_asked_at = clock_timestamp()`);
      await delay(1000);
    },
  },
  ...DATABASE_FAULTS,
  ...REFERENCE_FAULTS,
];

/** Those that this machine can make, with this number of databases. */
export function possibleFaults(databases: number): readonly Fault[] {
  const canLimit = spawnSync('prlimit', ['--version']).status === 0;
  return FAULTS.filter(
    ({ name, ofDatabases = 2 }) => (canLimit || name !== 'no room for files of the leader') && databases >= ofDatabases,
  );
}
