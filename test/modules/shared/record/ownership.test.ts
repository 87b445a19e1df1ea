import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../../../../src');
const ONE_PLACE = join(src, 'database/queries/ownership.ts');

/** A query that asks for records by whose they are, or a comparison of two clients in the program. */
const COMPARES =
  /where\('(\w+\.)?client_id'|\bclient_id (=|<>|!=|in|is) [$(?:']|\.client_id\s*[!=]==|[!=]==\s*\w+\.client_id\b/;

const compares = (file: string) => COMPARES.test(readFileSync(file, 'utf8'));

function comparing(folder: string): string[] {
  return readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(src, folder, name))
    .filter((file) => file.endsWith('.ts') && compares(file))
    .map((file) => relative(src, file));
}

test('whose a record is, is asked in one place', () => {
  expect(compares(ONE_PLACE)).toBe(true);
  expect([...comparing('modules'), ...comparing('webhooks')]).toEqual([]);
});
