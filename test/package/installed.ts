/**
 * `npm run test:package`: packs a copy of this project, installs the tarball into an empty folder, and runs and
 * type-checks the example of the README there and one of the client library, under Node 22 and 26. Not part of `npm
 * test`: it asks the package registry.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'openats-package-'));

/** The oldest and the newest Node that the package is for. */
const VERSIONS = [22, 26];

const CLIENT_SAYS = 'getClob: no answer in 100 ms\nconnecting, waiting, closed; 0 books; 3421780262\n';

try {
  const tarball = packed();
  const user = join(folder, 'user');
  mkdirSync(user);
  writeFileSync(join(user, 'package.json'), '{ "name": "user", "private": true, "type": "module" }\n');
  npm(user, ['install', tarball]);
  const installed = readdirSync(join(user, 'node_modules')).filter((name) => !name.startsWith('.'));
  assert.deepEqual(installed.sort(), ['openats', 'sorted-btree'], 'the package brings more than the engine needs');
  assert.deepEqual(readdirSync(join(user, 'node_modules/openats/dist')), [
    'client',
    'invariant.d.ts',
    'invariant.js',
    'matching',
  ]);

  const example = join(root, 'test/matching/example.ts');
  cpSync(example, join(user, 'example.ts'));
  cpSync(join(root, 'test/package/client-example.ts'), join(user, 'client-example.ts'));
  const readme = readFileSync(join(root, 'src/matching/README.md'), 'utf8');
  for (const version of VERSIONS) {
    const node = nodeOf(version);
    assert.equal(Number(run(node, ['-p', 'process.versions.node']).split('.')[0]), version);
    const output = run(node, ['example.ts'], user);
    assert.ok(readme.includes(`\`\`\`text\n${output}\`\`\`\n`), `Node ${version} prints\n${output}`);
    assert.equal(run(node, ['client-example.ts'], user), CLIENT_SAYS);
    console.log(`the examples run under Node ${version}`);
  }
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', ''];
  run(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), ...options, 'example.ts', 'client-example.ts'],
    user,
  );
  console.log('the examples are type-checked against the declarations');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The tarball of a copy: while npm packs, package.json is another. */
function packed(): string {
  const copy = join(folder, 'copy');
  for (const name of ['package.json', 'tsconfig.json', 'tsconfig.package.json', 'LICENSE', 'NOTICE', 'README.md']) {
    cpSync(join(root, name), join(copy, name));
  }
  // The types of the client are generated from the declarations of all methods.
  for (const name of ['scripts', 'src', 'docs/venue/matching.md', 'docs/api/client.md']) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  npm(copy, ['pack', '--pack-destination', folder]);
  assert.equal(readFileSync(join(copy, 'package.json'), 'utf8'), readFileSync(join(root, 'package.json'), 'utf8'));
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  assert.ok(tarball !== undefined);
  return join(folder, tarball);
}

/** This Node, or the one that npm has a package of. */
function nodeOf(version: number): string {
  if (Number(process.versions.node.split('.')[0]) === version) return process.execPath;
  const there = join(folder, `node-${version}`);
  mkdirSync(there);
  writeFileSync(join(there, 'package.json'), '{ "private": true }\n');
  npm(there, ['install', `node@${version}`]);
  return join(there, 'node_modules/node/bin/node');
}

function npm(cwd: string, args: readonly string[]): void {
  const node = join(root, 'node_modules/.bin');
  execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'], {
    cwd,
    env: { ...process.env, PATH: `${node}:${process.env.PATH}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function run(command: string, args: readonly string[], cwd = folder): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8' });
}
