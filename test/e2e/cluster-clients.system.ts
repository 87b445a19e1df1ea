/** What holds for a client over all nodes: the keys of its repeated calls, its limits and its sessions. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import type { ClusterProcess, Credentials } from '../../scripts/cluster/cluster-process.ts';
import { PARTY } from '../modules/parties/people.ts';
import { CookieBrowser } from '../sign-in/browser.ts';
import type { Reply } from './support/requests.ts';
import { type Asked, canHaveCluster, SERVED_MS_MAX, TestCluster } from './support/test-cluster.ts';

let cluster: TestCluster;
let leader: ClusterProcess;
let standby: ClusterProcess;

/** Of a client in a minute. */
const RATE = 500;
const WINDOW_MS = 60_000;
const LOOKS_MAX = 100;
const LOOK_MS = 50;

/** Calls with one key, of which one happens. */
interface Repeated {
  readonly method: string;
  readonly body: (name: string) => object;
  readonly asked?: () => Asked;
  /** How often it has happened. */
  readonly happened: () => Promise<number>;
}

const asOperator = () => ({ as: cluster.first.credentials('operator') });

let cancelled = 0;

/** Cancels the client's orders: those that it has made since the last time. */
async function ordersMade(): Promise<number> {
  const { body } = await cluster.ask(leader, 'cancelOrders', {});
  cancelled += (body.cancelledOrders as readonly string[]).length;
  return cancelled;
}

const REPEATED: readonly Repeated[] = [
  { method: 'createOrder', body: () => cluster.order(), happened: ordersMade },
  {
    method: 'createParty',
    body: (lastName) => ({ ...PARTY, lastName }),
    asked: () => ({ verb: 'PUT' }),
    happened: () => cluster.rowsOf('parties'),
  },
  {
    method: 'admin/createClient',
    body: (name) => ({ name }),
    asked: asOperator,
    happened: () => cluster.rowsOf('clients'),
  },
];
const ORDERS = ['leader first', 'standby first', 'at once'] as const;
/** Calls at once meet in different places. */
const ROUNDS = { 'leader first': 1, 'standby first': 1, 'at once': 8 };

async function bothOf(order: (typeof ORDERS)[number], ask: (node: ClusterProcess) => Promise<Reply>): Promise<Reply[]> {
  if (order === 'at once') return Promise.all([ask(leader), ask(standby)]);
  const [one, other] = order === 'leader first' ? [leader, standby] : [standby, leader];
  return [await ask(one), await ask(other)];
}

/** A client that no other test uses, and what it was allowed. */
class LimitedClient {
  readonly #as: Credentials;
  readonly #sinceMs = performance.now();
  allowed = 0;

  private constructor(as: Credentials) {
    this.#as = as;
  }

  static async open(): Promise<LimitedClient> {
    const { body: opened } = await cluster.ask(leader, 'admin/createClient', { name: 'Limited' }, asOperator());
    const { clientId } = opened.client as { clientId: string };
    const { body } = await cluster.ask(leader, 'admin/createApiKey', { clientId }, asOperator());
    return new LimitedClient({ clientID: clientId, developerAPIKey: String(body.developerAPIKey) });
  }

  /** Calls that are certain to count still: after a minute this client can prove nothing. */
  get isCounted(): boolean {
    return performance.now() - this.#sinceMs < WINDOW_MS;
  }

