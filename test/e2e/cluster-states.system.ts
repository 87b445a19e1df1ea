/**
 * A node that leads, follows or waits is one process whose ports answer all the time, and say what it is (J29). The
 * statements of the runbooks "A standby of the database is lost" and "Two primaries" show what these say.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ClusterProcess } from '../../scripts/cluster/cluster-process.ts';
import { Runbook } from '../support/runbook.ts';
import { primariesByRunbook } from '../support/two-primaries.ts';
import { HealthProbe } from './support/health-probe.ts';
import { canHaveCluster, SERVED_MS_MAX, TestCluster } from './support/test-cluster.ts';
import { statusOfUpgrade } from './support/upgrade-status.ts';

let cluster: TestCluster;
let probes: readonly HealthProbe[];
let pids: readonly number[];

async function statesNow(): Promise<string[]> {
  const answers = await Promise.all(cluster.nodes.map((node) => node.ask('/health', 1000)));
  return answers.map(({ text }) => (JSON.parse(text) as { state: string }).state).sort();
}

/** Resolves when one node leads and the other follows, and takes orders. */
async function isWhole(): Promise<void> {
  await vi.waitFor(async () => expect(await statesNow()).toEqual(['leader', 'standby']), SERVED_MS_MAX);
  for (const node of cluster.nodes) {
    await vi.waitFor(async () => {
      expect((await cluster.ask(node, 'createOrder', cluster.order())).http).toBe(200);
    }, SERVED_MS_MAX);
  }
}

/** Polled together: between two states of its databases a node may serve reads as a standby for a moment. */
async function expectRefusals(node: ClusterProcess): Promise<void> {
  const answers = async () => {
    const { http, headers } = await cluster.ask(node, 'createOrder', cluster.order());
    const probes = [await node.probe('/ready'), await node.probe('/ready/leader')];
    const metrics = await (await fetch(`http://127.0.0.1:${node.settings.METRICS_PORT}/metrics`)).text();
    const [state] = /(?<=openats_node_state\{state=")\w+(?="\} 1)/.exec(metrics) ?? [];
    return [http, headers.get('retry-after'), ...probes, await statusOfUpgrade(node), state];
  };
  await expect.poll(answers, { timeout: SERVED_MS_MAX }).toEqual([503, '1', 503, 503, 503, 'waiting']);
}

/** No probe of liveness would have restarted a node. */
function expectAnswered(): void {
  for (const probe of probes) expect(probe.faults).toEqual([]);
  expect(cluster.nodes.map(({ pid, isRunning }) => (isRunning ? pid : 0))).toEqual(pids);
}

describe.runIf(canHaveCluster)('the ports of two nodes answer all the time', () => {
  beforeAll(async () => {
    // A lease has to run out here.
    cluster = await TestCluster.start({ settings: { JOURNAL_LEASE_MS: '2000' } });
    cluster.nodes[1]?.start();
    await isWhole();
  });
  beforeEach(() => {
    pids = cluster.nodes.map(({ pid }) => pid);
    probes = cluster.nodes.map((node) => new HealthProbe(node));
  });
  afterAll(() => cluster?.trial.close());

  test('while the standby of the database is gone, and then the primary too', async () => {
    const { primary, standby } = cluster.trial.databases;
    const followers = () => primary.query(new Runbook('A standby of the database is lost').sql(1));
    expect(await followers()).toMatchObject([{ state: 'streaming', sync_state: 'sync' }]);
    await standby.stop();
    const silent = /the database of the journal does not answer|does not follow the journal closely/;
    await Promise.all(probes.map((probe) => probe.sees('waiting', silent)));
    for (const node of cluster.nodes) await expectRefusals(node);
    expect(await followers()).toEqual([]);

    await primary.stop();
    const gone =
      /waits for its databases: the reference database cannot be reached|does not follow the journal closely/;
    await Promise.all(probes.map((probe) => probe.sees('waiting', gone)));
    for (const node of cluster.nodes) await expectRefusals(node);
    await primary.start();
    await standby.start();
    await isWhole();
    expectAnswered();
  });

  test('while two databases take writes', async () => {
    const { databases } = cluster.trial;
    const { primary, standby, servers } = databases;
    await databases.splitFor(async () => {
      await Promise.all(probes.map((probe) => probe.sees('waiting', /several hosts of JOURNAL_URL take writes/)));
      for (const node of cluster.nodes) await expectRefusals(node);
      const found = await primariesByRunbook(servers);
      expect(found.map(({ server }) => server)).toEqual([standby, primary]);
      const [promoted, old] = found.map(({ timeline }) => timeline);
      expect(promoted).toBeGreaterThan(Number(old));
    });
    await isWhole();
    expectAnswered();
  });
});
