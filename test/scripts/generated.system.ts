/** What is generated and not in git has the same bytes each time, in whichever process and time zone it is made. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const script = resolve(import.meta.dirname, '../../scripts/generate.ts');

/** The text of each file by its path. */
function generated(env: Readonly<Record<string, string>>): Record<string, string> {
  const folder = temporaryFolder();
  execFileSync(process.execPath, [script, folder], { env: { ...process.env, ...env }, stdio: 'pipe' });
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).toSorted();
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]));
}

test('two generations give the same files byte for byte', () => {
  const first = generated({ TZ: 'America/New_York', LC_ALL: 'C' });
  expect(Object.keys(first).length).toBeGreaterThan(4);
  expect(generated({ TZ: 'Asia/Tokyo', LC_ALL: 'de_DE.UTF-8' })).toEqual(first);
});
