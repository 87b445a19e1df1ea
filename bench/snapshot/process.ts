/**
 * Writes and loads snapshots of a venue with some live orders, in a process that has done nothing before; reports to
 * its parent.
 */
import { statSync } from 'node:fs';
import { nodeFileSystem } from '../../src/exchange/journal/file-system.ts';
import { NO_HASH } from '../../src/exchange/journal/format.ts';
import { loadSnapshot, writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { VenueFlow } from '../support/venue-flow.ts';

export interface SnapshotReport {
  readonly bytes: number;
  /** Of each repetition, durable. */
  readonly write_s: readonly number[];
  readonly load_s: readonly number[];
}

const [folder = '', liveOrders, repetitions] = process.argv.slice(2);

async function run(orders: number, times: number): Promise<SnapshotReport> {
  const flow = new VenueFlow(orders);
  for (const _ of flow.opening());
  while (flow.state.orders.size < orders) flow.rest();
  const digest = digestOf(flow.state);
  const write = () => writeSnapshot(nodeFileSystem, folder, flow.state, { shard: 0, sequence: orders, hash: NO_HASH });
  const path = await write();
  const write_s: number[] = [];
  const load_s: number[] = [];
  for (let time = 0; time < times; time++) {
    write_s.push(await seconds(write));
    load_s.push(await seconds(() => loadSnapshot(nodeFileSystem, path, 0)));
  }
  if (digestOf(loadSnapshot(nodeFileSystem, path, 0).state) !== digest)
    throw new Error('the snapshot is another state');
  return { bytes: statSync(path).size, write_s, load_s };
}

async function seconds(work: () => unknown): Promise<number> {
  globalThis.gc?.();
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

process.send?.(await run(Number(liveOrders), Number(repetitions)));
