/** Orders a second of several nodes, calculated from the processor time of an order on each thread. */

const NODES = [1, 2, 4, 8];

/** Microseconds of a main thread for an order. */
interface OrderCosts {
  /** Its HTTP, on the node that was called. */
  readonly http: number;
  /** All the rest, on the leader. */
  readonly leader: number;
  /** On every other node, whose copy follows. */
  readonly applied: number;
}

/** Of a journal in PostgreSQL. */
interface CommitCosts {
  readonly groupsASecond: number;
  readonly ordersAGroup: number;
}

/** Calls come to all nodes in turn; each node has a core for its main thread. */
function ordersASecond(nodes: number, { http, leader, applied }: OrderCosts): number {
  const fullest = http / nodes + Math.max(leader, nodes === 1 ? 0 : applied);
  return 1_000_000 / fullest;
}

export function printOnPaper(costs: OrderCosts, { groupsASecond, ordersAGroup }: CommitCosts): void {
  const { http, leader, applied } = costs;
  console.log(
    `on paper, µs of a thread for an order: HTTP ${http}, leader ${leader.toFixed(1)}, other nodes ${applied}:`,
  );
  for (const nodes of NODES) {
    const thousands = Math.floor(ordersASecond(nodes, costs) / 1000);
    console.log(`  ${nodes} ${nodes === 1 ? 'node ' : 'nodes'}  ${thousands},000 orders a second`);
  }
  const bound = (groupsASecond * ordersAGroup).toLocaleString('en-US');
  console.log(`  bound of PostgreSQL  ${bound}, with ${groupsASecond} commits a second of ${ordersAGroup} orders each`);
}
