/** What operators see of the past, and where they hand the venue over, while another node takes it over. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ClusterProcess } from '../../scripts/cluster/cluster-process.ts';
import { postgresPrograms } from '../../scripts/cluster/postgres-server.ts';
import { makeTrialCluster, type TrialCluster } from '../../scripts/cluster/trial-cluster.ts';
import { hasPostgres } from '../support/postgres-url.ts';
import { call } from './support/requests.ts';

const SERVED_MS_MAX = 150_000;
/** Only a command makes the venue change hands. */
const LEASE_MS = '60000';

let cluster: TrialCluster;
let first: ClusterProcess;
let second: ClusterProcess;

const ask = (node: ClusterProcess, method: string, body: object, as = first.credentials('client')) =>
  call({ addresses: { api: node.url }, client: as }, method, body);

const servesAt = (node: ClusterProcess) =>
  vi.waitFor(async () => expect(await node.probe('/ready/leader')).toBe(200), SERVED_MS_MAX);

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
    second.start();
    await becomesStandby(second);
  });
  afterAll(() => cluster?.close());

  test('alerts and replays go on at the node that operators have take over (O7, O13, O18)', async () => {
    const as = first.credentials('operator');
    const { securityId, issuerId } = first.demo();
    const order = {
      ...{ memberid: '1', issuerid: issuerId, securityid: securityId, type: 'Limit', quantity: 1, price: '9.00' },
      ...{ expiration: 'GTC', disclosePrice: 'Yes', solicited: 'Unsolicited' },
    };
    const asked = async <T>(node: ClusterProcess, method: string, body: object = {}): Promise<T> => {
      const { body: answer } = await ask(node, `admin/${method}`, body, as);
      expect(answer).toMatchObject({ statusCode: '101' });
      return answer as T;
    };
    const washTrade = async (node: ClusterProcess) => {
      for (const action of ['Buy', 'Sell']) await ask(node, 'createOrder', { ...order, action });
    };
    type Alerts = { readonly alerts: readonly { readonly alertId: string; readonly occurrences: number }[] };
    const alertsOf = async (node: ClusterProcess) =>
      (await asked<Alerts>(node, 'getAlerts', { rule: 'Wash trade' })).alerts;
    const { body: begun } = await ask(first, 'getDepth', { securityId });
    const { time: from } = begun.depth as { time: string };
    await washTrade(first);
    await vi.waitFor(async () => expect(await alertsOf(first)).toHaveLength(1), SERVED_MS_MAX);
    const [raised] = await alertsOf(first);
    type Replay = { readonly replay: Readonly<Record<'bids' | 'offers' | 'events', unknown[]>> };
    // Both orders and their trade, and not what happened later.
    const replayOf = async (node: ClusterProcess) => {
      const { replay } = await asked<Replay>(node, 'getMarketReplay', { securityId, from });
      return { bids: replay.bids, offers: replay.offers, events: replay.events.slice(0, 3) };
    };
    const before = await replayOf(first);
    expect(before.events).toHaveLength(3);

    await vi.waitFor(async () => {
      const { cluster: shown } = await asked<{ readonly cluster: { readonly nodes: object[] } }>(second, 'getCluster');
      expect(shown).toMatchObject({ leader: 'node-1', handoverAsked: 'No' });
      expect(shown.nodes).toMatchObject([
        { name: 'node-1', role: 'leader', there: 'Yes', lagCommands: 0 },
        { name: 'node-2', role: 'standby', there: 'Yes' },
      ]);
    }, SERVED_MS_MAX);
    await asked(second, 'handOverVenue');
    await servesAt(second);
    expect(await replayOf(second)).toEqual(before);
    expect(await alertsOf(second)).toEqual([raised]);
    await washTrade(second);
    await vi.waitFor(async () => {
      expect(await alertsOf(second)).toMatchObject([{ alertId: raised?.alertId, occurrences: 2 }]);
    }, SERVED_MS_MAX);
    await becomesStandby(first);
    expect(await replayOf(first)).toEqual(before);
    await asked(first, 'handOverVenue');
    await servesAt(first);
    expect(await alertsOf(first)).toMatchObject([{ occurrences: 2 }]);
    await becomesStandby(second);
  });
});
