import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { schemaTypes } from '../../scripts/generate/schema-types.ts';

test('the generated types of rows are those of the migrations: npm run generate', async () => {
  const file = new URL('../../src/database/schema/generated/rows.ts', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(await schemaTypes());
});
