/**
 * Proof of docs/operate/cluster.md on this machine: nodes and three databases under load at every node, faults at
 * random, and a check that is linear. Ends with 1 when something was wrong.
 *
 *   npm run chaos -- --minutes 10 --seed 1 [--nodes 3] [--databases 2] [--least 200] [--only NAME,NAME]
 *   npm run chaos -- --pairs                  every pair of faults with one of an operator among them
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ClusterProcess } from '../../scripts/cluster/cluster-process.ts';
import { postgresPrograms } from '../../scripts/cluster/postgres-server.ts';
import { makeTrialCluster, type TrialCluster } from '../../scripts/cluster/trial-cluster.ts';
import { Dice } from '../e2e/support/dice.ts';
import { checkRun, isOfTrader } from './check.ts';
import { CLOCK_FAULT, CLOCK_STEP_US, possibleFaults } from './faults.ts';
import { LivenessProber } from './liveness-prober.ts';
import { Caller, listen, type TradeRun, trade } from './load.ts';
import { askForQuotes, differencesOf, type MarketTarget, operate, quote } from './market-load.ts';
import { longestGap, type Outage, proofOf, refusalsOf, tableOf } from './outages.ts';
import { linesTo, type NodeLines } from './passage.ts';
import { RunRecord } from './record.ts';
import { atRandom, inPairs } from './schedule.ts';
import { type Fault, hurtBy, type Stage } from './stage.ts';
import { ExpectedWebhooks, RECEIVED_METHODS, WebhookSink } from './webhook-sink.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    faults: { type: 'string', default: '0' },
    /** It goes on after its minutes until it has made this many faults. */
    least: { type: 'string', default: '0' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    traders: { type: 'string', default: '8' },
    nodes: { type: 'string', default: '2' },
    /** Three, of which commits wait for two, or two. */
    databases: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    pairs: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});
const LEASE_MS = 2000;
/** Long, for a machine that is busy with other things. */
const RECOVERED_MS_MAX = 150_000;
const PROBE_MS_MAX = 5000;
const SETTLE_MS = 300;
const DATABASES = values.databases === '2' ? 2 : 3;

