/**
 * Of three databases the loss of one stops nobody. The runbook "Both databases are lost" by its own commands
 * (docs/operate/runbooks.md): what was acknowledged after the backup of the database is there again, also where the
 * restored database brings an older journal with it.
 */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ClusterProcess } from '../../scripts/cluster/cluster-process.ts';
import { PostgresServer } from '../../scripts/cluster/postgres-server.ts';
import { canHaveCluster, SERVED_MS_MAX, TestCluster } from './support/test-cluster.ts';

/** Each look is a process, which takes a core from the node that it waits for. */
const LOOK_MS = 500;

let cluster: TestCluster;
let backup: PostgresServer | undefined;

afterEach(async () => {
  await backup?.remove();
  backup = undefined;
  await cluster.trial.close();
});

async function run(script: string, args: readonly string[], node: ClusterProcess): Promise<string> {
  const path = join(import.meta.dirname, '../../scripts', script);
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...node.settings };
  return (await promisify(execFile)(process.execPath, [path, ...args], { env })).stdout;
}

const ordered = async (node: ClusterProcess): Promise<string> => {
  const { body } = await cluster.ask(node, 'createOrder', cluster.order());
  expect(body.statusCode).toBe('101');
  return (body.orderDetails as { orderId: string }).orderId;
};

async function expectOrders(node: ClusterProcess, ids: readonly string[]): Promise<void> {
  for (const orderid of ids) expect((await cluster.ask(node, 'getOrder', { orderid })).body.statusCode).toBe('101');
}

interface ShownJournal {
  readonly commandsThatItLacks: number;
  readonly nodes: readonly { readonly node: string; readonly holds?: { readonly from: number; readonly to: number } }[];
}

const shownJournal = async (node: ClusterProcess) =>
  JSON.parse(await run('admin.ts', ['journal'], node)) as ShownJournal;

/** A venue whose database was copied between its orders, and whose databases are then gone. */
async function lostDatabases(): Promise<readonly string[]> {
  cluster = await TestCluster.start({ nodes: 1 });
  const { first } = cluster;
  const { primary, standby } = cluster.trial.databases;
  const before = [await ordered(first), await ordered(first)];
  backup = await PostgresServer.standbyOf(primary, { fsync: 'off' });
  // Restored, it is a primary without a standby: the sandbox goes on with a warning (J19).
  await backup.promote();
  await backup.set({ synchronous_standby_names: '' });
  const after = [await ordered(first), await ordered(first), await ordered(first)];
  await first.end('SIGTERM');
  for (const one of [primary, standby]) await one.kill();
  return [...before, ...after];
}

/** The node with the restored database, on a folder. */
async function nodeOn(dataDir: string, journal: 'restored' | 'none'): Promise<ClusterProcess> {
  const { settings } = cluster.first;
  const { JOURNAL_URL: _, DATABASE_URL: __, ...others } = settings;
  const url = String(backup?.url());
  const urls = { DATABASE_URL: url, ...(journal === 'none' ? {} : { JOURNAL_URL: url }) };
  return ClusterProcess.create({ name: 'node-1', dataDir, settings: { ...others, ...urls } });
}

/** It does not lead, says both ends, and goes on once the operator restores from it. */
async function restoredFrom(node: ClusterProcess): Promise<void> {
  node.start();
  const found = async () => expect((await shownJournal(node)).nodes[0]?.holds).toBeDefined();
  await vi.waitFor(found, { timeout: SERVED_MS_MAX, interval: LOOK_MS });
  expect(await node.probe('/ready')).toBe(503);
  const { commandsThatItLacks, nodes } = await shownJournal(node);
  const { from = 0, to = 0 } = nodes[0]?.holds ?? {};
  expect(commandsThatItLacks).toBe(to - from + 1);
  await run('admin.ts', ['journal', 'restore-from', 'node-1'], node);
  await node.reached('/ready/leader', 200, SERVED_MS_MAX);
}

describe.skipIf(!canHaveCluster)('of three databases', () => {
  test('the loss of a standby, and then of the primary, stops nobody', async () => {
    cluster = await TestCluster.start({ nodes: 2, databases: 3 });
    const { first, nodes } = cluster;
    const { databases } = cluster.trial;
    const ids = [await ordered(first)];
    await databases.third?.kill();
    // Within the time that an append may take: nothing waits for what is gone.
    for (let count = 0; count < 20; count++) ids.push(await ordered(first));
    await databases.failOver();
    const [second] = nodes.slice(1) as [ClusterProcess];
    second.start();
    const leader = await Promise.any(nodes.map((node) => node.reached('/ready/leader', 200).then(() => node)));
    await vi.waitFor(async () => {
      const { body } = await cluster.ask(leader, 'createOrder', cluster.order());
      expect(body.statusCode).toBe('101');
    }, SERVED_MS_MAX);
    await expectOrders(leader, ids);
  });
});

describe.skipIf(!canHaveCluster)('both databases are lost', () => {
  test('the newest node restores the older journal of the restored database', async () => {
    const ids = await lostDatabases();
    const node = await nodeOn(cluster.first.dataDir, 'restored');
    await restoredFrom(node);
    await expectOrders(node, ids);
    await node.end('SIGTERM');
    expect(await run('verify.ts', [node.dataDir], node)).toContain('whole');
  });

  test('so does one on a folder that was restored and ran alone meanwhile', async () => {
    const ids = await lostDatabases();
    const folder = `${cluster.first.dataDir}-new`;
    await run('restore.ts', [cluster.first.dataDir, folder], cluster.first);
    // Without a cluster it also takes orders.
    const alone = await nodeOn(folder, 'none');
    alone.start();
    await alone.reached('/ready/leader', 200, SERVED_MS_MAX);
    const more = await ordered(alone);
    await alone.end('SIGTERM');
    const node = await nodeOn(folder, 'restored');
    await restoredFrom(node);
    await expectOrders(node, [...ids, more]);
    await node.end('SIGTERM');
    rmSync(folder, { recursive: true });
  });

  test('a database without a journal takes over that of the newest node', async () => {
    const ids = await lostDatabases();
    await backup?.query('drop schema openats_journal cascade');
    const node = await nodeOn(cluster.first.dataDir, 'restored');
    node.start();
    await node.reached('/ready/leader', 200, SERVED_MS_MAX);
    await expectOrders(node, ids);
    await node.end('SIGTERM');
  });
});
