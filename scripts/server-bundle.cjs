'use strict';
// Where the bundle of the server is, for the program that makes it (build-server.ts) and those that ask for it.
const { createHash } = require('node:crypto');
const { existsSync, readdirSync, readFileSync, statSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const builds = join(root, 'build');

/** The files that a bundle follows from, by name. */
function sources() {
  const files = readdirSync(join(root, 'src'), { recursive: true }).map((file) => join('src', file));
  // Editors leave links to nothing, and remove files at any time.
  const isFile = (file) => statSync(join(root, file), { throwIfNoEntry: false })?.isFile() === true;
  return [...files.filter(isFile).sort(), 'package-lock.json', join('scripts', 'build-server.ts')];
}

/**
 * The folder of the bundle of this code. Named by what is in the code's files, not by their times: a copy, an older
 * release that is put back and a file that is edited each have their own. Takes 40 ms of CPU time.
 */
function folderOfBundle() {
  const hash = createHash('sha256');
  for (const file of sources()) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return join(builds, hash.digest('hex').slice(0, 16));
}

module.exports = {
  builds,
  folderOfBundle,
  /** The file to start; undefined where no bundle was made of this code. */
  bundledServer() {
    const folder = existsSync(builds) ? folderOfBundle() : builds;
    const main = join(folder, 'main.js');
    return existsSync(main) ? main : undefined;
  },
};
