/** A node that only serves (NODE_LEADER=never), with the one node that may lead, and without it. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ClusterProcess } from '../../scripts/cluster/cluster-process.ts';
import { StreamLine } from './support/stream-line.ts';
import { canHaveCluster, SERVED_MS_MAX, TestCluster } from './support/test-cluster.ts';

let cluster: TestCluster;
let leader: ClusterProcess;
let reader: ClusterProcess;

async function shardNow(): Promise<{ readonly epoch: number; readonly isFree: boolean; readonly now: string }> {
  const [row] = await cluster.trial.databases.primary.query(
    `select epoch::int as epoch, lease_until < clock_timestamp() as is_free, clock_timestamp()::text as now
      from openats_journal.shards`,
  );
  return { epoch: Number(row?.epoch), isFree: row?.is_free === true, now: String(row?.now) };
}

/** Resolves when the node has reported twice: at least one look at the lease lies in between. */
async function hasLookedSince(node: ClusterProcess, time: string): Promise<string> {
  const { primary } = cluster.trial.databases;
  const role = async (since: string) => {
    const query = `select role, seen_at::text as seen from openats_journal.nodes
      where node = '${node.name}' and seen_at > '${since}'`;
    return vi.waitFor(async () => {
      const [row] = await primary.query(query);
      expect(row).toBeDefined();
      return row as { readonly role: string; readonly seen: string };
    }, SERVED_MS_MAX);
  };
  return (await role((await role(time)).seen)).role;
}

describe.runIf(canHaveCluster)('a node with NODE_LEADER=never', () => {
  beforeAll(async () => {
    // The shortest lease that a machine keeps: it has to run out here.
    cluster = await TestCluster.start({ settings: { JOURNAL_LEASE_MS: '2000' } });
    [leader, reader] = cluster.nodes as [ClusterProcess, ClusterProcess];
    reader.start({ NODE_LEADER: 'never' });
    await cluster.follows(reader);
  });
  afterAll(() => cluster?.trial.close());

  test('serves reads and streams, and passes commands on (J22, J23)', async () => {
    const { securityId } = leader.demo();
    const server = { addresses: { api: reader.url } };
    const stream = await StreamLine.open(server, leader.credentials('client'));
    stream.send({ op: 'subscribe', channel: 'depth', securityIds: [securityId], id: 1 });
    expect([await stream.next(), await stream.next()]).toMatchObject([{ type: 'subscribed' }, { type: 'snapshot' }]);
    for (const [node, price] of [
      [leader, '9.10'],
      [reader, '9.20'],
    ] as const) {
      const made = await cluster.ask(node, 'createOrder', cluster.order({ price }));
      expect([made.http, made.body.statusCode]).toEqual([200, '101']);
      const { orderId } = made.body.orderDetails as { orderId: string };
      for (const at of cluster.nodes) {
        expect((await cluster.ask(at, 'getOrder', { orderId })).body.orderDetails).toMatchObject([{ status: 'Live' }]);
      }
      expect(JSON.stringify(await stream.next())).toContain(`"${price}0000"`);
    }
    expect(await Promise.all(cluster.nodes.map((node) => node.probe('/ready/leader')))).toEqual([200, 503]);
  });

  test('does not take over from a leader that was killed, and goes on with the next one (J8)', async () => {
    const { epoch } = await shardNow();
    await leader.end('SIGKILL');
    const held = cluster.ask(reader, 'createOrder', cluster.order(), { key: 'held' });
    const free = await vi.waitFor(async () => {
      const shard = await shardNow();
      expect(shard.isFree).toBe(true);
      return shard;
    }, SERVED_MS_MAX);
    expect(await hasLookedSince(reader, free.now)).toBe('not eligible');
    expect(await shardNow()).toMatchObject({ epoch, isFree: true });
    expect(await reader.probe('/ready/leader')).toBe(503);
    expect(reader.log).not.toContain('this node takes the venue over');

    leader.start();
    await cluster.leads(leader);
    // Where no node led for 10 s its outcome is unknown, and its repetition has it.
    expect([200, 503]).toContain((await held).http);
    await vi.waitFor(async () => {
      const again = await cluster.ask(reader, 'createOrder', cluster.order(), { key: 'held' });
      expect(again.body.statusCode).toBe('101');
    }, SERVED_MS_MAX);
    const { cancelledOrders } = (await cluster.ask(reader, 'cancelOrders', {})).body;
    // Those of the other test, the offer of the demo, and one for the key.
    expect(cancelledOrders).toHaveLength(4);
  });
});
