import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quantile } from './statistics.ts';

/** File systems that live in memory: fdatasync costs nothing there, and so would say nothing. */
const MEMORY_FILE_SYSTEMS = [0x01021994, 0x858458f6];

const ZEROS = Buffer.alloc(4096);

/** A new folder on a disk: below BENCH_DIR when it is set, else below the system's folder for temporary files. */
export function diskFolder(): string {
  const folder = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'openats-bench-'));
  if (!MEMORY_FILE_SYSTEMS.includes(Number(statfsSync(folder).type))) return folder;
  rmSync(folder, { recursive: true });
  throw new Error('the folder for temporary files is in memory; set BENCH_DIR to a folder on a disk');
}

/**
 * Milliseconds of write and fdatasync of a group of the journal, over space of a separate file that was filled
 * before, as the journal does it: p50 and p99.
 */
export function syncLatency(folder: string, times = 2000): { readonly p50_ms: number; readonly p99_ms: number } {
  const path = join(folder, 'sync');
  const file = openSync(path, 'w');
  const bytes = Buffer.alloc(4096, 'x');
  const latencies = new Float64Array(times);
  for (let i = 0; i < times; i++) writeSync(file, ZEROS);
  fdatasyncSync(file);
  for (let i = 0; i < times; i++) {
    const started = performance.now();
    writeSync(file, bytes, 0, bytes.length, i * bytes.length);
    fdatasyncSync(file);
    latencies[i] = performance.now() - started;
  }
  closeSync(file);
  rmSync(path);
  latencies.sort();
  return { p50_ms: quantile(latencies, 0.5), p99_ms: quantile(latencies, 0.99) };
}
