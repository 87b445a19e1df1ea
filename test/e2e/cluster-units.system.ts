/** A leader that is killed between the row of an issue and the issue itself: the other node issues once (F12). */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ClusterProcess } from '../../scripts/cluster/cluster-process.ts';
import { invest } from './support/paid-units.ts';
import { mustCall } from './support/requests.ts';
import { canHaveCluster, SERVED_MS_MAX, TestCluster } from './support/test-cluster.ts';

let cluster: TestCluster;

/** Nobody can append to the journal meanwhile, while all the rest of the database goes on. */
async function withoutJournal(work: (journal: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.trial.databases.primary.url() });
  await client.connect();
  try {
    await client.query('begin; lock table openats_journal.groups in share mode');
    await work(client);
  } finally {
    await client.end();
  }
}

const rowsOf = (outcome: string) => cluster.rowsOf(`unit_issues where outcome ${outcome}`);

describe.runIf(canHaveCluster)('units of a trade that two nodes know of', () => {
  beforeAll(async () => {
    // The lease of the node that is killed has to run out.
    cluster = await TestCluster.start({ settings: { JOURNAL_LEASE_MS: '3000', MARKET_ALWAYS_OPEN: 'true' } });
    cluster.nodes[1]?.start();
    await cluster.follows(cluster.nodes[1] as ClusterProcess);
  });
  afterAll(() => cluster?.trial.close());

  test('are issued once, by the node that takes over', async () => {
    const [first, second] = cluster.nodes as [ClusterProcess, ClusterProcess];
    const client = first.credentials('client');
    const at = (node: ClusterProcess) => ({ addresses: { api: node.url }, client });
    const { offeringId, accountId, tradeId } = await invest(at(first));
    const changes = async (node: ClusterProcess) =>
      (await mustCall(at(node), 'getRegisterChanges', { securityId: offeringId })).changes as readonly object[];
    expect(await changes(first)).toEqual([]);
    await withoutJournal(async (journal) => {
      const settled = cluster.ask(first, 'updateTradeStatus', { tradeId, accountId, orderStatus: 'SETTLED' });
      void settled.catch(() => undefined);
      await vi.waitFor(async () => expect(await rowsOf('is null')).toBe(1), SERVED_MS_MAX);
      await first.end('SIGKILL');
      // What the killed node has sent to the database must not come there later.
      await journal.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where pid in (select pid from pg_locks where not granted)`);
    });
    await cluster.leads(second);
    await vi.waitFor(async () => expect(await rowsOf("= 'done'")).toBe(1), SERVED_MS_MAX);
    const issue = { kind: 'issue', tradeId, accountId, quantityAfter: '10', by: 'venue' };
    expect(await changes(second)).toMatchObject([issue]);
    // The node that was killed comes back, and asks for nothing again.
    first.start();
    await cluster.follows(first);
    const { register, sums } = await mustCall(at(second), 'getRegister', { securityId: offeringId });
    expect(register).toMatchObject([{ accountId, quantity: '10', settled: '10' }]);
    expect(sums).toMatchObject({ issued: '10', entries: 1 });
    expect(await changes(second)).toMatchObject([issue]);
    expect(await cluster.rowsOf('unit_issues')).toBe(1);
  });
});