  /** What is left of the limit, as the node knows it; undefined: it refuses. */
  async call(node: ClusterProcess): Promise<number | undefined> {
    const { http, headers } = await cluster.ask(node, 'getKillSwitches', {}, { as: this.#as });
    if (http === 429) return undefined;
    expect(http).toBe(200);
    this.allowed++;
    return Number(headers.get('ratelimit-remaining'));
  }

  /** Calls at once, some at a time. */
  async calls(node: ClusterProcess, count: number): Promise<void> {
    let left = count;
    const caller = async () => {
      while (left-- > 0) await this.call(node);
    };
    await Promise.all(Array.from({ length: 10 }, caller));
  }

  /** Resolves when the node counts all that was allowed anywhere: a report is there in a few looks. */
  async isKnownAt(node: ClusterProcess): Promise<void> {
    for (let looks = 0; looks < LOOKS_MAX; looks++) {
      const remaining = await this.call(node);
      if (remaining === RATE - this.allowed || !this.isCounted) return;
      await delay(LOOK_MS);
    }
    throw new Error(`${node.name} does not count the ${this.allowed} calls that were allowed`);
  }

  async isRefusedAt(node: ClusterProcess): Promise<void> {
    await vi.waitFor(async () => expect(await this.call(node)).toBe(undefined), SERVED_MS_MAX);
  }
}

/** Tries again with another client where the machine was too busy to make all calls in one minute. */
async function withinAMinute(work: (client: LimitedClient) => Promise<void>): Promise<void> {
  for (;;) {
    const client = await LimitedClient.open();
    await work(client);
    if (client.isCounted) return;
  }
}

/** A browser that has one set of cookies for all nodes, as for all ports of a host. */
class ClusterBrowser {
  readonly #browser = new CookieBrowser();

  /** With the same cookies, which it keeps when the first one loses them. */
  copy(): ClusterBrowser {
    const copy = new ClusterBrowser();
    for (const { url } of cluster.nodes) {
      for (const [name, value] of this.#browser.jar(new URL(url).host)) {
        copy.#browser.jar(new URL(url).host).set(name, value);
      }
    }
    return copy;
  }

  async request(node: ClusterProcess, path: string, body?: object): Promise<Reply['body']> {
    const { origin, host } = new URL(node.url);
    const headers = { 'x-openats-console': '1', 'content-type': 'application/json', origin };
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await this.#browser.request(node.url + path, init);
    const jar = this.#browser.jar(host);
    for (const other of cluster.nodes) {
      const its = this.#browser.jar(new URL(other.url).host);
      if (its === jar) continue;
      its.clear();
      for (const [name, value] of jar) its.set(name, value);
    }
    return (await response.json()) as Reply['body'];
  }

  /** Of the session; undefined where the node refuses it. */
  async userAt(node: ClusterProcess): Promise<unknown> {
    const { statusCode, capabilities } = await this.request(node, '/v3/getCapabilities');
    if (statusCode === '103') return undefined;
    return (capabilities as { readonly user: { readonly userId: string } }).user.userId;
  }

  /** Resolves with a stream that has the session. */
  async streamAt(node: ClusterProcess): Promise<{ readonly closed: Promise<number> }> {
    const { origin, host } = new URL(node.url);
    const cookie = [...this.#browser.jar(host)].map(([name, value]) => `${name}=${value}`).join('; ');
    const socket = new WebSocket(`${node.url.replace('http', 'ws')}/v3/stream`, { headers: { cookie, origin } });
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    const answered = new Promise<string>((resolve) => socket.once('message', (text) => resolve(String(text))));
    socket.once('open', () => socket.send(JSON.stringify({ op: 'subscribe', channel: 'orders', id: '1' })));
    expect(await answered).toContain('subscribed');
    return { closed };
  }
}

describe.runIf(canHaveCluster)('a client of several nodes', () => {
  beforeAll(async () => {
    cluster = await TestCluster.start({ settings: { RATE_LIMIT_PER_KEY: String(RATE) } });
    [leader, standby] = cluster.nodes as [ClusterProcess, ClusterProcess];
    standby.start();
    await cluster.follows(standby);
  });
  afterAll(() => cluster?.trial.close());

  test.each(REPEATED.flatMap((repeated) => ORDERS.map((order) => ({ ...repeated, order }))))(
    '$method with one key at two nodes, $order, happens once (C34, J22)',
    async ({ method, order, ...of }) => {
      for (let round = 0; round < ROUNDS[order]; round++) {
        const key = `${method} ${order} ${round}`.replaceAll(' ', '-');
        const before = await of.happened();
        const body = of.body(key);
        const replies = await bothOf(order, (node) => cluster.ask(node, method, body, { ...of.asked?.(), key }));
        expect(replies.map(({ http, body: { statusCode } }) => [http, statusCode])).toEqual([
          [200, '101'],
          [200, '101'],
        ]);
        expect(replies[1]?.body).toEqual(replies[0]?.body);
        const replayed = replies.filter(({ headers }) => headers.get('idempotency-replayed') === 'true');
        expect(replayed).toHaveLength(1);
        expect(await of.happened()).toBe(before + 1);
      }
    },
  );

  test('a limit that is used up at one node is used up at every node (J28)', async () => {
    await withinAMinute(async (client) => {
      await client.calls(leader, RATE / 2);
      await client.isKnownAt(standby);
      await client.calls(standby, RATE);
      if (client.isCounted) expect(client.allowed).toBe(RATE);
      await client.isRefusedAt(leader);
    });
  });

  test('calls at all nodes at once get a limit once for each node at most, and then none (J28)', async () => {
    await withinAMinute(async (client) => {
      await Promise.all(cluster.nodes.map((node) => client.calls(node, RATE)));
      expect(client.allowed).toBeGreaterThanOrEqual(RATE);
      await Promise.all(cluster.nodes.map((node) => client.isRefusedAt(node)));
      const { allowed } = client;
      await Promise.all(cluster.nodes.map((node) => client.calls(node, 20)));
      if (client.isCounted) expect(client.allowed).toBe(allowed);
    });
  });

  test('after a change of leader every node still counts what a client used before, and where (J28)', async () => {
    await withinAMinute(async (client) => {
      const [one, other] = [leader, standby];
      await client.calls(one, 100);
      await client.calls(other, 100);
      await client.isKnownAt(one);
      await cluster.handOver(one, other);
      [leader, standby] = [other, one];
      await client.isKnownAt(other);
      await client.isKnownAt(one);
      await client.calls(one, RATE);
      if (client.isCounted) expect(client.allowed).toBe(RATE);
      await client.isRefusedAt(other);
    });
  });

  test('a session that began at one node is good at every node, and ends at all of them (P8, P19)', async () => {
    const token = /#token=([\w-]+)$/.exec(await leader.consoleLink())?.[1];
    const browser = new ClusterBrowser();
    const { sandboxUsers } = await browser.request(standby, '/console/sign-in/link', { token });
    const again = await new ClusterBrowser().request(leader, '/console/sign-in/link', { token });
    expect([sandboxUsers, again.sandboxUsers]).toEqual([expect.any(Array), undefined]);
    const users = sandboxUsers as readonly { readonly userId: string; readonly roles: readonly string[] }[];
    const { userId } = users.find(({ roles }) => roles.includes('trader'))!;

    for (const [began, other] of [
      [leader, standby],
      [standby, leader],
    ] as const) {
      expect(await browser.request(began, '/console/sign-in/link', { userId })).toMatchObject({ statusCode: '101' });
      expect([await browser.userAt(other), await browser.userAt(began)]).toEqual([userId, userId]);
      const streams = [await browser.streamAt(began), await browser.streamAt(other)];
      const copied = browser.copy();
      expect(await browser.request(other, '/console/sign-in/out', {})).toMatchObject({ statusCode: '101' });
      await vi.waitFor(async () => expect(await copied.userAt(began)).toBe(undefined), SERVED_MS_MAX);
      expect(await copied.userAt(other)).toBe(undefined);
      expect(await Promise.all(streams.map(({ closed }) => closed))).toEqual([4401, 4401]);
    }
  });
});
