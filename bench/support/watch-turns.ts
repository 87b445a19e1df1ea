/**
 * Preloaded into a venue: SIGUSR2 writes the longest turns of its event loop since the last SIGUSR2 to TURNS_FILE: on
 * the clock, on the clock without waits for a core, and in CPU time of the main thread.
 */
import { existsSync, openSync, readSync, renameSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { parseSchedstat } from './thread-times.ts';

/** A turn up to this long cannot be distinguished from no turn at all. */
const RESOLUTION_MS = 1;

const file = process.env.TURNS_FILE;

/** Without what others on a busy machine do, but only what the system has accounted: at its ticks, 4 ms apart. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** How long the main thread has been ready to run but without a core; 0 where the system does not say (not Linux). */
function waitsForCore(): () => number {
  const schedstat = `/proc/self/task/${process.pid}/schedstat`;
  if (!existsSync(schedstat)) return () => 0;
  const file = openSync(schedstat, 'r');
  const text = Buffer.alloc(64);
  return () => parseSchedstat(text.toString('latin1', 0, readSync(file, text, 0, text.length, 0))).waited_s * 1000;
}

if (isMainThread && file !== undefined) {
  const waitedMs = waitsForCore();
  const nothing = { wall_ms: 0, withCore_ms: 0, cpu_ms: 0 };
  const now = () => ({ wall: performance.now(), waited: waitedMs(), cpu: cpuMs() });
  let longest = nothing;
  let last = now();
  setInterval(() => {
    const next = now();
    const wall_ms = next.wall - last.wall - RESOLUTION_MS;
    const withCore_ms = wall_ms - (next.waited - last.waited);
    longest = {
      wall_ms: Math.max(longest.wall_ms, wall_ms),
      withCore_ms: Math.max(longest.withCore_ms, withCore_ms),
      // A tick may count time of the turn before.
      cpu_ms: Math.max(longest.cpu_ms, Math.min(next.cpu - last.cpu, withCore_ms)),
    };
    last = next;
  }, RESOLUTION_MS).unref();
  process.on('SIGUSR2', () => {
    // Whole as soon as it is there.
    writeFileSync(`${file}.new`, JSON.stringify(longest));
    renameSync(`${file}.new`, file);
    longest = nothing;
    last = now();
  });
}
