import { expect, test } from 'vitest';
import { RefTable } from '../../src/matching/store/ref-table.ts';

test('keeps what was set for each record, near and far, until it is taken out', () => {
  const table = new RefTable<string>();
  const refs = [32, 48, 4080, 4096, 4112, 65_536, 2 ** 29];
  for (const ref of refs) table.set(ref, `of ${ref}`);
  for (const ref of refs) expect(table.get(ref)).toBe(`of ${ref}`);
  for (const ref of [16, 64, 8192, 2 ** 29 + 16, 2 ** 29 + 4096]) expect(table.get(ref)).toBeNull();
  table.set(4096, null);
  expect(refs.map((ref) => table.get(ref))).toEqual(refs.map((ref) => (ref === 4096 ? null : `of ${ref}`)));
});
