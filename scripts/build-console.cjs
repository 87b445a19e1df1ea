'use strict';
// Builds the console where its sources have changed since the last build: part of the set-up, which see.
const { existsSync, readdirSync, statSync } = require('node:fs');
const { join } = require('node:path');
const { runWithOwnNode } = require('./own-node.cjs');

const root = join(__dirname, '..');
const sources = [
  'console/src',
  'console/package.json',
  'console/tsconfig.json',
  'console/vite.config.ts',
  'src/client',
  'src/csv',
  'package-lock.json',
];
// The last file that a build writes: one that was cut off is done once more.
const built = join(root, 'console', 'dist', 'complete');

// A folder changes when a file in it is added or removed.
function newestIn(path) {
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}

function isBuilt() {
  if (!existsSync(built)) return false;
  return statSync(built).mtimeMs >= Math.max(...sources.map((path) => newestIn(join(root, path))));
}

if (!isBuilt()) {
  console.error('Building the console, this takes some seconds ...');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const status = runWithOwnNode(vite, 'build', join(root, 'console'), '--logLevel', 'warn');
  if (status !== 0) {
    console.error('The console could not be built; the messages above say why.');
    process.exit(status || 1);
  }
}
