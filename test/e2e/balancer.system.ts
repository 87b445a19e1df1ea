/** Three nodes, and HAProxy, which gives each call to the next of them, as compose.yaml has it. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Balancer, hasBalancer, startBalancer } from '../../scripts/cluster/balancer.ts';
import { authorizationOf } from './support/requests.ts';
import { canHaveCluster, SERVED_MS_MAX, TestCluster } from './support/test-cluster.ts';

const CALLERS = 6;
const ORDERS_EACH = 40;
const PAUSE_MS = 10;

let cluster: TestCluster;
let balancer: Balancer;

/** Who answers the next calls, by the name of the node. */
async function answersOf(calls: number): Promise<ReadonlyMap<string, number>> {
  const headers = { authorization: authorizationOf(cluster.first.credentials('client')) };
  const counts = new Map(cluster.nodes.filter(({ isRunning }) => isRunning).map(({ name }) => [name, 0]));
  for (let count = 0; count < calls; count++) {
    const response = await fetch(`${balancer.url}/v3/status`, { headers });
    const { name } = ((await response.json()) as { node: { name: string } }).node;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Each node that runs gets its part of the calls, and no node one more than another. */
async function expectTurns(): Promise<void> {
  const running = cluster.nodes.filter(({ isRunning }) => isRunning).length;
  // The balancer looks at the nodes four times a second.
  await vi.waitFor(async () => expect([...(await answersOf(running)).values()]).toEqual(Array(running).fill(1)), {
    timeout: SERVED_MS_MAX,
  });
  const counts = [...(await answersOf(10 * running + 1)).values()];
  expect(counts.toSorted()).toEqual([...Array(running - 1).fill(10), 11]);
}

/** A call that was not answered as it should be: what came instead. */
interface Failure {
  readonly status: number | 'broken';
  /** Of a node, and not of the balancer. */
  readonly isOfNode: boolean;
}

class Caller {
  readonly ids: string[] = [];
  readonly failures: Failure[] = [];
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  /** Makes orders one after the other, each until it is answered. */
  async run(onMade: () => void): Promise<void> {
    for (let count = 0; count < ORDERS_EACH; count++) {
      this.ids.push(await this.order(count));
      onMade();
    }
  }

  async order(count: number): Promise<string> {
    for (;;) {
      const answer = await this.#ask(`${this.#name}-${count}`);
      if (typeof answer === 'string') return answer;
      this.failures.push(answer);
      await delay(PAUSE_MS);
    }
  }

  async #ask(key: string): Promise<string | Failure> {
    const headers = {
      'content-type': 'application/json',
      authorization: authorizationOf(cluster.first.credentials('client')),
      'idempotency-key': key,
    };
    const init = { method: 'POST', headers, body: JSON.stringify(cluster.order()) };
    const response = await fetch(`${balancer.url}/v3/createOrder`, init).catch(() => null);
    if (response === null) return { status: 'broken', isOfNode: false };
    const text = await response.text().catch(() => '');
    if (response.status === 200)
      return (JSON.parse(text) as { orderDetails: { orderId: string } }).orderDetails.orderId;
    return { status: response.status, isOfNode: response.headers.has('x-request-id') };
  }
}

describe.runIf(canHaveCluster && hasBalancer())('a balancer in front of three nodes', () => {
  beforeAll(async () => {
    // A killed leader is replaced after its lease, and here that is soon.
    cluster = await TestCluster.start({ nodes: 3, settings: { JOURNAL_LEASE_MS: '2000' } });
    for (const other of cluster.nodes.slice(1)) {
      other.start();
      await cluster.follows(other);
    }
    balancer = await startBalancer(cluster.trial);
  });
  afterAll(async () => {
    await balancer?.end();
    await cluster?.trial.close();
  });

  test('every node answers in its turn (J22)', async () => {
    await expectTurns();
  });

  test('of a killed leader a caller loses the call under way, and calls elsewhere outlive it (J23)', async () => {
    const callers = Array.from({ length: CALLERS }, (_, at) => new Caller(String(at)));
    let made = 0;
    const onMade = () => {
      if (++made === (CALLERS * ORDERS_EACH) / 2) cluster.first.signal('SIGKILL');
    };
    await Promise.all(callers.map((caller) => caller.run(onMade)));
    const ids = callers.flatMap((caller) => caller.ids);
    expect(new Set(ids).size).toBe(CALLERS * ORDERS_EACH);
    for (const { failures } of callers) expect(failures.length, JSON.stringify(failures)).toBeLessThanOrEqual(1);
    expect(callers.flatMap(({ failures }) => failures).filter(({ isOfNode }) => isOfNode)).toEqual([]);
    expect(await callers[0]?.order(0)).toBe(callers[0]?.ids[0]);
  });

  test('the others share its turns, and it has its own again when it is back', async () => {
    expect(cluster.first.isRunning).toBe(false);
    await expectTurns();
    cluster.first.start();
    await cluster.follows(cluster.first);
    await expectTurns();
  });
});
