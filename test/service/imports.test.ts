import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '../../src');

/** Files that import on demand, and when. Anything else would keep all callers waiting while it is loaded. */
const ON_DEMAND: Readonly<Record<string, string>> = {
  'main.ts': 'at the start',
  'providers/files/s3-file-store.ts': 'at the start, by loadS3',
  'providers/openid/openid-provider.ts': 'at the start, by loadOpenId',
  'service/parts/card-processor.ts': 'at the start',
};

test('nothing is imported on demand by calls', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    // Files for threads.
    .filter((name) => name.endsWith('.ts') && !name.endsWith('-worker.ts'));
  const importing = files.filter((name) => /(?<!typeof )\bimport\((?!\{)/.test(readFileSync(join(SRC, name), 'utf8')));
  expect(importing.sort()).toEqual(Object.keys(ON_DEMAND).sort());
  const parts = readFileSync(join(SRC, 'service/parts/libraries.ts'), 'utf8');
  expect(parts).toMatch(/await loadS3\(\)/);
  expect(parts).toMatch(/await loadOpenId\(\)/);
  const withPasskeys = files.filter((name) => {
    const imports = /^import (?!type)[^;]*'@simplewebauthn\/server'/m;
    return imports.test(readFileSync(join(SRC, name), 'utf8'));
  });
  expect(withPasskeys).toEqual([]);
});
