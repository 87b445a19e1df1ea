/**
 * A leader and a standby that serves, on this machine with both databases: orders and reads at each of them, in turn,
 * and what an order at the standby costs the leader (docs/operate/cluster.md, J22, J23).
 */
import { readFileSync } from 'node:fs';
import type { ClusterProcess } from '../../scripts/cluster/cluster-process.ts';
import { makeTrialCluster } from '../../scripts/cluster/trial-cluster.ts';
import { LoadGenerator } from '../support/load-generator.ts';
import { type OrderParties, orderRequests } from '../support/order-requests.ts';
import { spreadText, wholeText } from '../support/statistics.ts';
import { inTurn, Series } from '../support/turns.ts';

const REQUESTS = 8192;
const WARM_UP_MS = 2000;
/** Of Linux, where the kernel counts processor time. */
const TICKS_A_SECOND = 100;

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
  const noRates = { RATE_LIMIT_PER_KEY: '0', RATE_LIMIT_PER_ADDRESS: '0' };
  const cluster = await makeTrialCluster({ settings: { ...settings, ...noRates } });
  const [leader, standby] = cluster.nodes as [ClusterProcess, ClusterProcess];
  const generators: LoadGenerator[] = [];
  try {
    leader.start();
    await leader.reached('/ready/leader', 200);
    standby.start();
    await standby.reached('/ready', 200);
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

const tenths = (value: number): string => value.toFixed(1);

async function measured(leader: ClusterProcess, run: () => ReturnType<LoadGenerator['run']>): Promise<Measured> {
  const before = threadSeconds(leader.pid);
  const { requests, seconds, p50_ms } = await run();
  const leaderUs = ((threadSeconds(leader.pid) - before) * 1_000_000) / requests;
  return { perSecond: requests / seconds, p50: p50_ms, leaderUs };
}

/** Of the main thread of a process (proc(5)). */
function threadSeconds(pid: number): number {
  const [, fields = ''] = /\) (.*)$/.exec(readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').trim()) ?? [];
  const values = fields.split(' ');
  return (Number(values[11]) + Number(values[12])) / TICKS_A_SECOND;
}

function readRequest({ clientID, developerAPIKey, securityId, issuerId }: OrderParties): string {
  const body = JSON.stringify({ securityID: securityId, issuerID: issuerId });
  const head = ['POST /v3/getClob HTTP/1.1', 'Host: 127.0.0.1', `Authorization: Bearer ${clientID}:${developerAPIKey}`];
  return [...head, 'Content-Type: application/json', `Content-Length: ${body.length}`, '', body].join('\r\n');
}
