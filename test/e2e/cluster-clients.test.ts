/** What holds for a client over all nodes: the keys of its repeated calls, its limits and its sessions. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClusterProcess } from '../../scripts/cluster/cluster-process.ts';
import { PARTY } from '../modules/parties/people.ts';
import type { Reply } from './support/requests.ts';
import { type Asked, canHaveCluster, TestCluster } from './support/test-cluster.ts';

let cluster: TestCluster;
let leader: ClusterProcess;
let standby: ClusterProcess;

/** Calls with one key, of which one happens. */
interface Repeated {
  readonly method: string;
  readonly body: (name: string) => object;
  readonly asked?: () => Asked;
  /** How often it has happened. */
  readonly happened: () => Promise<number>;
}

const asOperator = () => ({ as: leader.credentials('operator') });

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

describe.runIf(canHaveCluster)('a client of several nodes', () => {
  beforeAll(async () => {
    cluster = await TestCluster.start();
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
});
