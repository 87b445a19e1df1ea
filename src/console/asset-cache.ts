/**
 * Caches the files of the console for the next start, by the content of their sources: making them takes half a second.
 * Without write permission they are made at each start.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { AssetSet } from './asset.ts';

const PREFIX = 'console-';

/** Of everything that the files are made from, and of what makes them. */
export function keyOf(sources: Iterable<string>): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of sources) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 32);
}

/** The cached value of the key; otherwise the result of `make`, which is then cached. */
export function kept(folder: string, key: string, make: () => AssetSet): AssetSet {
  const file = join(folder, `${PREFIX}${key}`);
  try {
    return deserialize(readFileSync(file)) as AssetSet;
  } catch {
    const made = make();
    keep(folder, file, made);
    return made;
  }
}

/** In one step, so that a reader never finds half of it; those of other contents go. */
function keep(folder: string, file: string, made: AssetSet): void {
  try {
    mkdirSync(folder, { recursive: true });
    const old = readdirSync(folder).filter((name) => name.startsWith(PREFIX));
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, serialize(made));
    renameSync(draft, file);
    for (const name of old) rmSync(join(folder, name), { force: true });
  } catch {
    // The next start makes them again.
  }
}
