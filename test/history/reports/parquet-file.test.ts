import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { type ParquetColumns, writeParquet } from '../../../src/history/reports/parquet-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

interface Item {
  readonly id: number;
  readonly name: string | null;
}

const COLUMNS: ParquetColumns<Item> = {
  id: { type: 'whole', of: ({ id }) => id },
  price: { type: 'millionths', of: ({ id }) => id },
  name: { type: 'text', of: ({ name }) => name },
  isEven: { type: 'boolean', of: ({ id }) => id % 2 === 0 },
};

async function* items(count: number): AsyncGenerator<Item> {
  for (let id = 1; id <= count; id++) yield { id, name: id % 3 === 0 ? null : `number ${id}` };
}

function bytesOf(path: string): ArrayBuffer {
  const { buffer, byteOffset, length } = readFileSync(path);
  return buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer;
}

test('rows are written in groups, so that a long day takes no more memory than a short one', async () => {
  const path = join(temporaryFolder(), 'long.parquet');
  const written = await writeParquet(path, COLUMNS, items(25_000));
  expect(written).toMatchObject({ rows: 25_000, bytes: statSync(path).size });
  const groups = parquetMetadata(bytesOf(path)).row_groups;
  expect(groups.map(({ num_rows }) => Number(num_rows))).toEqual([10_000, 10_000, 5000]);
  const rows = await parquetReadObjects({ file: bytesOf(path), rowStart: 24_997, rowEnd: 25_000 });
  // The reader makes numbers of decimals.
  const close = (price: number) => expect.closeTo(price, 9);
  expect(rows).toEqual([
    { id: 24_998n, price: close(0.024998), name: 'number 24998', isEven: true },
    { id: 24_999n, price: close(0.024999), name: null, isEven: false },
    { id: 25_000n, price: close(0.025), name: 'number 25000', isEven: true },
  ]);
});

test('a file without rows has its columns, and a number keeps every digit', async () => {
  const folder = temporaryFolder();
  const written = await writeParquet(join(folder, 'empty'), COLUMNS, items(0));
  expect(written.rows).toBe(0);
  const names = parquetMetadata(bytesOf(join(folder, 'empty'))).schema.map(({ name }) => name);
  expect(names).toEqual(['root', 'id', 'price', 'name', 'isEven']);
  const large = async function* () {
    yield { id: Number.MAX_SAFE_INTEGER, name: null };
  };
  await writeParquet(join(folder, 'large'), COLUMNS, large());
  const [row] = await parquetReadObjects({ file: bytesOf(join(folder, 'large')) });
  expect(row?.id).toBe(BigInt(Number.MAX_SAFE_INTEGER));
});
