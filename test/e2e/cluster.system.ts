/** Two processes and two databases as an operator runs them: who answers what, and what stays as the venue moves. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ClusterProcess, type Credentials } from '../../scripts/cluster/cluster-process.ts';
import { postgresPrograms } from '../../scripts/cluster/postgres-server.ts';
import { makeTrialCluster, type TrialCluster } from '../../scripts/cluster/trial-cluster.ts';
import { SHARD } from '../../src/service/lifecycle/index.ts';
import { rewindSql } from '../chaos/rewind.ts';
import { hasPostgres } from '../support/postgres-url.ts';
import { HealthProbe } from './support/health-probe.ts';
import { authorizationOf, call } from './support/requests.ts';
import { statusOfUpgrade } from './support/upgrade-status.ts';

const ADMIN = fileURLToPath(new URL('../../scripts/admin.ts', import.meta.url));
/** Settings of a process that is a later release (support/next-release.mjs). */
const release = (number: number) => ({
  // Its hooks change files of src.
  START_FROM: 'src',
  NODE_OPTIONS: `--import=${new URL(`./support/next-release.mjs?${number}`, import.meta.url).href}`,
});
const SERVED_MS_MAX = 150_000;
/** No node loses the lease because its machine stops for a while: here only a command makes it change hands. */
const LEASE_MS = '60000';

type Shown = Readonly<Record<'leader', string>> & { readonly nodes: readonly { node: string; role: string }[] };

let cluster: TrialCluster;
let first: ClusterProcess;
let second: ClusterProcess;

/** As `call`, with the idempotency key of a repetition. */
function ask(node: ClusterProcess, method: string, body: object, { key, as }: { key?: string; as?: Credentials } = {}) {
  const server = { addresses: { api: node.url }, client: as ?? first.credentials('client') };
  return call(server, method, body, key === undefined ? {} : { headers: { 'idempotency-key': key } });
}

/** Of /v3/status, which every node answers. */
async function nodeOf(node: ClusterProcess): Promise<Readonly<Record<string, unknown>>> {
  const authorization = authorizationOf(first.credentials('client'));
  const response = await fetch(`${node.url}/v3/status`, { headers: { authorization } });
  return ((await response.json()) as { node: Readonly<Record<string, unknown>> }).node;
}

async function readyNodes(): Promise<ClusterProcess[]> {
  const answers = await Promise.all(cluster.nodes.map((node) => node.probe('/ready/leader')));
  return cluster.nodes.filter((_, at) => answers[at] === 200);
}

async function admin(...args: string[]): Promise<Shown> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...first.settings };
  const { stdout } = await promisify(execFile)(process.execPath, [ADMIN, ...args], { env });
  return JSON.parse(stdout) as Shown;
}

