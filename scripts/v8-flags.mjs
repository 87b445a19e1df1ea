/** How many threads Node starts for V8's own work by default. */
const HELPERS_MAX = 4;
/** Cores for the main thread, the thread of the order history, and the threads that write files. */
const BUSY_THREADS = 3;

/**
 * The flags that the server runs with. V8's helper threads collect garbage and compile; with as many of them as cores,
 * a collection takes every core away from the orders. docs/contribute/performance.md has what each flag costs and gains.
 * @param {number} cores that the process may use
 * @returns {string[]}
 */
export function v8Flags(cores) {
  const helpers = Math.min(HELPERS_MAX, Math.max(1, cores - BUSY_THREADS));
  return ['--max-semi-space-size=64', '--heap-growing-percent=300', '--expose-gc', `--v8-pool-size=${helpers}`];
}
