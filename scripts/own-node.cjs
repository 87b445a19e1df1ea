'use strict';
// Runs programs of the set-up with the project's own Node, which may be newer than the system's.
const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const own = join(root, 'node_modules', '.bin', 'node');

/** What they print goes to the standard error. Returns their exit code; null: a signal ended it. */
exports.runWithOwnNode = (...args) => {
  const command = existsSync(own) ? own : process.execPath;
  return spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] }).status;
};
