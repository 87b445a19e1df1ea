/**
 * Of three databases the loss of one stops nobody. The runbook "Both databases are lost" by the commands of the page
 * (docs/operate/runbooks.md): what was acknowledged after the backup of the database is there again, also where the
 * restored database brings an older journal with it.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ClusterProcess } from '../../scripts/cluster/cluster-process.ts';
import { PostgresServer } from '../../scripts/cluster/postgres-server.ts';
import { emptyHistorySql, Runbook, runCommand } from '../support/runbook.ts';
import { canHaveCluster, SERVED_MS_MAX, TestCluster } from './support/test-cluster.ts';

/** Each look is a process, which takes a core from the node that it waits for. */
const LOOK_MS = 500;

const runbook = new Runbook('Both databases are lost');
const VERIFY = runbook.command(2);
const RESTORE = runbook.command(4);
const SHOW_JOURNAL = runbook.command(5);
const RESTORE_FROM = runbook.command(5, 2);

let cluster: TestCluster;
let backup: PostgresServer | undefined;
let standbyOfBackup: PostgresServer | undefined;

afterEach(async () => {
  for (const one of [standbyOfBackup, backup]) await one?.remove();
  backup = undefined;
  standbyOfBackup = undefined;
  await cluster?.trial.close();
});

/** A command of the runbook, for a node or its folder. */
const run = (command: string, node: ClusterProcess, values: Readonly<Record<string, string>> = {}) =>
  runCommand(command, { DATA_DIR: node.dataDir, NODE: node.name, ...values }, node.settings);

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

const shownJournal = async (node: ClusterProcess) => JSON.parse(await run(SHOW_JOURNAL, node)) as ShownJournal;

/** A backup of the database between the orders of a venue. */
async function backUp(): Promise<PostgresServer> {
  const { primary } = cluster.trial.databases;
  const copy = await PostgresServer.standbyOf(primary, { fsync: 'off' });
  // Restored, it is a primary without a standby: the sandbox goes on with a warning (J19).
  await copy.promote();
  await copy.set({ synchronous_standby_names: '' });
  return copy;
}

/** A venue of one node whose databases are gone after the backup. */
async function lostDatabases(): Promise<readonly string[]> {
  cluster = await TestCluster.start({ nodes: 1 });
  const { first } = cluster;
  const before = [await ordered(first), await ordered(first)];
  backup = await backUp();
  const after = [await ordered(first), await ordered(first), await ordered(first)];
  await first.end('SIGTERM');
  for (const one of cluster.trial.databases.servers) await one.kill();
  return [...before, ...after];
}

/** A node with the restored database, on a folder. */
async function nodeOn(
  dataDir: string,
  journal: 'restored' | 'none' = 'restored',
  { name, settings } = cluster.first,
): Promise<ClusterProcess> {
  const { JOURNAL_URL: _, DATABASE_URL: __, ...others } = settings;
  const url = [backup, standbyOfBackup].flatMap((one) => (one === undefined ? [] : [one.address])).join(',');
  const restored = `postgres://postgres@${url}/postgres`;
  const urls = { DATABASE_URL: restored, ...(journal === 'none' ? {} : { JOURNAL_URL: restored }) };
  return ClusterProcess.create({ name, dataDir, settings: { ...others, ...urls } });
}

/** It does not lead, says both ends, and goes on once the operator restores from it. */
async function restoredFrom(node: ClusterProcess): Promise<void> {
  node.start();
  const heldBy = ({ nodes }: ShownJournal) => nodes.find((one) => one.node === node.name)?.holds;
  const found = async () => expect(heldBy(await shownJournal(node))).toBeDefined();
  await vi.waitFor(found, { timeout: SERVED_MS_MAX, interval: LOOK_MS });
  expect(await node.probe('/ready')).toBe(503);
  const shown = await shownJournal(node);
  const { commandsThatItLacks } = shown;
  const { from = 0, to = 0 } = heldBy(shown) ?? {};
  expect(commandsThatItLacks).toBe(to - from + 1);
  await run(RESTORE_FROM, node);
  await node.reached('/ready/leader', 200, SERVED_MS_MAX);
}

describe.skipIf(!canHaveCluster)('of three databases', () => {
  test('the loss of a standby, and then of the primary, stops nobody', async () => {
    cluster = await TestCluster.start({ nodes: 2, databases: 3 });
    const { first, nodes } = cluster;
    const { databases } = cluster.trial;
    const ids = [await ordered(first)];
    await databases.standbys[1]?.kill();
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

/** The last command of a folder, by the runbook. */
async function lastCommandOf(node: ClusterProcess): Promise<number> {
  const shown = await run(VERIFY, node);
  expect(shown).toContain('whole');
  return Number(/commands \d+ to (\d+)/.exec(shown)?.[1]);
}

test('the runbook has no other commands than those that are run here', () => {
  expect(runbook.untaken).toEqual([]);
});

describe.skipIf(!canHaveCluster)('both databases are lost', () => {
  test('the newest of three nodes restores the older journal of the database, and the others follow', async () => {
    // The lease that the backup has must be over when the operator restores.
    cluster = await TestCluster.start({ nodes: 3, settings: { JOURNAL_LEASE_MS: '5000' } });
    const { first, nodes } = cluster;
    const [, second, third] = nodes as [ClusterProcess, ClusterProcess, ClusterProcess];
    for (const other of [second, third]) other.start();
    for (const other of [second, third]) await cluster.follows(other);
    const ids = [await ordered(first), await ordered(second)];
    backup = await backUp();
    ids.push(await ordered(second));
    // Two copies that lack something, each another thing.
    await third.end('SIGKILL');
    ids.push(await ordered(second));
    await cluster.handOver(first, second);
    await first.end('SIGKILL');
    ids.push(await ordered(second), await ordered(second));
    for (const one of cluster.trial.databases.servers) await one.kill();
    await second.end('SIGKILL');

    const ends = new Map<ClusterProcess, number>();
    for (const node of nodes) ends.set(node, await lastCommandOf(node));
    const [newest, ...others] = [...nodes].sort((a, b) => Number(ends.get(b)) - Number(ends.get(a)));
    expect(newest).toBe(second);
    await backup.query(emptyHistorySql());
    standbyOfBackup = await PostgresServer.standbyOf(backup, { fsync: 'off' });
    await backup.set({ synchronous_standby_names: '*' });

    const node = await nodeOn(second.dataDir, 'restored', second);
    await restoredFrom(node);
    const followers = await Promise.all(
      others.map(async (other) => {
        const dataDir = `${other.dataDir}-empty`;
        mkdirSync(dataDir, { mode: 0o700 });
        const follower = await nodeOn(dataDir, 'restored', other);
        follower.start();
        return follower;
      }),
    );
    for (const one of followers) await one.reached('/ready', 200, SERVED_MS_MAX);
    for (const one of [node, ...followers]) await expectOrders(one, ids);
    expect(await node.probe('/ready/leader')).toBe(200);
    for (const one of [node, ...followers]) await one.end('SIGTERM');
    for (const one of followers) expect(await lastCommandOf(one)).toBeGreaterThanOrEqual(Number(ends.get(second)));
  });

  test('so does one on a folder that was restored and ran alone meanwhile', async () => {
    const ids = await lostDatabases();
    const folder = `${cluster.first.dataDir}-new`;
    await run(RESTORE, cluster.first, { NEW: folder });
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
