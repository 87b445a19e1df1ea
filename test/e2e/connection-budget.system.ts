/**
 * The synchronous standby of PostgreSQL is lost, and each commit waits for ever: the connections that nodes give up do
 * not pile up at the server (docs/operate/cluster.md, J30).
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { NODE_CONNECTIONS } from '../../src/service/parts/index.ts';
import { canHaveCluster, SERVED_MS_MAX, TestCluster } from './support/test-cluster.ts';

const CALLERS = 16;
/** Two and a half times as long as a statement of a call may take. */
const LOST_MS = 30_000;
const SAMPLE_MS = 100;

describe.skipIf(!canHaveCluster)('commits that wait for a lost standby', () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await TestCluster.start({ settings: { JOURNAL_LEASE_MS: '2000' } });
  });
  afterAll(() => cluster?.trial.close());

  /** The connections to the primary, by their name: of a node, for one use. */
  async function connections(): Promise<ReadonlyMap<string, number>> {
    const rows = await cluster.trial.databases.primary.query(
      `select application_name as name, count(*)::int as count from pg_stat_activity
        where application_name like 'openats %' group by 1`,
    );
    return new Map(rows.map(({ name, count }) => [String(name), Number(count)]));
  }

  test('keep each node within its budget, and all works again once the standby is back', async () => {
    const [first, second] = cluster.nodes;
    if (first === undefined || second === undefined) throw new Error('two nodes');
    second.start();
    await cluster.follows(second);
    const { standby } = cluster.trial.databases;
    await standby.kill();

    const until = performance.now() + LOST_MS;
    let refused = 0;
    const call = async (caller: number) => {
      const operator = first.credentials('operator');
      while (performance.now() < until) {
        const node = caller % 2 === 0 ? first : second;
        const name = randomBytes(6).toString('hex');
        const asked = await cluster.ask(node, 'admin/createClient', { name }, { as: operator }).catch(() => undefined);
        if (asked?.http === 503) refused++;
        // Clients pause after a 503 (Retry-After).
        await delay(SAMPLE_MS);
      }
    };
    const callers = Array.from({ length: CALLERS }, (_, caller) => call(caller));
    const most = new Map<string, number>();
    while (performance.now() < until) {
      for (const [name, count] of await connections()) most.set(name, Math.max(count, most.get(name) ?? 0));
      await delay(SAMPLE_MS);
    }
    await Promise.all(callers);
    for (const { name } of [first, second]) {
      for (const [use, share] of Object.entries(NODE_CONNECTIONS)) {
        expect(most.get(`openats ${use} ${name}`) ?? 0, `${use} of ${name}`).toBeLessThanOrEqual(share);
      }
    }
    expect(refused).toBeGreaterThan(CALLERS);

    await standby.start();
    await vi.waitFor(async () => {
      for (const node of [first, second]) {
        expect((await cluster.ask(node, 'createOrder', cluster.order())).body.statusCode).toBe('101');
      }
    }, SERVED_MS_MAX);
  });
});
