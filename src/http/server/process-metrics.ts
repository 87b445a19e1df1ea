import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { getHeapStatistics } from 'node:v8';
import { Counter, collectDefaultMetrics, Gauge, type Registry } from 'prom-client';

/**
 * Metrics of prom-client for which it makes a list of all open files or connections, some twice: with 2,500 connections
 * they held the main thread for 5 ms at each scrape. `nodejs_active_resources` counts what the handles were.
 */
const LISTED = [
  'process_open_fds',
  'nodejs_active_handles',
  'nodejs_active_handles_total',
  'nodejs_active_requests',
  'nodejs_active_requests_total',
] as const;

/** The open files of this process, on Linux. */
const OPEN_FILES = '/proc/self/fd';

/** Adds the metrics of the process and of Node, under the names that prom-client gives them. */
export function addProcessMetrics(register: Registry): void {
  const registers = [register];
  collectDefaultMetrics({ register });
  for (const name of LISTED) register.removeSingleMetric(name);
  if (statSync(OPEN_FILES, { throwIfNoEntry: false }) !== undefined) {
    new Gauge({
      name: 'process_open_fds',
      help: 'Number of open file descriptors.',
      registers,
      async collect() {
        this.set(await countOpenFiles());
      },
    });
  }
  new Counter({
    name: 'openats_allocated_bytes_total',
    help: 'Bytes that the main thread has allocated on its heap since the start',
    registers,
    collect() {
      this.reset();
      this.inc(getHeapStatistics().total_allocated_bytes);
    },
  });
}

/** Linux has the number as the size of the folder since 6.2, and 0 there before; then another thread lists it. */
async function countOpenFiles(): Promise<number> {
  const { size } = statSync(OPEN_FILES);
  return size > 0 ? size : (await readdir(OPEN_FILES)).length - 1;
}
