/** Work of the leader that catches its errors by itself: each counts, is in the log, and is tried again (runbooks). */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { Db } from '../../src/database/schema/index.ts';
import { JournaledNotices } from '../../src/modules/shared/venue-notices.ts';
import { failedJobs } from '../../src/time/failed-jobs.ts';
import { DueTimes } from '../../src/webhooks/outbox/due-times.ts';
import { Outbox, VenueOutbox } from '../../src/webhooks/outbox/index.ts';
import { OutboxQueues } from '../../src/webhooks/outbox/outbox-queues.ts';
import { Uncommitted } from '../../src/webhooks/outbox/uncommitted.ts';
import { ManualTime, turn } from '../support/manual-time.ts';

/** As where a grant or a column is missing. */
const db = new Proxy({} as Db, {
  get: () => {
    throw new Error('permission denied');
  },
});

interface Broken {
  readonly time: ManualTime;
  readonly log: never;
}

const WORK: Readonly<Record<string, (broken: Broken) => void>> = {
  'notices of the venue could not be journaled': ({ time, log }) => {
    const submit = async () => ({ ok: true }) as never;
    void new JournaledNotices({ db, historyDb: db, submit, after: time.after.bind(time), log }).publish();
  },
  'webhooks of the venue could not be written': ({ time, log }) => {
    const outbox = { write: () => {}, send: () => {}, stored: () => {} } as never;
    const targetsOf = () => [];
    const reads = { targetsOf, securityOf: () => undefined, hasWebhooks: () => true };
    const event = { type: 'match', seq: 1, match: { buyClientId: 'C1', sellClientId: 'C2' } };
    new VenueOutbox({ ...reads, db, outbox, shard: 0, timers: time, log }).take(event as never);
    time.advanceMs(0);
  },
  'times of webhooks could not be written': ({ time, log }) => {
    const delivery = { id: 'D1', dueMs: 1, attempts: 0, written: () => {} };
    new DueTimes({ db, after: time.after.bind(time), log }).postpone(delivery);
  },
  'new webhooks could not be looked for': ({ time, log }) => {
    const found = () => {};
    new Uncommitted({ db, timers: time, found, log }).add({} as Db, [{ id: 'D1', clientId: 'C1', about: [] } as never]);
    time.advanceMs(20);
  },
  'webhooks of an earlier run could not be read': ({ time, log }) => {
    const deliveryLog = { record: () => {}, onWritten: () => {} };
    const deps = { db, deliveryLog, nowUs: () => 1, timers: time, log } as never;
    new Outbox(deps).start();
  },
  'waiting webhooks could not be read': ({ time, log }) => {
    const deps = { db, nowUs: () => 1, after: time.after.bind(time), log } as never;
    new OutboxQueues(deps).stored('C1', 'https://receiver.example.com');
  },
};

test('whatever is tried again is reported by the one means', () => {
  const src = resolve(import.meta.dirname, '../../src');
  const rooms = ['service', 'modules', 'webhooks'].map((room) => join(src, room));
  const lines = rooms.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => readFileSync(join(room, name), 'utf8').split('\n')),
  );
  const others = lines.filter((line) => /'[^']*(tried|asked) (once|again)\b[^']*'/.test(line));
  // These have a gauge and an alert: openats_webhook_unreadable, openats_node_state.
  expect(others.map((line) => /'([^']*)'/.exec(line)?.[1]).toSorted()).toEqual([
    'the databases are unavailable; tried again',
    'webhooks cannot be opened; tried again',
  ]);
});

test.each(Object.keys(WORK))('%s: counted, logged and tried again', async (failure) => {
  const time = new ManualTime('2026-11-20T15:00:00Z');
  const lines: unknown[] = [];
  const log = { error: (...line: unknown[]) => void lines.push(line) } as never;
  const before = failedJobs();
  WORK[failure]?.({ time, log });
  await turn();
  const line = [{ err: { message: 'permission denied' } }, `${failure}; tried again in a while`];
  expect([lines, failedJobs() - before, time.waiting]).toMatchObject([[line], 1, 1]);
  time.advanceMs(1000);
  await turn();
  expect([lines, failedJobs() - before]).toMatchObject([[line, line], 2]);
});
