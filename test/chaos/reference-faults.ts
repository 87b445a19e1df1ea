/** Faults of the reference database, and of the keys in it, while the journal is whole. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ClusterProcess } from '../../scripts/cluster/cluster-process.ts';
import { bothOf, type Fault, linesOf, type Stage } from './stage.ts';

/** Long, for a machine that is busy with other things. */
const LEADS_MS_MAX = 150_000;
const PROBE_MS_MAX = 5000;
const POLL_MS = 50;

/** Some node leads without the reference database (J7, J16). */
async function leadsWithout({ cluster, record }: Stage, fault: string): Promise<void> {
  for (const end = performance.now() + LEADS_MS_MAX; performance.now() < end; await delay(POLL_MS)) {
    const answers = await Promise.all(cluster.nodes.map((node) => node.ask('/health', PROBE_MS_MAX)));
    if (answers.some(({ text }) => text.includes('"state":"leader"') && text.includes('reference database'))) return;
  }
  record.violations.push(`${fault}: no node led: ${await cluster.describe()}`);
}

/**
 * Another node may lead: none may whose order history is not confirmed since the last change of leaders, for which it
 * needs the reference database.
 */
async function otherMayLead({ cluster, record }: Stage, leader: ClusterProcess, fault: string): Promise<void> {
  const { primary } = cluster.databases;
  const eligible = `select 1 from openats_journal.nodes
    where role = 'standby' and node <> '${leader.name}' and seen_at > `;
  const [begun] = await primary.query('select now()::text as time');
  for (const end = performance.now() + LEADS_MS_MAX; performance.now() < end; await delay(POLL_MS)) {
    if ((await primary.query(`${eligible}'${begun?.time}'`)).length > 0) return;
  }
  record.violations.push(`${fault}: no other node may lead: ${await cluster.describe()}`);
}

async function whileRefused(stage: Stage, fault: string, work: () => Promise<void>): Promise<void> {
  const references = stage.lines.flatMap(({ reference }) => reference);
  for (const line of references) line.refuse();
  await work();
  await leadsWithout(stage, fault);
  await delay(stage.dice.between(200, 2000));
  await Promise.all(references.map((line) => line.accept()));
}

async function killAndStart(node: ClusterProcess): Promise<void> {
  await node.end('SIGKILL');
  node.start();
}

const REFUSED = 'reference database refused';
const REFUSED_AND_KILLED = 'reference database refused, leader killed';
const KEYS_UNREADABLE = 'keys of the webhooks unreadable, nodes killed';

/** Other bytes in place of what is sealed, and what undoes that: it is its own inverse. */
const SWAP_KEYS = 'update webhooks set secret_sealed = reverse(secret_sealed)';

export const REFERENCE_FAULTS: readonly Fault[] = [
  {
    name: REFUSED,
    weight: 2,
    run: async (stage) => whileRefused(stage, REFUSED, async () => {}),
  },
  {
    name: REFUSED_AND_KILLED,
    weight: 3,
    run: async (stage) => {
      const { leader } = await bothOf(stage);
      await otherMayLead(stage, leader, REFUSED_AND_KILLED);
      await whileRefused(stage, REFUSED_AND_KILLED, () => killAndStart(leader));
    },
  },
  {
    name: 'reference database silent to the leader',
    weight: 3,
    run: async (stage) => {
      const { leader } = await bothOf(stage);
      const { reference } = linesOf(leader, stage);
      for (const line of reference) line.cut();
      await delay(stage.dice.between(500, 3 * stage.leaseMs));
      for (const line of reference) line.mend();
      return leader;
    },
  },
  {
    name: KEYS_UNREADABLE,
    weight: 2,
    run: async (stage) => {
      const { nodes, databases } = stage.cluster;
      await databases.primary.query(SWAP_KEYS);
      const before = nodes.map((node) => unreadableOf(node));
      // A running node has them in memory.
      await Promise.all(nodes.map(killAndStart));
      const isNoticed = () => nodes.some((node, at) => unreadableOf(node) > (before[at] ?? 0));
      for (const end = performance.now() + LEADS_MS_MAX; performance.now() < end; await delay(POLL_MS)) {
        if (isNoticed()) break;
      }
      if (!isNoticed()) stage.record.violations.push(`${KEYS_UNREADABLE}: no node noticed it`);
      await databases.primary.query(SWAP_KEYS);
    },
  },
];

/** How often a node logged that it could not read what it needs to send webhooks. */
function unreadableOf(node: ClusterProcess): number {
  return node.log.split('webhook key or tokens could not be read').length - 1;
}
