/** The load generator's own process: takes one task after another from its parent and answers each with its result. */
import { type LoadTask, runLoad } from './load.ts';
import { quantile } from './statistics.ts';

export interface LoadOrder extends Omit<LoadTask, 'requests'> {
  /** The requests as text, one after another; absent: those of the order before. */
  readonly requests?: readonly string[];
}

export interface LoadReport {
  readonly requests: number;
  readonly seconds: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly max_ms: number;
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
  const { latencies_ms, ...result } = await runLoad({ ...order, requests });
  const { user, system } = process.cpuUsage(before);
  const at = (share: number) => quantile(latencies_ms, share);
  return { ...result, p50_ms: at(0.5), p99_ms: at(0.99), max_ms: at(1), cpu_seconds: (user + system) / 1e6 };
}
