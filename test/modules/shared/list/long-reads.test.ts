import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import type { Schema } from '../../../../src/database/schema.ts';
import { ApiError } from '../../../../src/http/methods/status-codes.ts';
import { LongReads } from '../../../../src/modules/shared/list/index.ts';

const DB = {} as Kysely<Schema>;

const codeOf = (read: Promise<unknown>) =>
  read.then(
    () => 101,
    (error: unknown) => (error instanceof ApiError ? error.statusCode : String(error)),
  );

test('gives the reader to each read and hands over its result', async () => {
  const reads = new LongReads(DB);
  expect(await reads.run(async (db) => (db === DB ? 'own connection' : 'other'))).toBe('own connection');
});

test('tells a read that took too long from one that failed', async () => {
  const reads = new LongReads(DB);
  expect(await codeOf(reads.run(() => Promise.reject(new Error('broken'))))).toBe('Error: broken');
  const outOfTime = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
  expect(await codeOf(reads.run(() => Promise.reject(outOfTime)))).toBe(1422);
});
