import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const modules = resolve(import.meta.dirname, '../../../../src/modules');
const ONE_PLACE = 'shared/record/reader.ts';

/** A query that asks for records by whose they are, or a comparison of two clients in the program. */
const COMPARES =
  /where\('(\w+\.)?client_id'|\bclient_id (=|<>|!=|in|is) [$(?:']|\.client_id\s*[!=]==|[!=]==\s*\w+\.client_id\b/;

function comparing(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && COMPARES.test(readFileSync(join(folder, name), 'utf8')))
    .map((name) => relative(modules, join(folder, name)));
}

test('whose a record is, is asked in one place', () => {
  expect(comparing(modules)).toEqual([ONE_PLACE]);
});
