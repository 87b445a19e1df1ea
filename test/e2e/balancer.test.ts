/** Three nodes, and HAProxy, which gives each call to the next of them, as compose.yaml has it. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type Balancer, hasBalancer, startBalancer } from '../../scripts/cluster/balancer.ts';
import type { ClusterProcess } from '../../scripts/cluster/cluster-process.ts';
import { postgresPrograms } from '../../scripts/cluster/postgres-server.ts';
import { makeTrialCluster, type TrialCluster } from '../../scripts/cluster/trial-cluster.ts';
import { hasPostgres } from '../support/postgres-url.ts';
import { THOROUGH, thoroughTest } from '../support/thorough.ts';
import { authorizationOf, call } from './support/requests.ts';

const CALLERS = 6;
const ORDERS_EACH = 40;
const PAUSE_MS = 10;

let cluster: TrialCluster;
let balancer: Balancer;

const canRun = THOROUGH && hasPostgres && hasBalancer() && postgresPrograms() !== undefined;

describe.runIf(canRun)('a balancer in front of three nodes', () => {
  beforeAll(async () => {
    cluster = await makeTrialCluster({ nodes: 3, postgres: { fsync: 'off' } });
    const [first, ...others] = cluster.nodes as [ClusterProcess, ...ClusterProcess[]];
    first.start();
    await first.reached('/ready/leader', 200);
    for (const other of others) {
      other.start();
      await other.reached('/ready', 200);
    }
    balancer = await startBalancer(cluster);
  });
  afterAll(async () => {
    await balancer?.end();
    await cluster?.close();
  });

  thoroughTest('every node answers in turn, and a leader that is killed costs nobody an order (J22, J23)', async () => {
    const [first] = cluster.nodes as [ClusterProcess];
    const client = first.credentials('client');
    const server = { addresses: { api: balancer.url }, client };
    const names = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const headers = { authorization: authorizationOf(client) };
        const response = await fetch(`${balancer.url}/v3/status`, { headers });
        return ((await response.json()) as { node: { name: string } }).node.name;
      }),
    );
    expect(new Set(names)).toEqual(new Set(cluster.nodes.map(({ name }) => name)));

    const { issuerId, securityId } = first.demo();
    const order = {
      ...{ memberid: '1', issuerid: issuerId, securityid: securityId, type: 'Limit', action: 'Buy', quantity: 1 },
      ...{ price: '9.50', expiration: 'GTC', disclosePrice: 'Yes', solicited: 'Unsolicited' },
    };
    let refused = 0;
    const made = (key: string) => async (): Promise<string> => {
      for (;;) {
        const answer = await call(server, 'createOrder', order, { headers: { 'idempotency-key': key } }).catch(
          () => null,
        );
        const details = answer?.body.orderDetails as { orderId: string } | undefined;
        if (details !== undefined) return details.orderId;
        refused++;
        await delay(PAUSE_MS);
      }
    };
    const ids: string[] = [];
    const callers = Array.from({ length: CALLERS }, async (_, caller) => {
      for (let count = 0; count < ORDERS_EACH; count++) {
        ids.push(await made(`${caller}-${count}`)());
        if (ids.length === (CALLERS * ORDERS_EACH) / 2) await first.end('SIGKILL');
      }
    });
    await Promise.all(callers);
    expect(new Set(ids).size).toBe(CALLERS * ORDERS_EACH);
    // What was under way at the killed node, and what the balancer gave it before it took it out.
    expect(refused).toBeLessThan(2 * CALLERS + 40);
    const again = await made('0-0')();
    expect(ids).toContain(again);
  });
});
