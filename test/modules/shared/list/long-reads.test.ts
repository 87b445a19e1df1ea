import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import type { Schema } from '../../../../src/database/schema.ts';
import { ApiError } from '../../../../src/http/status-codes.ts';
import { LongReads } from '../../../../src/modules/shared/list/index.ts';

const DB = {} as Kysely<Schema>;

/** Reads that are under way until they are told to end. */
function pending() {
  const ends: (() => void)[] = [];
  const read = () => new Promise<string>((resolve) => ends.push(() => resolve('read')));
  return { read, ends };
}

const codeOf = (read: Promise<unknown>) =>
  read.then(
    () => 101,
    (error: unknown) => (error instanceof ApiError ? error.statusCode : String(error)),
  );

test('gives the reader to each read and hands over its result', async () => {
  const reads = new LongReads(DB);
  expect(await reads.run('C1', async (db) => (db === DB ? 'own connection' : 'other'))).toBe('own connection');
});

test('refuses a client that has too many under way, and no other client', async () => {
  const reads = new LongReads(DB);
  const { read, ends } = pending();
  const running = [1, 2, 3, 4].map(() => reads.run('C1', read));
  expect(await codeOf(reads.run('C1', read))).toBe(429);
  const other = reads.run('C2', read);
  for (const end of ends.splice(0)) end();
  expect(await Promise.all([...running, other])).toEqual(Array(5).fill('read'));
  expect(await codeOf(reads.run('C1', async () => 'again'))).toBe(101);
});

test('refuses everybody when too many are under way in all', async () => {
  const reads = new LongReads(DB);
  const { read, ends } = pending();
  const running = Array.from({ length: 32 }, (_, n) => reads.run(`C${n}`, read));
  expect(await codeOf(reads.run('C99', read))).toBe(429);
  for (const end of ends.splice(0)) end();
  await Promise.all(running);
});

test('ends with its read also where that fails, and tells a read that took too long', async () => {
  const reads = new LongReads(DB);
  for (let n = 0; n < 10; n++) {
    expect(await codeOf(reads.run('C1', () => Promise.reject(new Error('broken'))))).toBe('Error: broken');
  }
  const outOfTime = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
  expect(await codeOf(reads.run('C1', () => Promise.reject(outOfTime)))).toBe(1422);
});
