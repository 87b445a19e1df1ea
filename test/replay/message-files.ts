import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A file with the lines in a folder that is removed after the test; packed when the name ends in .gz. */
export function fileOf(name: string, lines: readonly string[]): string {
  const path = join(temporaryFolder(), name);
  const text = lines.map((line) => `${line}\n`).join('');
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
  return path;
}

/** Resolves with all that the generator gives. */
export async function allOf<T>(batches: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const batch of batches) all.push(...batch);
  return all;
}