async function metric(node: ClusterProcess, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${node.settings.METRICS_PORT}/metrics`)).text();
  return Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
}

function order(securityid = first.demo().securityId): object {
  return {
    ...{ memberid: '1', issuerid: first.demo().issuerId, securityid, type: 'Limit', action: 'Buy', quantity: 1 },
    ...{ price: '9.50', expiration: 'GTC', disclosePrice: 'Yes', solicited: 'Unsolicited' },
  };
}

async function servesAt(node: ClusterProcess): Promise<void> {
  await node.reached('/ready/leader', 200, SERVED_MS_MAX);
}

async function handOverTo(node: ClusterProcess): Promise<void> {
  expect((await admin('handover')).leader).toBe(node.name);
  await servesAt(node);
  expect(node.credentials('operator').clientID).toBe('C00000001');
}

/** Resolves when it follows the journal and says so from now on: a process that is about to end does not. */
async function becomesStandby(node: ClusterProcess): Promise<void> {
  const { primary } = cluster.databases;
  const [begun] = await primary.query('select now()::text as time');
  const reported = `select 1 from openats_journal.nodes
    where node = '${node.name}' and role = 'standby' and seen_at > '${begun?.time}'`;
  await vi.waitFor(async () => expect(await primary.query(reported)).toHaveLength(1), SERVED_MS_MAX);
  await node.reached('/ready', 200, SERVED_MS_MAX);
}

describe.runIf(hasPostgres && postgresPrograms() !== undefined)('a cluster', () => {
  beforeAll(async () => {
    cluster = await makeTrialCluster({ settings: { JOURNAL_LEASE_MS: LEASE_MS }, postgres: { fsync: 'off' } });
    [first, second] = cluster.nodes as [ClusterProcess, ClusterProcess];
    first.start();
    await servesAt(first);
    expect([first.demo(), first.credentials('client'), first.credentials('operator')]).not.toContain(undefined);
    second.start();
    await becomesStandby(second);
  });
  afterAll(() => cluster?.close());

  test('each node says what it is, and serves calls and streams (J7, J11, J22)', async () => {
    expect(await Promise.all([first, second].map((node) => node.probe('/ready')))).toEqual([200, 200]);
    expect([await first.probe('/ready/leader'), await second.probe('/ready/leader')]).toEqual([200, 503]);
    expect([await statusOfUpgrade(second), await statusOfUpgrade(first)]).toEqual([101, 101]);
    const [leader, standby] = [await nodeOf(first), await nodeOf(second)];
    expect(leader).toMatchObject({ name: 'node-1', role: 'leader', lagGroups: 0, lagMilliseconds: 0 });
    expect(standby).toMatchObject({ name: 'node-2', role: 'standby', lagGroups: expect.any(Number) });
    expect(standby.epoch).toBe(leader.epoch);
    const leads = [await metric(first, 'openats_cluster_leader'), await metric(second, 'openats_cluster_leader')];
    expect(leads).toEqual([1, 0]);
  });

  test('a node that starts reports before it reads its files (J26)', async () => {
    const dataDir = join(cluster.folder, 'unreadable');
    mkdirSync(dataDir, { mode: 0o700 });
    writeFileSync(join(dataDir, 'venue'), 'no folder');
    const node = await ClusterProcess.create({ name: 'unreadable', dataDir, settings: second.settings });
    node.start();
    await expect(node.reached('/ready', 200)).rejects.toThrow('unreadable ended');
    const taken = `delete from openats_journal.nodes where node = 'unreadable' returning role, durable_sequence`;
    expect(await cluster.databases.primary.query(taken)).toEqual([{ role: 'starting', durable_sequence: '0' }]);
  });

  test('what one node acknowledged, every other shows at once, whoever leads (J22, J23)', async () => {
    for (let count = 0; count < 20; count++) {
      const [one, other] = count % 2 === 0 ? [second, first] : [first, second];
      const made = await ask(one, 'createOrder', order());
      expect([made.http, made.body.statusCode]).toEqual([200, '101']);
      const { orderId } = made.body.orderDetails as { orderId: string };
      const read = await ask(other, 'getOrder', { orderId });
      expect(read.body.orderDetails).toMatchObject([{ status: 'Live' }]);
      expect(Number(read.headers.get('x-venue-position'))).toBeGreaterThanOrEqual(
        Number(made.headers.get('x-venue-position')),
      );
      expect((await ask(one, 'cancelOrder', { orderId })).body.statusCode).toBe('101');
      expect((await ask(other, 'getOrder', { orderId })).body.orderDetails).toMatchObject([{ status: 'Cancelled' }]);
    }
    const [made] = await Promise.all([
      ask(second, 'createOrder', order(), { key: 'twice' }),
      ask(first, 'createOrder', order(), { key: 'twice' }),
    ]);
    const again = await ask(second, 'createOrder', order(), { key: 'twice' });
    expect(again.body.orderDetails).toEqual(made.body.orderDetails);
  });

  test('a handover keeps orders, keys of repetitions and revocations (J1, J12, J13)', async () => {
    const made = await ask(first, 'createOrder', order(), { key: 'once' });
    expect(made.body.statusCode).toBe('101');
    const operator = first.credentials('operator');
    const { body: opened } = await ask(first, 'admin/createClient', { name: 'Other' }, { as: operator });
    const { clientId: clientID } = opened.client as { clientId: string };
    const { body: created } = await ask(first, 'admin/createApiKey', { clientId: clientID }, { as: operator });
    const { keyId } = created.key as { keyId: string };
    const other = { clientID, developerAPIKey: String(created.developerAPIKey) };
    expect((await ask(first, 'getAllIssuers', {}, { as: other })).body.statusCode).toBe('101');

    const [ofFirst, ofSecond] = [new HealthProbe(first), new HealthProbe(second)];
    await handOverTo(second);
    const again = await ask(second, 'createOrder', order(), { key: 'once' });
    expect(again.body).toEqual(made.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await ask(second, 'getAllIssuers', {}, { as: other })).body.statusCode).toBe('101');
    await ask(second, 'admin/revokeApiKey', { keyId }, { as: operator });
    expect((await ask(second, 'getAllIssuers', {}, { as: other })).http).toBe(401);

    await becomesStandby(first);
    await ofFirst.sees('standby');
    const waited = { state: 'waiting', reason: 'this node restarts as a standby: the venue is handed over' };
    expect([ofFirst.states[0], ofFirst.states]).toMatchObject([{ state: 'leader' }, expect.arrayContaining([waited])]);
    expect(ofSecond.states.map(({ state }) => state)).toEqual(['standby', 'leader']);
    // The ports of both have answered all the time (J29).
    expect([ofFirst.faults, ofSecond.faults]).toEqual([[], []]);
    ofSecond.end();
    expect(await admin('cluster')).toMatchObject({ leader: 'node-2', nodes: [{ node: 'node-1' }, { role: 'leader' }] });
    await second.end('SIGTERM');
    await servesAt(first);
    expect((await ask(first, 'getAllIssuers', {}, { as: other })).http).toBe(401);
    expect((await ask(first, 'createOrder', order(), { key: 'once' })).body).toEqual(made.body);
    expect(first.log).toContain('this node restarts as a standby');
    for (const { log } of [first, second]) {
      for (const line of ['this node takes the venue over', 'this node leads the venue']) expect(log).toContain(line);
    }
    expect(await metric(first, 'openats_cluster_epoch')).toBe((await nodeOf(first)).epoch);
  });

  test('of a rewound journal each node says what it holds, also after a restart (J17)', async () => {
    const { primary } = cluster.databases;
    const historyEnds = async () => Number((await primary.query('select seq from history_position'))[0]?.seq);
    second.start();
    await becomesStandby(second);
    await second.end('SIGKILL');
    const before = await historyEnds();
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, at) => ask(first, 'createOrder', order(), { key: `r${at}` })),
    );
    await vi.waitFor(async () => expect(await historyEnds()).toBeGreaterThanOrEqual(before + 20), SERVED_MS_MAX);
    await primary.query(rewindSql(SHARD, 1));
    second.start();
    const shown = async () => (await admin('journal')) as unknown as { nodes: { node: string; holds?: object }[] };
    const holding = async () =>
      (await shown()).nodes.filter(({ holds }) => holds !== undefined).map(({ node }) => node);
    const bothHold = async () => expect(await holding()).toEqual(['node-1', 'node-2']);
    await vi.waitFor(bothHold, { timeout: SERVED_MS_MAX, interval: 500 });
    expect([await first.probe('/ready'), await second.probe('/ready')]).toEqual([503, 503]);
    await admin('journal', 'restore-from', 'node-1');
    await vi.waitFor(async () => expect(await readyNodes()).toHaveLength(1), SERVED_MS_MAX);
    const [leader] = await readyNodes();
    for (const [at, { body }] of made.entries()) {
      expect((await ask(leader!, 'createOrder', order(), { key: `r${at}` })).body).toEqual(body);
    }
    if (leader === second) {
      // The former leader is a standby only after its restart; until then nobody can take the venue over.
      await becomesStandby(first);
      await handOverTo(first);
    }
    await second.end('SIGTERM');
  });

  test('of two releases newer rules wait for both nodes, and the older then refuses (J14)', async () => {
    const rulesOf = async () => {
      const [row] = await cluster.databases.primary.query(
        `select count(*) as count from openats_journal.groups where position('["rules",'::bytea in bytes) > 0`,
      );
      return Number(row?.count);
    };
    const rulesOfThisRelease = await rulesOf();
    second.start(release(1));
    await becomesStandby(second);
    await handOverTo(second);
    expect((await ask(second, 'createOrder', order(), { key: 'between' })).body.statusCode).toBe('101');
    expect(await rulesOf()).toBe(rulesOfThisRelease);

    // It ends, and does not come back, although it is about to restart.
    await first.end('SIGTERM');
    first.start(release(1));
    await becomesStandby(first);
    await handOverTo(first);
    expect((await ask(first, 'createOrder', order(), { key: 'repeated' })).body.statusCode).toBe('101');
    expect(await rulesOf()).toBe(rulesOfThisRelease + 1);

    await becomesStandby(second);
    await second.end('SIGTERM');
    second.start();
    const exited = second.reached('/ready/leader', 200, SERVED_MS_MAX);
    await expect(exited).rejects.toThrow('start a newer release');
    expect((await ask(first, 'createOrder', order(), { key: 'repeated' })).headers.get('idempotency-replayed')).toBe(
      'true',
    );
  });

  test('of two releases with another schema the older one serves, follows and is refused in turn (J21)', async () => {
    const { primary } = cluster.databases;
    const asOperator = () => ({ as: first.credentials('operator') });
    const { body: made } = await ask(first, 'admin/createClient', { name: 'Example' }, asOperator());
    const { clientId } = made.client as { clientId: string };
    const columns = async () => {
      const of = `select column_name as name from information_schema.columns where table_name = 'api_keys'`;
      return (await primary.query(of)).map(({ name }) => name);
    };
    // Reads and writes the table that is altered.
    const changesKeys = async (node: ClusterProcess) => {
      const { http, body } = await ask(node, 'admin/createApiKey', { clientId }, asOperator());
      expect([http, body.statusCode]).toEqual([200, '101']);
      const { keyId } = body.key as { keyId: string };
      expect((await ask(node, 'admin/revokeApiKey', { keyId }, asOperator())).body.statusCode).toBe('101');
    };

    second.start(release(2));
    let isLevel = false;
    const served = (async () => {
      while (!isLevel) await changesKeys(first);
    })();
    await Promise.race([served, becomesStandby(second)]);
    isLevel = true;
    await served;
    expect(await columns()).toContain('of_next_release');
    await changesKeys(first);
    await handOverTo(second);
    await changesKeys(second);
    // The older release restarted by itself, on the newer schema.
    await becomesStandby(first);

    await first.end('SIGTERM');
    first.start(release(3));
    await becomesStandby(first);
    expect(await columns()).not.toContain('of_next_release');
    await changesKeys(second);
    await handOverTo(first);
    const restarted = second.reached('/ready/leader', 200, SERVED_MS_MAX);
    await expect(restarted).rejects.toThrow('it holds schema step 9002-contract-api-keys');
    await changesKeys(first);
  });
});
