/**
 * Starts the server with the flags of V8 that suit the number of cores (`npm start`, Dockerfile). V8 takes such flags from
 * the command line only, so the server replaces this process: process id, signals, exit code, standard streams and environment
 * stay the same. Flags given to this script come last, so that they win: `node --v8-pool-size=4 scripts/start.mjs`.
 */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import bundle from './server-bundle.cjs';
import { v8Flags } from './v8-flags.mjs';

/**
 * The bundle of the set-up. Without one of this state of the code, and with START_FROM=src, which lets hooks of modules
 * and breakpoints work on files of src, the code itself: that takes twice the time.
 */
const bundled = process.env.START_FROM === 'src' ? undefined : bundle.bundledServer();
const program = bundled ?? fileURLToPath(new URL('../src/main.ts', import.meta.url));

process.execve(process.execPath, [
  process.execPath,
  ...v8Flags(availableParallelism()),
  ...process.execArgv,
  `--import=${new URL('./compile-cache.mjs', import.meta.url).href}`,
  program,
  ...process.argv.slice(2),
]);
