/** A takeover without the reference database: what needs it runs later, and whoever leads goes on leading. */
import { describe, expect, test } from 'vitest';
import { DatabaseUnavailable } from '../../src/database/queries/index.ts';
import { ReferenceWork } from '../../src/service/lifecycle/index.ts';
import { failedJobs } from '../../src/time/failed-jobs.ts';
import { ManualTime, turn } from '../support/manual-time.ts';

const UNAVAILABLE = new DatabaseUnavailable(new Error('Connection terminated'));

function takeover(databaseFailure: string | null = null) {
  const time = new ManualTime('2026-11-20T15:00:00Z');
  const state = { databaseFailure, referencePending: null as string | null };
  const said: string[] = [];
  const note = (_: object, message: string) => void said.push(message);
  const lost = { isOver: false };
  const log = { error: note, warn: note, info: note } as never;
  const work = new ReferenceWork({ state, isOver: () => lost.isOver, after: time.after.bind(time), log });
  const advance = async (ms: number) => {
    time.advanceMs(ms);
    await turn();
  };
  return { time, state, said, lost, work, advance };
}

/** Fails until the database is back. */
function task() {
  const database = { isBack: false, runs: 0 };
  const run = async () => {
    database.runs++;
    if (!database.isBack) throw UNAVAILABLE;
  };
  return { database, run };
}

test('a task that runs leaves nothing to wait for', async () => {
  const { time, state, work, said } = takeover();
  let runs = 0;
  await work.begin(() => runs++);
  expect([runs, state.referencePending, time.waiting, said]).toEqual([1, null, 0, []]);
});

test('tasks that find no database run again until they succeed', async () => {
  const { time, state, work, advance, said } = takeover();
  const { database, run } = task();
  const other = task();
  await Promise.all([work.begin(run), work.begin(other.run)]);
  expect(state.referencePending).toMatch(/reference database/);
  await advance(500);
  expect([database.runs, other.database.runs]).toEqual([2, 2]);
  database.isBack = true;
  await advance(500);
  expect([database.runs, state.referencePending === null]).toEqual([3, false]);
  other.database.isBack = true;
  await advance(500);
  expect([other.database.runs, state.referencePending, time.waiting]).toEqual([4, null, 0]);
  expect(said).toEqual([
    'this node leads without the reference database; calls over HTTP wait for it',
    'the leader uses the reference database from now on',
  ]);
});

test('a takeover waits a second for a database that does not answer', async () => {
  const { time, state, work, advance } = takeover();
  const answer = Promise.withResolvers<void>();
  let hasBegun = false;
  const begun = work
    .begin(() => answer.promise)
    .then(() => {
      hasBegun = true;
    });
  await advance(999);
  expect([hasBegun, state.referencePending]).toEqual([false, null]);
  await advance(1);
  await begun;
  expect(state.referencePending).toMatch(/reference database/);
  answer.resolve();
  await turn();
  expect([state.referencePending, time.waiting]).toEqual([null, 0]);
});

test('one whose answer is that of a lost connection is asked again', async () => {
  const { state, work, advance } = takeover();
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let runs = 0;
  const begun = work.begin(() => answers[runs++]?.promise);
  await advance(1000);
  await begun;
  answers[0]?.reject(UNAVAILABLE);
  await turn();
  await advance(500);
  answers[1]?.resolve();
  await turn();
  expect([runs, state.referencePending]).toEqual([2, null]);
});

test('a takeover does not wait for a database that is known to fail', async () => {
  const { work, advance, state } = takeover('the reference database fails');
  const { database, run } = task();
  database.isBack = true;
  await work.begin(run);
  expect(database.runs).toBe(0);
  await advance(500);
  expect([database.runs, state.referencePending]).toEqual([1, null]);
});

