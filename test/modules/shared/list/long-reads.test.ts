import { expect, test } from 'vitest';
import type { Db } from '../../../../src/database/schema/index.ts';
import { ApiError } from '../../../../src/http/methods/status-codes.ts';
import { LongReads, pageRead } from '../../../../src/modules/shared/list/index.ts';

const [DB, READER, PAGES] = [{}, {}, {}] as [Db, Db, Db];
const DATABASE = { reader: READER, pages: PAGES };

const codeOf = (read: Promise<unknown>) =>
  read.then(
    () => 101,
    (error: unknown) => (error instanceof ApiError ? error.statusCode : String(error)),
  );

test('gives the reader to each read and hands over its result', async () => {
  const reads = new LongReads(DATABASE);
  expect(await reads.run(async (db) => (db === READER ? 'own connection' : 'other'))).toBe('own connection');
});

test('reads a page of more than 100 entries on the connection of pages, where there is one', async () => {
  const deps = { db: DB, longReads: new LongReads(DATABASE) };
  const isOnPages = async (db: Db) => db === PAGES;
  expect(await pageRead(deps, 100, isOnPages)).toBe(false);
  expect(await pageRead(deps, 101, isOnPages)).toBe(true);
  expect(await pageRead({ db: PAGES }, 101, isOnPages)).toBe(true);
});

test('distinguishes a read that took too long from one that failed', async () => {
  const reads = new LongReads(DATABASE);
  expect(await codeOf(reads.run(() => Promise.reject(new Error('broken'))))).toBe('Error: broken');
  const outOfTime = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
  expect(await codeOf(reads.run(() => Promise.reject(outOfTime)))).toBe(1422);
});
