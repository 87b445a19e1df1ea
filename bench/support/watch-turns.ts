/**
 * Preloaded into a venue: SIGUSR2 writes the longest turns of its event loop since the last SIGUSR2 to TURNS_FILE, on
 * the clock and in CPU time of the main thread.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** A turn up to this long cannot be distinguished from no turn at all. */
const RESOLUTION_MS = 1;

const file = process.env.TURNS_FILE;

/** CPU time counts what others on a busy machine do not, but only what the system has accounted: within 4 ms. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

if (isMainThread && file !== undefined) {
  let longest = { wall_ms: 0, cpu_ms: 0 };
  let last = { wall: performance.now(), cpu: cpuMs() };
  setInterval(() => {
    const now = { wall: performance.now(), cpu: cpuMs() };
    longest = {
      wall_ms: Math.max(longest.wall_ms, now.wall - last.wall - RESOLUTION_MS),
      cpu_ms: Math.max(longest.cpu_ms, now.cpu - last.cpu),
    };
    last = now;
  }, RESOLUTION_MS).unref();
  process.on('SIGUSR2', () => {
    // Whole as soon as it is there.
    writeFileSync(`${file}.new`, JSON.stringify(longest));
    renameSync(`${file}.new`, file);
    longest = { wall_ms: 0, cpu_ms: 0 };
    last = { wall: performance.now(), cpu: cpuMs() };
  });
}
