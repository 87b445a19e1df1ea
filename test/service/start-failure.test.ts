import { expect, test } from 'vitest';
import { starting } from '../../src/service/lifecycle/start-failure.ts';

function fail(error: unknown): Promise<unknown> {
  return starting('SETTING', () => {
    throw error;
  });
}

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });

test('an error of the system is shown with its setting or file', async () => {
  await expect(fail(refused)).rejects.toThrow(/^SETTING: connect ECONNREFUSED 127\.0\.0\.1:5432$/);
  await expect(fail(new Error('the file cannot be opened', { cause: refused }))).rejects.toThrow(
    'SETTING: the file cannot be opened',
  );
});

test('a host with several addresses shows the error of each', async () => {
  const other = new Error('connect ECONNREFUSED ::1:5432');
  await expect(fail(new AggregateError([other, refused]))).rejects.toThrow(
    'SETTING: connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432',
  );
});

test('what names its subject by itself is left as it is; what succeeds is handed on', async () => {
  const own = new Error('journal.log: it is damaged');
  await expect(fail(own)).rejects.toBe(own);
  expect(await starting('SETTING', () => 7)).toBe(7);
});
