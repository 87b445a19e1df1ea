/** That the bundle of the server starts, with its threads, and that traces of it name lines of the code. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { SourceMap, type SourceMapping } from 'node:module';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { bundledServer } from '../../scripts/server-bundle.cjs';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
/** A file, and words of one of its lines that no other file has. */
const FILE = 'src/exchange/sequencer/sequencer.ts';
const WORDS = 'more orders are waiting than the venue takes';

let folder = '';

beforeAll(() => {
  if (bundledServer() === undefined) execFileSync(process.execPath, ['scripts/build-server.ts'], { cwd: ROOT });
  folder = dirname(bundledServer() ?? '');
});

test('a position in the bundle is one of the code', () => {
  const chunks = readdirSync(folder).filter((file) => file.endsWith('.js'));
  const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');
  const chunk = chunks.find((file) => textOf(file).includes(WORDS)) ?? '';
  const map = new SourceMap(JSON.parse(textOf(`${chunk}.map`)));
  const line = textOf(chunk)
    .split('\n')
    .findIndex((text) => text.includes(WORDS));
  const source = readFileSync(join(ROOT, FILE), 'utf8').split('\n');
  const entry = map.findEntry(line, 80) as SourceMapping;
  expect(entry.originalSource).toContain(FILE);
  expect(source.slice(entry.originalLine - 2, entry.originalLine + 3).join('\n')).toContain(WORDS);
});

test('each thread that the code starts is in the bundle', () => {
  const started = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const code = readFileSync(join(ROOT, 'src', file), 'utf8');
      return [...code.matchAll(/new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g)].map(([, name]) => `${name}.js`);
    });
  expect(started.length).toBeGreaterThan(10);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(started));
});

/** Saves a file of the code once its names are read, before it is bundled. */
const SAVE = `import fs, { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { readdirSync } = fs;
fs.readdirSync = (...of) => {
  if (of[1]?.encoding === 'utf8') appendFileSync('src/main.ts', 'console.info(2);');
  return readdirSync(...of);
};
syncBuiltinESMExports();`;

/** A repository of one file, and the program that bundles it. */
function aCode() {
  const folder = temporaryFolder();
  for (const name of ['src', 'scripts']) mkdirSync(join(folder, name));
  for (const name of ['build-server.ts', 'server-bundle.cjs'])
    cpSync(join(ROOT, 'scripts', name), join(folder, 'scripts', name));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const name of ['package.json', 'package-lock.json']) writeFileSync(join(folder, name), '{}');
  writeFileSync(join(folder, 'src/main.ts'), 'console.info(1);');
  const bundle = (...flags: string[]) =>
    execFileSync(process.execPath, [...flags, 'scripts/build-server.ts'], { cwd: folder, stdio: 'pipe' });
  const builds = () => (existsSync(join(folder, 'build')) ? readdirSync(join(folder, 'build')) : []);
  return { folder, bundle, builds };
}

test('code that is changed while it is bundled leaves no bundle under the name of the code before', () => {
  const { bundle, builds } = aCode();
  bundle(`--import=data:text/javascript,${encodeURIComponent(SAVE)}`);
  expect(builds()).toEqual([]);
  bundle();
  expect(builds()).toHaveLength(1);
});

test('the link to nothing that an editor leaves at an unsaved file keeps nobody from bundling', () => {
  const { folder, bundle, builds } = aCode();
  symlinkSync('somebody@host.1', join(folder, 'src/.#main.ts'));
  bundle();
  expect(builds()).toHaveLength(1);
});
