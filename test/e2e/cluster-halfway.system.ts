/**
 * A leader that is killed halfway: between the row of an issue and the issue itself (F12), within a call, and between
 * the matches of an auction (Q14). The other node goes on from there.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ClusterProcess } from '../../scripts/cluster/cluster-process.ts';
import { invest } from './support/paid-units.ts';
import { mustCall } from './support/requests.ts';
import { StreamLine } from './support/stream-line.ts';
import { canHaveCluster, SERVED_MS_MAX, TestCluster } from './support/test-cluster.ts';

let cluster: TestCluster;

/** Pairs of orders that trade in an auction, in slices of a hundred matches (Q6). */
const PAIRS = 1500;
/** Orders that are sent at once. */
const AT_ONCE = 30;

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

/** What the killed node has sent to the database must not come there later. */
function endWaiting(journal: pg.Client) {
  return journal.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where pid in (select pid from pg_locks where not granted)`);
}

const at = (node: ClusterProcess) => ({ addresses: { api: node.url }, client: cluster.first.credentials('client') });

/** A method of the demo's security, as the operator. */
function operate(node: ClusterProcess, method: string, body: object = {}) {
  const { securityId } = cluster.first.demo();
  const credentials = cluster.first.credentials('operator');
  return mustCall(at(node), method, { securityId, ...body }, { credentials });
}

/** Halts the security, whose orders rest then; it is called once it is resumed. */
async function haltBefore(node: ClusterProcess, callSeconds: number): Promise<void> {
  await operate(node, 'setAuctionPlan', { plan: { afterHalt: { callSeconds } } });
  await operate(node, 'haltSecurity', { reason: 'News is pending' });
}

const resume = (node: ClusterProcess) => operate(node, 'resumeSecurity', { reason: 'News is out' });

async function callOf(node: ClusterProcess) {
  const { call } = (await operate(node, 'getAuction')).auction as { readonly call: Readonly<Record<string, unknown>> };
  return call;
}

const auctionsOf = async (node: ClusterProcess) => (await operate(node, 'getAuctions')).auctions;

/** The ids of the matches of an auction of today. */
async function tradesOf(node: ClusterProcess, auctionId: string): Promise<string[]> {
  const ids: string[] = [];
  for (let before = {}; ; ) {
    const { trades, more } = await operate(node, 'getTimeAndSales', before);
    const page = trades as readonly { readonly tradeId: string; readonly auctionId?: string }[];
    ids.push(...page.filter((trade) => trade.auctionId === auctionId).map(({ tradeId }) => tradeId));
    if (more === 'No') return ids;
    before = { before: page.at(-1)?.tradeId };
  }
}

async function sendPairs(node: ClusterProcess): Promise<void> {
  const orders = Array.from({ length: 2 * PAIRS }, (_, index) => (index % 2 === 0 ? 'Buy' : 'Sell'));
  for (let from = 0; from < orders.length; from += AT_ONCE) {
    const some = orders.slice(from, from + AT_ONCE);
    await Promise.all(some.map((action) => mustCall(at(node), 'createOrder', cluster.order({ action }))));
  }
}

/** The trades that a line has shown by its end. */
async function tradesUntilEnd(line: StreamLine): Promise<number> {
  for (let trades = 0; ; ) {
    const message = await line.next().catch(() => undefined);
    if (message === undefined) return trades;
    if (message.type === 'trade') trades++;
  }
}

const rowsOf = (outcome: string) => cluster.rowsOf(`unit_issues where outcome ${outcome}`);

describe.runIf(canHaveCluster)('what a killed leader did half', () => {
  beforeAll(async () => {
    // The lease of the node that is killed has to run out.
    cluster = await TestCluster.start({ settings: { JOURNAL_LEASE_MS: '3000', MARKET_ALWAYS_OPEN: 'true' } });
    cluster.nodes[1]?.start();
    await cluster.follows(cluster.nodes[1] as ClusterProcess);
  });
  afterAll(() => cluster?.trial.close());

  test('units of a trade are issued once, by the node that takes over', async () => {
    const [first, second] = cluster.nodes as [ClusterProcess, ClusterProcess];
    const { offeringId, accountId, tradeId } = await invest(at(first));
    const changes = async (node: ClusterProcess) =>
      (await mustCall(at(node), 'getRegisterChanges', { securityId: offeringId })).changes as readonly object[];
    expect(await changes(first)).toEqual([]);
    await withoutJournal(async (journal) => {
      const settled = cluster.ask(first, 'updateTradeStatus', { tradeId, accountId, orderStatus: 'SETTLED' });
      void settled.catch(() => undefined);
      await vi.waitFor(async () => expect(await rowsOf('is null')).toBe(1), SERVED_MS_MAX);
      await first.end('SIGKILL');
      await endWaiting(journal);
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

  test('a call goes on at the node that takes over, with its bounds and its orders', async () => {
    const [first, second] = cluster.nodes as [ClusterProcess, ClusterProcess];
    await haltBefore(second, 3600);
    await resume(second);
    const { orderDetails } = await mustCall(at(second), 'createOrder', cluster.order({ expiration: 'Auction' }));
    // The indication is computed by each node.
    const { indication: _, ...bounds } = await callOf(second);
    expect(bounds).toMatchObject({ auctionId: '1', kind: 'Halt' });
    await second.end('SIGKILL');
    await cluster.leads(first);
    expect(await callOf(first)).toMatchObject(bounds);
    const { orderId: orderid } = orderDetails as { readonly orderId: string };
    expect(await mustCall(at(first), 'getOrder', { orderid })).toMatchObject({ orderDetails: [{ status: 'Live' }] });
    second.start();
    await cluster.follows(second);
    await operate(first, 'haltSecurity', { reason: 'News is pending' });
    expect(await auctionsOf(first)).toMatchObject([{ auctionId: '1', uncrossed: 'No' }]);
  });

  test('an auction is finished by the node that takes over, each match once', async () => {
    const [first, second] = cluster.nodes as [ClusterProcess, ClusterProcess];
    const { securityId } = first.demo();
    await haltBefore(first, 1);
    await sendPairs(first);
    const line = await StreamLine.open(at(first), first.credentials('client'));
    line.send({ op: 'subscribe', channel: 'trades', securityIds: [securityId] });
    await resume(first);
    while ((await line.next()).type !== 'trade');
    await withoutJournal(async (journal) => {
      await first.end('SIGKILL');
      await endWaiting(journal);
    });
    // More slices were to come.
    expect(await tradesUntilEnd(line)).toBeLessThan(PAIRS - 200);
    await cluster.leads(second);
    await vi.waitFor(async () => expect(await auctionsOf(second)).toHaveLength(2), SERVED_MS_MAX);
    expect(await auctionsOf(second)).toMatchObject([
      { auctionId: '2', uncrossed: 'Yes', price: '9.500000', volume: `${PAIRS}.000000` },
      { auctionId: '1' },
    ]);
    const trades = await tradesOf(second, '2');
    expect([trades.length, new Set(trades).size]).toEqual([PAIRS, PAIRS]);
  });
});
