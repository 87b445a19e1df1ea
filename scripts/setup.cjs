'use strict';
// Runs before `npm start`, `npm test`, `npm run types` and `npm run lint`: installs what is locked, generates what follows
// from the code, builds the console and bundles the server. Each only where something has changed. It must work on the
// system's own Node, however old, because the Node that the project uses is one of the packages that are installed here.
const { spawnSync } = require('node:child_process');
const { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { runWithOwnNode } = require('./own-node.cjs');
const { bundledServer } = require('./server-bundle.cjs');

// A package inside the repository, such as fix, has its own lock file: `node ../scripts/setup.cjs fix`.
const root = join(__dirname, '..', process.argv[2] || '');
const lock = join(root, 'package-lock.json');
const installed = join(root, 'node_modules', '.package-lock.json');

function isCurrent() {
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs;
}

if (!isCurrent()) {
  console.error('Installing the locked dependencies (npm ci), this happens once ...');
  const npm = process.env.npm_execpath;
  const [command, args] = npm ? [process.execPath, [npm, 'ci']] : ['npm', ['ci']];
  const result = spawnSync(command, args.concat('--include=dev', '--no-audit', '--no-fund', '--loglevel=error'), {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (result.status !== 0) {
    console.error('npm ci failed; the messages above say why.');
    process.exit(result.status || 1);
  }
}

// The folders called generated are not in git: scripts/generate.ts makes them from this code.
const SOURCES = [
  'scripts/generate.ts',
  'scripts/generate',
  'src/database',
  'src/exchange/api',
  'src/http',
  'src/marketdata',
  'src/modules',
];
const GENERATED = [
  'src/client/generated/ways.ts',
  'src/database/schema/generated/rows.ts',
  'docs/generated/methods.md',
  'fix/src/dictionary/generated/order-terms.ts',
];
const stamp = join(root, 'node_modules', '.cache', 'generated');

/** In milliseconds; of a folder, the newest of its files. */
function changedAt(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const names = readdirSync(path).filter((name) => name !== 'generated');
  return Math.max(0, ...names.map((name) => changedAt(join(path, name))));
}

function isGenerated() {
  if (![stamp, ...GENERATED.map((file) => join(root, file))].every(existsSync)) return false;
  const { mtimeMs } = statSync(stamp);
  return SOURCES.every((source) => changedAt(join(root, source)) < mtimeMs);
}

if (!process.argv[2] && !isGenerated()) {
  const started = new Date();
  const status = runWithOwnNode('scripts/generate.ts');
  if (status !== 0) {
    console.error('scripts/generate.ts failed; the messages above say why.');
    process.exit(status || 1);
  }
  mkdirSync(join(stamp, '..'), { recursive: true });
  writeFileSync(stamp, '');
  // A file that was saved in the meantime counts as newer.
  utimesSync(stamp, started, started);
}

if (!process.argv[2]) {
  require('./build-console.cjs');
  if (!bundledServer() && runWithOwnNode('scripts/build-server.ts') !== 0) {
    console.error('The server could not be bundled, and starts from its files; the messages above say why.');
  }
}
