/**
 * Runs before and after `npm pack` (prepack, postpack). What is published is the matching engine and the client
 * library, compiled, with type declarations: Node strips no types in node_modules. While it is packed, package.json
 * names only what these need, so that whoever installs it gets neither the server's packages nor the Node that the
 * server brings along.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const manifest = join(root, 'package.json');
/** The manifest as it is, while another one is packed; here it outlives a pack that was cut off. */
const original = join(root, 'package.json.unpacked');

/** What the engine imports; the test of the package would not find another. */
const NEEDED = ['sorted-btree'];
/** The oldest Node that the compiled engine is tested under. */
const ENGINES = { node: '>=22' };

function restore(): void {
  if (existsSync(original)) renameSync(original, manifest);
}

function prepare(): void {
  restore();
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  execFileSync(process.execPath, [join(root, 'scripts', 'generate.ts')], { stdio: 'inherit' });
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.package.json')], { stdio: 'inherit' });
  const text = readFileSync(manifest, 'utf8');
  writeFileSync(original, text);
  writeFileSync(manifest, `${JSON.stringify(published(JSON.parse(text)), null, 2)}\n`);
}

function published(source: Record<string, unknown>): Record<string, unknown> {
  const { scripts: _s, devDependencies: _d, optionalDependencies: _o, workspaces: _w, dependencies, ...rest } = source;
  const versions = dependencies as Record<string, string>;
  const needed = Object.fromEntries(NEEDED.map((name) => [name, `^${versions[name]}`]));
  return { ...rest, engines: ENGINES, dependencies: needed };
}

const step = process.argv[2];
if (step === 'before') prepare();
else if (step === 'after') restore();
else throw new Error('pack.ts before|after: run by npm pack');