test('a task that fails for another reason ends the takeover', async () => {
  const { work, state } = takeover();
  await expect(work.begin(() => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong');
  expect(state.referencePending).toBe(null);
});

test('one that fails so later is counted and tried again, and calls go on waiting for it', async () => {
  const { work, advance, said, state } = takeover();
  const before = failedJobs();
  const outcomes = [UNAVAILABLE, new Error('wrong'), new Error('wrong'), undefined];
  await work.begin(async () => {
    const outcome = outcomes.shift();
    if (outcome !== undefined) throw outcome;
  });
  await advance(500);
  const line = 'the reference database could not be compared with the journal; tried again in a while';
  expect([said.at(-1), failedJobs() - before]).toEqual([line, 1]);
  await advance(1000);
  expect([outcomes.length, failedJobs() - before]).toEqual([1, 2]);
  await advance(1999);
  expect([outcomes.length, state.referencePending === null]).toEqual([1, false]);
  await advance(1);
  expect(state.referencePending).toBe(null);
});

describe('a task that a leader can be without', () => {
  const DENIED = Object.assign(new Error('permission denied for table stopped_clients'), { code: '42501' });
  const LINE = 'it could not be done; tried again in a while';

  /** Fails as the outcomes say, then succeeds. */
  function failing(...outcomes: Error[]) {
    const runs = { count: 0 };
    const run = async () => {
      const outcome = outcomes[runs.count++];
      if (outcome !== undefined) throw outcome;
    };
    return { runs, run };
  }

  test('keeps no node from leading where it fails: it is run again as a job, and no call waits for it', async () => {
    const { work, advance, said, state, time } = takeover();
    const before = failedJobs();
    const { runs, run } = failing(DENIED, DENIED, UNAVAILABLE);
    await work.begin(run, 'it could not be done');
    expect([said, state.referencePending, failedJobs() - before]).toEqual([[LINE], null, 1]);
    for (const ms of [1000, 2000, 4000]) await advance(ms);
    expect([runs.count, said.length, failedJobs() - before, time.waiting]).toEqual([4, 3, 3, 0]);
    expect(state.referencePending).toBe(null);
  });

  test('is waited for while its database is unavailable, and no longer once it fails otherwise', async () => {
    const { work, advance, said, state } = takeover();
    const { runs, run } = failing(UNAVAILABLE, DENIED);
    await work.begin(run, 'it could not be done');
    expect(state.referencePending).toMatch(/reference database/);
    await advance(500);
    expect([state.referencePending, said.at(1)]).toEqual([null, LINE]);
    await advance(1000);
    expect(runs.count).toBe(3);
  });

  test('that fails after the takeover has waited for it is run again, too', async () => {
    const { work, advance, state } = takeover();
    const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let runs = 0;
    const begun = work.begin(() => answers[runs++]?.promise, 'it could not be done');
    await advance(1000);
    await begun;
    expect(state.referencePending).toMatch(/reference database/);
    answers[0]?.reject(DENIED);
    await turn();
    expect(state.referencePending).toBe(null);
    await advance(1000);
    expect(runs).toBe(2);
  });

  test('is not run again by a node that gave the venue up or stepped back', async () => {
    for (const end of ['lost', 'stepped back'] as const) {
      const { work, advance, lost, time } = takeover();
      const { runs, run } = failing(DENIED, DENIED);
      await work.begin(run, 'it could not be done');
      if (end === 'lost') lost.isOver = true;
      else work.end();
      await advance(1000);
      expect([runs.count, time.waiting]).toEqual([1, 0]);
    }
  });
});

test('a node that gave the venue up runs nothing more', async () => {
  const { time, work, advance, lost } = takeover();
  const { database, run } = task();
  await work.begin(run);
  lost.isOver = true;
  await advance(500);
  expect([database.runs, time.waiting]).toEqual([1, 0]);
});

test('calls of a node that stepped back wait for none of its takeover', async () => {
  const { state, time, work, advance, said } = takeover();
  const { database, run } = task();
  const answer = Promise.withResolvers<void>();
  const begun = Promise.all([work.begin(run), work.begin(() => answer.promise)]);
  await advance(1000);
  await begun;
  expect(state.referencePending).toMatch(/reference database/);
  work.end();
  expect(state.referencePending).toBe(null);
  const { runs } = database;
  answer.reject(UNAVAILABLE);
  await turn();
  await advance(500);
  expect([database.runs - runs, state.referencePending, time.waiting, said.length]).toEqual([0, null, 0, 1]);
});
