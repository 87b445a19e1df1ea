'use strict';
// Runs before `npm start` and `npm test`: installs the packages, and builds the console. It must work on the system's own
// Node, however old, because the Node that the project uses is itself one of the packages that are installed here.
const { spawnSync } = require('node:child_process');
const { existsSync, statSync } = require('node:fs');
const { join } = require('node:path');

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

if (!process.argv[2]) require('./build-console.cjs');