async function main(): Promise<boolean> {
  if (postgresPrograms() === undefined) {
    console.log('no PostgreSQL server was found (npm ci, or POSTGRES_BIN); nothing is tried');
    return true;
  }
  const seed = Number(values.seed);
  console.log(`seed ${seed}`);
  const lines: NodeLines[] = [];
  const cluster = await makeTrialCluster({
    nodes: Number(values.nodes),
    databases: DATABASES,
    settings: {
      JOURNAL_LEASE_MS: String(LEASE_MS),
      JOURNAL_REQUIRE_STANDBY: 'true',
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOW_LOOPBACK: 'true',
      NODE_OPTIONS: `--import=${new URL('./stepped-clock.mjs', import.meta.url).href}`,
    },
    // The processes of this run end and come back; its machine does not.
    postgres: { fsync: 'off' },
    addressesFor: async (node, { servers }) => {
      const { journal, reference } = await linesTo(servers.map(({ port }) => port));
      lines[node] = { journal, reference };
      return { journal: journal.map(({ address }) => address), reference: reference.map(({ address }) => address) };
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void cluster.close().then(() => process.exit(1)));
  }
  try {
    return await run(cluster, lines, new Dice(seed));
  } catch (error) {
    values.keep = true;
    throw error;
  } finally {
    for (const line of lines.flatMap(({ journal, reference }) => [...journal, ...reference])) line.close();
    await cluster.close(values.keep);
    if (values.keep) console.log(`kept: ${cluster.folder}`);
  }
}

async function run(cluster: TrialCluster, lines: readonly NodeLines[], dice: Dice): Promise<boolean> {
  const [first, ...others] = cluster.nodes as [ClusterProcess, ...ClusterProcess[]];
  first.start();
  await first.reached('/ready/leader', 200);
  for (const other of others) {
    other.start();
    await other.reached('/ready', 200);
  }
  const record = new RunRecord();
  const sink = await WebhookSink.start(new Dice(Number(values.seed) + 1));
  const target = await prepared(cluster, sink);
  const stage: Stage = { cluster, lines, dice, leaseMs: LEASE_MS, record, leader: () => leaderOf(cluster) };
  const prober = new LivenessProber(cluster.nodes);
  let isOver = false;
  const traders = Array.from({ length: Number(values.traders) + 3 }, (_, number) => ({
    name: `trader${number}`,
    node: number,
    dice: new Dice(Number(values.seed) * 100 + number),
    isOver: () => isOver,
  }));
  const [asker, quoter, operator, ...rest] = traders as [TradeRun, TradeRun, TradeRun, ...TradeRun[]];
  const load = Promise.all([
    ...rest.map((one) => trade(target, record, one)),
    askForQuotes(target, record, asker),
    quote(target, record, quoter),
    operate(target, record, operator),
    ...cluster.nodes.map((node) => listen(target, record, { node, isOver: () => isOver })),
  ]);
  load.catch(() => {});
  const outages = await Promise.race([makeFaults(stage), load.then(() => [])]);
  isOver = true;
  await load;
  await prober.end();
  record.violations.push(...(await differencesOf(target)));
  return report({ cluster, record, outages, prober, sink, clientId: target.credentials.clientID });
}

async function makeFaults(stage: Stage): Promise<Outage[]> {
  const { record, cluster } = stage;
  const wanted = values.only.split(',');
  const faults = possibleFaults(DATABASES).filter(({ name }) => wanted.some((part) => name.includes(part)));
  const outages: Outage[] = [];
  const endMs = values.pairs ? Number.POSITIVE_INFINITY : performance.now() + Number(values.minutes) * 60_000;
  const most = Number(values.faults) || Number.POSITIVE_INFINITY;
  const least = Number(values.least);
  const schedule: Iterator<Fault> = values.pairs ? inPairs(faults).values() : atRandom(faults, stage.dice);
  while ((performance.now() < endMs || outages.length < least) && outages.length < most) {
    await delay(stage.dice.between(200, 1200));
    const { value: fault } = schedule.next();
    if (fault === undefined) break;
    const startedMs = performance.now();
    const hurt = hurtBy(await fault.run(stage));
    const overMs = performance.now();
    await recovered(stage).catch((error: unknown) => {
      throw new Error(`after the fault: ${fault.name}`, { cause: error });
    });
    const refusals = refusalsOf(record, cluster.nodes, hurt, startedMs);
    record.refusals.push(...refusals.map((text) => `${fault.name}: ${text}`));
    const gap = longestGap(record, cluster.nodes, hurt, startedMs);
    const ms = gap.endMs - gap.startMs;
    const afterMs = Math.max(0, gap.endMs - Math.max(gap.startMs, overMs));
    outages.push({ fault: fault.name, hurt, ms, afterMs });
    console.log(`${outages.length} ${fault.name}: ${Math.round(ms)} ms, ${Math.round(afterMs)} of them after its end`);
  }
  return outages;
}

/** All nodes serve again, one of them leads, and changes are acknowledged at each of them. */
async function recovered({ cluster, record }: Stage): Promise<void> {
  let serveMs = Number.POSITIVE_INFINITY;
  for (const end = performance.now() + RECOVERED_MS_MAX; performance.now() < end; await delay(20)) {
    for (const node of cluster.nodes) if (!node.isRunning) node.start();
    const leads = await Promise.all(cluster.nodes.map((node) => node.probe('/ready/leader', PROBE_MS_MAX)));
    const serves = await Promise.all(cluster.nodes.map((node) => node.probe('/ready', PROBE_MS_MAX)));
    if (!leads.includes(200) || serves.some((status) => status !== 200)) continue;
    if (serveMs === Number.POSITIVE_INFINITY) {
      serveMs = performance.now();
      record.recoveries++;
    }
    await delay(SETTLE_MS);
    if (cluster.nodes.every(({ name }) => (record.lastAcknowledgedMs(name) ?? 0) > serveMs)) return;
  }
  throw new Error(`the cluster did not recover: ${await cluster.describe()}`);
}

async function leaderOf(cluster: TrialCluster): Promise<ClusterProcess> {
  for (const end = performance.now() + RECOVERED_MS_MAX; performance.now() < end; await delay(20)) {
    for (const node of cluster.nodes) if ((await node.probe('/ready/leader', PROBE_MS_MAX)) === 200) return node;
  }
  throw new Error(`no node leads the venue: ${await cluster.describe()}`);
}

/** The demo of the sandbox, and a webhook of each method that the sink receives. */
async function prepared({ nodes }: TrialCluster, sink: WebhookSink): Promise<MarketTarget> {
  const [first] = nodes as [ClusterProcess];
  const credentials = first.credentials('client');
  const { issuerId, securityId } = first.demo();
  const [quoter, operator] = [first.credentials('counterparty'), first.credentials('operator')];
  const target = { nodes, credentials, quoter, operator, issuerId, securityIds: [securityId] };
  const caller = new Caller(target, new RunRecord());
  for (const method of RECEIVED_METHODS) {
    // A node that was stopped in the middle of a delivery gives it up, and it is made again.
    const webhook = { method, url: sink.urlOf(method), retries: 'Yes', signed: 'Yes' };
    const { statusCode, secret } = await caller.call('registerWebhook', webhook, null);
    if (statusCode !== '101') throw new Error(`the webhook could not be registered: ${statusCode}`);
    sink.signedWith(method, String(secret));
  }
  await caller.close();
  return target;
}

interface Ended {
  readonly cluster: TrialCluster;
  readonly record: RunRecord;
  readonly outages: readonly Outage[];
  readonly prober: LivenessProber;
  readonly sink: WebhookSink;
  readonly clientId: string;
}

async function report({ cluster, record, outages, prober, sink, clientId }: Ended): Promise<boolean> {
  const isStepped = outages.some(({ fault }) => fault === CLOCK_FAULT);
  const steppedUs = isStepped ? CLOCK_STEP_US : 0;
  const expected = new ExpectedWebhooks(clientId, isOfTrader);
  for (const call of record.calls) expected.addCall(call);
  const { primary: database } = cluster.databases;
  const findings = await checkRun({ database, record, steppedUs, onEvent: (event) => expected.addEvent(event) });
  const faults = [
    ...findings.faults,
    ...record.refusals,
    ...record.violations,
    ...record.gaps,
    ...prober.faults,
    ...(await sink.faults(expected)),
  ];
  console.log(tableOf(outages));
  const [status] = await database.query('select epoch from openats_journal.shards');
  console.log(
    `\n${outages.length} faults, ${status?.epoch} epochs, ${findings.commands} commands in the journal, ` +
      `${findings.acknowledged} changes acknowledged (${findings.repeated} of them at a repetition), ` +
      `${findings.reads} reads, ${record.tops.length} tops, ${sink.account}, ${prober.probes} probes of health`,
  );
  console.log(`answered, and accepted: ${callsOf(record)}`);
  console.log(proofOf(outages, record, LEASE_MS));
  for (const fault of faults.slice(0, 20)) console.log(`WRONG: ${fault}`);
  console.log(faults.length === 0 ? 'nothing was wrong' : `${faults.length} things were wrong`);
  return faults.length === 0;
}

/** By method: what none of has is not tried. */
function callsOf({ calls }: RunRecord): string {
  const methods = Map.groupBy(calls, ({ method }) => method);
  const counts = [...methods].map(([method, all]) => {
    return `${method} ${all.length} ${all.filter(({ statusCode }) => statusCode === '101').length}`;
  });
  return counts.sort().join(', ');
}

main().then(
  (isWell) => process.exit(isWell ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
