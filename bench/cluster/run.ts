/**
 * Durable createOrder with the journal in PostgreSQL and its synchronous standby, all on this machine, against the same
 * program with the journal in files, in turn (docs/operate/cluster.md).
 *
 *   node bench/cluster/run.ts [--connections=64] [--repetitions=3] [--seconds=4]
 *   node bench/cluster/run.ts --missed=1000000 [--connections=64]
 *   node bench/cluster/run.ts --nodes=2 [--connections=64] [--repetitions=3] [--seconds=4]
 *   node bench/cluster/run.ts --nodes=2 --streams=1000 [--rate=500] [--repetitions=3] [--seconds=4]
 *   node bench/cluster/run.ts --passed=100000 [--batch=20] [--repetitions=3]
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ClusterProcess } from '../../scripts/cluster/cluster-process.ts';
import { makeTrialCluster } from '../../scripts/cluster/trial-cluster.ts';
import { LoadGenerator } from '../support/load-generator.ts';
import { orderRequests } from '../support/order-requests.ts';
import { spreadText, wholeText } from '../support/statistics.ts';
import { inTurn, Series } from '../support/turns.ts';
import { VenueProcess } from '../support/venue-process.ts';
import { measureCatchUp } from './catch-up.ts';
import { measureLeaderThread } from './leader-thread.ts';
import { measureStreamsElsewhere, measureTwoNodes } from './two-nodes.ts';

const REQUESTS = 16_384;
const WARM_UP_MS = 3000;
const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '64' },
    repetitions: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    /** Commands that a node misses, in place of the orders a second. */
    missed: { type: 'string' },
    /** 2: orders and reads at a leader and at a standby, in place of the journal in files. */
    nodes: { type: 'string', default: '1' },
    /** With two nodes: streams of the depth, and the orders a second that change it. */
    streams: { type: 'string' },
    rate: { type: 'string', default: '500' },
    /** Orders that another node passes on, in place of the orders a second; and how many of them a millisecond. */
    passed: { type: 'string' },
    batch: { type: 'string', default: '20' },
  },
});
const connections = Number(values.connections);

/** Bounds in seconds and how many group commits took at most so long. */
type Commits = ReadonlyMap<number, number>;

async function commitsOf(node: ClusterProcess): Promise<Commits> {
  const text = await (await fetch(`http://127.0.0.1:${node.settings.METRICS_PORT}/metrics`)).text();
  const buckets = text.matchAll(/^openats_journal_write_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm);
  return new Map([...buckets].map(([, bound, count]) => [Number(bound === '+Inf' ? Infinity : bound), Number(count)]));
}

/** The bound that a share of the commits between two readings did not exceed, milliseconds. */
function commitMs(before: Commits, after: Commits, share: number): number {
  const grown = [...after].map(([bound, count]) => [bound, count - (before.get(bound) ?? 0)] as const);
  const all = grown.at(-1)?.[1] ?? 0;
  return (grown.find(([, count]) => count >= all * share)?.[0] ?? Number.NaN) * 1000;
}

const unlimited = Object.fromEntries(
  ['ORDERS_PER_CLIENT_MAX', 'CONTINGENT_ORDERS_PER_SECURITY_MAX', 'ORDERS_PER_TOKEN_MAX'].map((name) => [
    name,
    '1000000000',
  ]),
);

async function measureOrders(): Promise<void> {
  const cluster = await makeTrialCluster({ nodes: 1, settings: unlimited });
  const [node] = cluster.nodes as [ClusterProcess];
  const local = await VenueProcess.start(join(cluster.folder, 'local'));
  const generators = { local: new LoadGenerator(), node: new LoadGenerator() };
  try {
    node.start();
    await node.reached('/ready', 200);
    const duration_ms = Number(values.seconds) * 1000;
    const nodeParties = { ...node.credentials('client'), ...node.demo() };
    const warm = { connections, duration_ms: WARM_UP_MS };
    const ofLocal = orderRequests(local.parties(), 'trading', REQUESTS);
    await generators.local.run({ ...warm, port: local.port, requests: ofLocal });
    const ofNode = orderRequests(nodeParties, 'trading', REQUESTS);
    await generators.node.run({ ...warm, port: node.port, requests: ofNode });
    const files = new Series(() => generators.local.run({ connections, duration_ms, port: local.port }));
    const replicated = new Series(() => generators.node.run({ connections, duration_ms, port: node.port }));
    const before = await commitsOf(node);
    await inTurn(Number(values.repetitions), [files, replicated]);
    const after = await commitsOf(node);
    const rates = [files, replicated].map(({ results }) => results.map(({ requests, seconds }) => requests / seconds));
    const [inFiles = [], inDatabase = []] = rates;
    const ratios = inDatabase.map((rate, index) => rate / (inFiles[index] ?? Number.NaN));
    console.log(`${connections} connections, median (lowest to highest) of ${values.repetitions} repetitions in turn:`);
    console.log(`journal in files: ${spreadText(inFiles, wholeText)} orders a second`);
    console.log(`journal in PostgreSQL: ${spreadText(inDatabase, wholeText)} orders a second`);
    console.log(`share: ${spreadText(ratios, (ratio) => ratio.toFixed(2))}`);
    const [p50, p99] = [commitMs(before, after, 0.5), commitMs(before, after, 0.99)];
    console.log(`group commits in PostgreSQL: p50 at most ${p50} ms, p99 at most ${p99} ms`);
  } finally {
    for (const generator of Object.values(generators)) generator.close();
    await local.stop();
    await cluster.close();
  }
}

if (values.nodes === '2') {
  const [seconds, repetitions] = [Number(values.seconds), Number(values.repetitions)];
  const options = { connections, seconds, repetitions, settings: unlimited };
  if (values.streams === undefined) await measureTwoNodes(options);
  else await measureStreamsElsewhere(Number(values.streams), Number(values.rate), options);
} else if (values.passed !== undefined) {
  await measureLeaderThread(Number(values.passed), Number(values.batch), Number(values.repetitions));
} else if (values.missed === undefined) await measureOrders();
else await measureCatchUp({ commands: Number(values.missed), connections, settings: unlimited });
