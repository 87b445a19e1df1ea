/**
 * Recovers once, or reads the plain lines once, in a process that has done nothing before; reports to its parent how it
 * went.
 */
import { readFileSync } from 'node:fs';
import { nodeFileSystem } from '../../src/exchange/journal/file-system.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';

export interface RecoveryReport {
  readonly commands: number;
  readonly seconds: number;
  readonly rssPeak_bytes: number;
  /** What is in use afterwards, garbage collected. */
  readonly heapUsed_bytes: number;
  /** Empty for the plain lines. */
  readonly digest: string;
}

const [mode, path = ''] = process.argv.slice(2);

function run(): RecoveryReport {
  const started = performance.now();
  const { commands, state } = mode === 'plain' ? readPlain() : readVenue(mode === 'snapshot');
  const seconds = (performance.now() - started) / 1000;
  const rssPeak_bytes = process.resourceUsage().maxRSS * 1024;
  globalThis.gc?.();
  const heapUsed_bytes = process.memoryUsage().heapUsed;
  return { commands, seconds, rssPeak_bytes, heapUsed_bytes, digest: state === null ? '' : digestOf(state) };
}

function readVenue(withSnapshot: boolean) {
  return recover(nodeFileSystem, path, 0, withSnapshot ? {} : { eventSeqMax: 0 });
}

/** What reading costs at least: the same lines out of one file, each parsed and forgotten. */
function readPlain() {
  const text = readFileSync(path, 'utf8');
  let commands = 0;
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    if ((JSON.parse(text.slice(at, end)) as unknown[]).length > 0) commands++;
    at = end + 1;
  }
  return { commands, state: null };
}

process.send?.(run());
