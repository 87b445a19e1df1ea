import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

function filesOf(folder: string): string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts')).map((name) => join(folder, name));
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(/\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)/g)].map((match) =>
    relative(ROOT, resolve(ROOT, dirname(file), (match[1] ?? match[2]) as string)),
  );
}

let known: ReadonlyMap<string, readonly string[]> | undefined;

/** Who imports each file. */
function importers(): ReadonlyMap<string, readonly string[]> {
  if (known !== undefined) return known;
  const found = new Map<string, string[]>();
  for (const file of ['src', 'test', 'scripts', 'fix/src', 'fix/test'].flatMap(filesOf)) {
    for (const path of importsOf(file)) found.set(path, [...(found.get(path) ?? []), file]);
  }
  known = found;
  return found;
}

/**
 * The tests of a file of src or fix/src, its namesake and then the nearest first, at most `most`: those that import it
 * directly or by one other file, and of those that import it at all the ones in the folder of test/ that mirrors its
 * room (modules/users) or has the name of the room, or with that name. None of test/e2e, which start processes.
 */
export function testsOf(file: string, most: number): string[] {
  const distance = distancesFrom(file);
  const [workspace, path] = file.startsWith('fix/') ? ['fix/', file.slice('fix/'.length)] : ['', file];
  const room = dirname(path)
    .split('/')
    .slice(1, path.startsWith('src/modules/') ? 3 : 2);
  const name = room.at(-1);
  const folders = [room.join('/'), name].map((one) => `${workspace}test/${one}/`);
  const isOf = (test: string) =>
    folders.some((folder) => test.startsWith(folder)) ||
    test.endsWith(`/${name}.test.ts`) ||
    (distance.get(test) as number) <= 2;
  const tests = [...distance.keys()].filter((one) => /\.(test|long)\.ts$/.test(one) && !one.startsWith('test/e2e'));
  const namesake = `/${basename(file, '.ts')}`;
  const isNamesake = (test: string) => test.endsWith(`${namesake}.test.ts`) || test.endsWith(`${namesake}.long.ts`);
  const byDistance = tests.filter(isOf).sort((a, b) => {
    const difference = (distance.get(a) as number) - (distance.get(b) as number);
    return (
      Number(isNamesake(b)) - Number(isNamesake(a)) ||
      difference ||
      common(b, file) - common(a, file) ||
      (a < b ? -1 : 1)
    );
  });
  return byDistance.slice(0, most);
}

/** Imports on the shortest way from each file to this one. */
function distancesFrom(file: string): ReadonlyMap<string, number> {
  const by = importers();
  const distance = new Map([[file, 0]]);
  const waiting = [file];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    for (const one of by.get(next) ?? []) {
      if (distance.has(one)) continue;
      distance.set(one, (distance.get(next) as number) + 1);
      waiting.push(one);
    }
  }
  return distance;
}

/** Folders below test/ and src/ that two paths have in common. */
function common(test: string, file: string): number {
  const [a, b] = [test.split('/').slice(1), file.split('/').slice(1)];
  const at = a.findIndex((part, index) => part !== b[index]);
  return at < 0 ? a.length : at;
}
