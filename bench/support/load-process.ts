/** The load generator's own process: takes one task after another from its parent and answers each with its result. */
import { runLoad } from './load.ts';
import type { LoadTask } from './load-task.ts';
import type { Quantiles } from './response-times.ts';

export interface LoadOrder extends Omit<LoadTask, 'requests'> {
  /** The requests as text, one after another; absent: those of the order before. */
  readonly requests?: readonly string[];
}

export interface LoadReport extends Quantiles {
  /** Sent and answered from the start on. */
  readonly requests: number;
  /** The same and those that warmed the connections: CPU and bytes are those of all. */
  readonly answered: number;
  readonly seconds: number;
  /** How much later than they were meant the requests were sent; of an open loop only. */
  readonly late?: Quantiles;
  /** CPU time of this process while it ran. */
  readonly cpu_seconds: number;
}

let requests: Buffer[] = [];

process.on('message', (order: LoadOrder) => {
  if (order.requests !== undefined) requests = order.requests.map((text) => Buffer.from(text, 'latin1'));
  run(order).then(
    (report) => process.send?.({ report }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});

// Ends with the benchmark, however that ends.
process.on('disconnect', () => process.exit());

async function run(order: LoadOrder): Promise<LoadReport> {
  const before = process.cpuUsage();
  const { times, late, seconds, warmUps = 0, ...load } = await runLoad({ ...order, requests });
  const { user, system } = process.cpuUsage(before);
  const sent = load.requests * (order.stream?.answersPerFrame ?? 1);
  return {
    requests: sent,
    answered: sent + warmUps,
    seconds,
    ...times.quantiles(),
    ...(late === undefined ? {} : { late: late.quantiles() }),
    cpu_seconds: (user + system) / 1e6,
  };
}
