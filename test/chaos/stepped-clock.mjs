/**
 * Loaded before a node of a chaos run: its wall clock is stepped forward by a second at SIGUSR2, and back at SIGWINCH.
 * The clock that never goes back stays as it is, as on a machine whose time is set.
 */
import { isMainThread } from 'node:worker_threads';

const STEP_MS = 1000;
const now = Date.now.bind(Date);
let steppedMs = 0;

if (isMainThread) {
  Date.now = () => now() + steppedMs;
  process.on('SIGUSR2', () => {
    steppedMs = STEP_MS;
  });
  process.on('SIGWINCH', () => {
    steppedMs = 0;
  });
}
