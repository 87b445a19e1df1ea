import { expect, test } from 'vitest';
import { runDocumentRetention } from '../../src/service/jobs/document-retention-job.ts';

/** What was done, in order; `fails` names what rejects. */
function start(...fails: string[]) {
  const did: string[] = [];
  const timers: { delayMs: number; callback: () => void }[] = [];
  const act = (name: string) => async () => {
    did.push(name);
    if (fails.includes(name)) throw new Error(name);
  };
  const end = runDocumentRetention({
    documents: {
      removeUnfinished: act('removeUnfinished'),
      removeDeleted: (days) => act(`removeDeleted ${days}`)(),
    },
    files: { check: act('check') },
    keptDays: 30,
    after: (delayMs, callback) => {
      timers.push({ delayMs, callback });
      return () => void timers.splice(0);
    },
    log: { error: (_fields: object, message: string) => void did.push(message) } as never,
  });
  return { did, timers, end };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('removes documents at the start and every hour, until it is stopped', async () => {
  const { did, timers, end } = start();
  await settled();
  expect(did.splice(0)).toEqual(['check', 'removeUnfinished', 'removeDeleted 30']);
  for (let hour = 0; hour < 2; hour++) {
    expect(timers.map(({ delayMs }) => delayMs)).toEqual([3_600_000]);
    timers.pop()?.callback();
    await settled();
    expect(did.splice(0)).toEqual(['removeDeleted 30']);
  }
  await end();
  expect(timers).toEqual([]);
});

test('continues after a failure, which it logs', async () => {
  const { did, timers, end } = start('check', 'removeDeleted 30');
  await settled();
  expect(did.filter((one) => one.includes(' ')).map((one) => one.slice(0, 18))).toEqual([
    'the document store',
    'removeDeleted 30',
    'files of deleted d',
  ]);
  expect(timers).toHaveLength(1);
  await end();
});

test('sets no timer any more when it was ended meanwhile', async () => {
  const { did, timers, end } = start();
  await end();
  expect(did).toContain('removeDeleted 30');
  expect(timers).toEqual([]);
});
