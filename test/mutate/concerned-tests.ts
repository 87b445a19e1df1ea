import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

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
  for (const file of [...filesOf('src'), ...filesOf('test'), ...filesOf('scripts')]) {
    for (const path of importsOf(file)) found.set(path, [...(found.get(path) ?? []), file]);
  }
  known = found;
  return found;
}

/**
 * The tests of a file of src, its namesake and then the nearest first, at most `most`: those that import it directly or
 * by one other file, and of those that import it at all the ones in the folder of test/ that mirrors its room
 * (modules/users), or with the name of the room. None of test/e2e, which start processes.
 */
export function testsOf(file: string, most: number): string[] {
  const distance = distancesFrom(file);
  const room = dirname(file)
    .split('/')
    .slice(1, file.startsWith('src/modules/') ? 3 : 2);
  const mirror = `test/${room.join('/')}/`;
  const name = `/${room.at(-1)}.test.ts`;
  const isOf = (test: string) => test.startsWith(mirror) || test.endsWith(name) || (distance.get(test) as number) <= 2;
  const tests = [...distance.keys()].filter((one) => one.endsWith('.test.ts') && !one.startsWith('test/e2e'));
  const isNamesake = (test: string) => test === file.replace(/^src/, 'test').replace(/\.ts$/, '.test.ts');
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
