/** The leader falls while nobody reaches the reference database: another node leads all the same (J7, J13). */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { SilentProxy } from '../support/silent-proxy.ts';
import { HealthProbe } from './support/health-probe.ts';
import { StreamLine } from './support/stream-line.ts';
import { canHaveCluster, SERVED_MS_MAX, TestCluster } from './support/test-cluster.ts';

let cluster: TestCluster;

describe.runIf(canHaveCluster)('a journal that is whole, without the reference database', () => {
  beforeAll(async () => {
    // It has to run out here, and not while the machine stops for a while: the first node leads until it is killed.
    cluster = await TestCluster.start({ settings: { JOURNAL_LEASE_MS: '8000' } });
  });
  afterAll(() => cluster?.trial.close());

  test('has a leader, who takes orders of open streams, and refuses calls until the database is back', async () => {
    const [first, second] = cluster.nodes;
    if (first === undefined || second === undefined) throw new Error('two nodes');
    const proxy = await SilentProxy.start(cluster.trial.databases.primary.url());
    second.start({ DATABASE_URL: proxy.url });
    await cluster.follows(second);
    const order = (price: string) => cluster.order({ price });
    const server = { addresses: { api: second.url } };
    const stream = await StreamLine.open(server, first.credentials('client'));
    const place = async (id: string) => {
      stream.send({ op: 'createOrder', id, idempotencyKey: id, fields: order('9.10') });
      for (;;) {
        const answer = await stream.next();
        if (answer.id === id) return answer;
      }
    };
    expect(await place('before')).toMatchObject({ statusCode: '101' });

    proxy.isDown = true;
    proxy.cut();
    const probe = new HealthProbe(second);
    await probe.sees('standby', /the reference database fails/);
    await first.end('SIGKILL');
    await probe.sees('leader', /the reference database/);
    expect([await second.probe('/ready'), await second.probe('/ready/leader')]).toEqual([503, 503]);
    const refused = await cluster.ask(second, 'createOrder', order('9.20'));
    expect([refused.http, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await place('during')).toMatchObject({ statusCode: '101', orderDetails: { orderStatus: 'Live' } });

    proxy.isDown = false;
    await cluster.leads(second);
    expect((await cluster.ask(second, 'createOrder', order('9.30'))).http).toBe(200);
    expect(probe.faults).toEqual([]);
    expect(second.log).toContain('this node leads without the reference database');
    await vi.waitFor(() => expect(second.log).toContain('the leader uses the reference database'), SERVED_MS_MAX);
  });
});
