import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SANDBOX_LIST_FOLDER, WatchListFolders } from '../../src/providers/identity/index.ts';
import { refreshLists, runScreenings, type ScreeningJob } from '../../src/service/jobs/screening-job.ts';
import { screeningRules } from '../../src/service/parts/index.ts';
import { MINUTE_US } from '../../src/time/units.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a new leader reads the lists again that it read before, and keeps them where it cannot', async () => {
  const folder = temporaryFolder();
  cpSync(SANDBOX_LIST_FOLDER, folder, { recursive: true });
  let now = 1;
  const watchLists = new WatchListFolders({ folders: [folder], nowUs: () => now });
  const failures: string[] = [];
  const log = {
    info: () => {},
    error: (_: object, message: string) => failures.push(message),
  } as unknown as ScreeningJob['log'];
  const deps = { watchLists, nowUs: () => now };
  await refreshLists(deps, log);
  expect(watchLists.loaded).toBeUndefined();
  const { digest } = await watchLists.load();
  writeFileSync(join(folder, 'alt.csv'), '9000001,9,"aka","SPECIMEN, Sandra",-0- \r\n');
  now += MINUTE_US - 1;
  await refreshLists(deps, log);
  expect(watchLists.loaded?.digest).toBe(digest);
  now += 1;
  await refreshLists(deps, log);
  const read = watchLists.loaded;
  expect(read?.digest).not.toBe(digest);
  rmSync(join(folder, 'alt.csv'));
  now += MINUTE_US;
  await refreshLists(deps, log);
  expect([watchLists.loaded, failures]).toEqual([read, ['the watch lists could not be read again']]);
});

test('lists count when all checks with the lists before have ended, and with the threshold', async () => {
  let now = 1;
  const watchLists = new WatchListFolders({ folders: [SANDBOX_LIST_FOLDER], nowUs: () => now });
  const rules = (threshold = 85) => {
    const config = { WATCH_LIST_THRESHOLD: threshold, IDENTITY_SECONDS_MAX: 30 };
    return screeningRules(config, { watchLists, nowUs: () => now });
  };
  expect(rules()).toBeUndefined();
  await watchLists.load();
  now += MINUTE_US - 1;
  expect(rules()).toBeUndefined();
  now += 1;
  expect(rules()).toContain(watchLists.loaded?.digest);
  expect(rules(80)).not.toBe(rules());
});

describeOnEachDatabase('screening again', (open) => {
  test('looks for changed lists every ten seconds, and pauses less between two pieces', async () => {
    const { db } = await open();
    const delays: number[] = [];
    let next = () => {};
    let isIdle = Promise.withResolvers<void>();
    const after = (delayMs: number, callback: () => void) => {
      delays.push(delayMs);
      next = callback;
      isIdle.resolve();
      return () => {};
    };
    const run = async () => {
      await isIdle.promise;
      isIdle = Promise.withResolvers();
      next();
      await isIdle.promise;
    };
    const log = { info: () => {}, error: (fields: object) => expect.fail(JSON.stringify(fields)) };
    let rules = 'first';
    // Deleted while it waited to be screened: neither the provider nor the outbox is asked.
    const due = (party_id: string) => ({ party_id, client_id: 'C1', cause: '', asked_at: 1, attempts: 0, due_at: 1 });
    const deps = { db, nowUs: () => 5, asksForInfo: false } as unknown as ScreeningJob['deps'];
    const end = runScreenings({ deps, rules: () => rules, after, log });
    await isIdle.promise;
    const ids = Array.from({ length: 20 }, (_, index) => `P1000${index + 100}`);
    await db.insertInto('screenings_due').values(ids.map(due)).execute();
    await run();
    expect(await db.selectFrom('screenings_due').select('party_id').execute()).toEqual([]);
    await run();
    rules = 'second';
    await run();
    await end();
    expect(delays).toEqual([10_000, 400, 10_000, 10_000]);
    const runs = await db.selectFrom('screening_runs').select(['rules', 'ended_at']).orderBy('run_id').execute();
    expect(runs).toEqual([
      { rules: 'first', ended_at: 5 },
      { rules: 'second', ended_at: 5 },
    ]);
  });
});
