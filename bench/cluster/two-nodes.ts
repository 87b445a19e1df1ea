/**
 * A leader and a standby that serves, on this machine with both databases: orders and reads at each of them, in turn,
 * and what an order at the standby, or streams there, cost the leader (docs/operate/cluster.md, J22, J23).
 */
import type { ClusterProcess } from '../../scripts/cluster/cluster-process.ts';
import { makeTrialCluster } from '../../scripts/cluster/trial-cluster.ts';
import { RawStream } from '../hostile/raw-stream.ts';
import { LoadGenerator } from '../support/load-generator.ts';
import { type OrderParties, orderRequests } from '../support/order-requests.ts';
import { spreadText, wholeText } from '../support/statistics.ts';
import { readThreadTimes } from '../support/thread-times.ts';
import { inTurn, Series } from '../support/turns.ts';

const REQUESTS = 8192;
const WARM_UP_MS = 2000;
const NO_RATES = { RATE_LIMIT_PER_KEY: '0', RATE_LIMIT_PER_ADDRESS: '0' };

export interface TwoNodesOptions {
  readonly connections: number;
  readonly seconds: number;
  readonly repetitions: number;
  readonly settings: Readonly<Record<string, string>>;
}

interface Measured {
  readonly perSecond: number;
  /** Median, milliseconds. */
  readonly p50: number;
  /** Of the leader's main thread for each request, microseconds. */
  readonly leaderUs: number;
}

export async function measureTwoNodes(options: TwoNodesOptions): Promise<void> {
  const { connections, seconds, repetitions, settings } = options;
  const cluster = await makeTrialCluster({ settings: { ...settings, ...NO_RATES } });
  const [leader, standby] = cluster.nodes as [ClusterProcess, ClusterProcess];
  const generators: LoadGenerator[] = [];
  try {
    await started(leader, standby);
    const parties = { ...leader.credentials('client'), ...leader.demo() };
    const series = async (node: ClusterProcess, requests: readonly string[]) => {
      const generator = new LoadGenerator();
      generators.push(generator);
      const load = { connections, port: node.port };
      await generator.run({ ...load, duration_ms: WARM_UP_MS, requests });
      return new Series(() => measured(leader, () => generator.run({ ...load, duration_ms: seconds * 1000 })));
    };
    const orders = orderRequests(parties, 'trading', REQUESTS);
    const reads = Array.from({ length: REQUESTS }, () => readRequest(parties));
    const rows = [
      ['orders at the leader', await series(leader, orders)],
      ['orders at the standby', await series(standby, orders)],
      ['reads at the leader', await series(leader, reads)],
      ['reads at the standby', await series(standby, reads)],
    ] as const;
    const all = rows.map(([, one]) => one);
    await inTurn(repetitions, all);
    console.log(`${connections} connections, median (lowest to highest) of ${repetitions} repetitions in turn:`);
    for (const [name, { results }] of rows) {
      const rate = spreadText(
        results.map(({ perSecond }) => perSecond),
        wholeText,
      );
      const [p50, us] = [results.map((one) => one.p50), results.map(({ leaderUs }) => leaderUs)];
      console.log(
        `${name}: ${rate} a second, p50 ${spreadText(p50, tenths)} ms, leader's thread ${spreadText(us, tenths)} µs`,
      );
    }
  } finally {
    for (const generator of generators) generator.close();
    await cluster.close();
  }
}

/**
 * What an order takes of the leader's thread while that many streams have the depth at the standby, at the leader, or
 * nowhere; at a fixed rate, which leaves a part of the cores idle.
 */
export async function measureStreamsElsewhere(streams: number, rate: number, options: TwoNodesOptions): Promise<void> {
  const { connections, seconds, repetitions, settings } = options;
  const most = String(2 * streams);
  const limits = { STREAM_CONNECTIONS_MAX: most, STREAM_CONNECTIONS_PER_CLIENT_MAX: most };
  const cluster = await makeTrialCluster({ settings: { ...settings, ...NO_RATES, ...limits } });
  const [leader, standby] = cluster.nodes as [ClusterProcess, ClusterProcess];
  const generator = new LoadGenerator();
  try {
    await started(leader, standby);
    const parties = { ...leader.credentials('client'), ...leader.demo() };
    const depth = { channel: 'depth', securityIds: [parties.securityId], levels: 10 };
    const load = { connections, port: leader.port };
    const requests = orderRequests(parties, 'trading', REQUESTS);
    await generator.run({ ...load, duration_ms: WARM_UP_MS, requests });
    const series = (node: ClusterProcess | null) =>
      new Series(async () => {
        let close = () => {};
        const atEnd = (end: () => void) => {
          close = end;
        };
        if (node !== null) await RawStream.subscribed({ port: node.port, atEnd }, parties, streams, depth);
        const run = () => generator.run({ ...load, rate, duration_ms: seconds * 1000 });
        const { leaderUs } = await measured(leader, run);
        close();
        return leaderUs;
      });
    const [nowhere, elsewhere, here] = [series(null), series(standby), series(leader)];
    await inTurn(repetitions, [nowhere, elsewhere, here]);
    const to = (one: Series<number>) => one.results.map((us, i) => us / (nowhere.results[i] ?? Number.NaN));
    console.log(
      `${streams} streams of the depth, ${rate} orders a second at the leader, leader's thread for an order:`,
    );
    console.log(`none: ${spreadText(nowhere.results, tenths)} µs`);
    for (const [name, one] of [
      ['the standby', elsewhere],
      ['the leader', here],
    ] as const) {
      console.log(`at ${name}: ${spreadText(one.results, tenths)} µs, times none ${spreadText(to(one), hundredths)}`);
    }
  } finally {
    generator.close();
    await cluster.close();
  }
}

async function started(leader: ClusterProcess, standby: ClusterProcess): Promise<void> {
  leader.start();
  await leader.reached('/ready/leader', 200);
  standby.start();
  await standby.reached('/ready', 200);
}

const tenths = (value: number): string => value.toFixed(1);
const hundredths = (value: number): string => value.toFixed(2);

async function measured(leader: ClusterProcess, run: () => ReturnType<LoadGenerator['run']>): Promise<Measured> {
  const before = threadSeconds(leader.pid);
  const { requests, seconds, p50_ms } = await run();
  const leaderUs = ((threadSeconds(leader.pid) - before) * 1_000_000) / requests;
  return { perSecond: requests / seconds, p50: p50_ms, leaderUs };
}

const threadSeconds = (pid: number): number => readThreadTimes(pid)?.get('main')?.ran_s ?? Number.NaN;

function readRequest({ clientID, developerAPIKey, securityId, issuerId }: OrderParties): string {
  const body = JSON.stringify({ securityID: securityId, issuerID: issuerId });
  const head = ['POST /v3/getClob HTTP/1.1', 'Host: 127.0.0.1', `Authorization: Bearer ${clientID}:${developerAPIKey}`];
  return [...head, 'Content-Type: application/json', `Content-Length: ${body.length}`, '', body].join('\r\n');
}
