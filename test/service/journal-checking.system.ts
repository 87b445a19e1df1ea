/** Damage that the check in the background finds: a line of the log, and a metric. */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { historyDatabaseFile, mainDatabaseFile } from '../../src/database/files.ts';
import { openDatabase, openHistoryDatabase } from '../../src/database/open-database.ts';
import type { LiveExchange } from '../../src/exchange/live-exchange.ts';
import { HistoryFollower } from '../../src/history/follower.ts';
import { HistoryStore } from '../../src/history/store.ts';
import type { PartContext } from '../../src/service/lifecycle/part-context.ts';
import { openJournalCheck } from '../../src/service/venue/journal-checking.ts';
import { commands, options, Venue } from '../history/venue.ts';
import { damagePageOf } from '../support/damaged-page.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('of a page of openats.db and of a row of the history', async () => {
  const DATA_DIR = temporaryFolder();
  const venue = new Venue();
  const durable = await venue.takeAll(commands(200, 5));
  const history = await openHistoryDatabase({ file: historyDatabaseFile(DATA_DIR) });
  const follower = await HistoryFollower.open(options(venue, new HistoryStore(history, 0)));
  await follower.advance(durable);
  const oldest = history.db.selectFrom('order_updates').select('seq').orderBy('seq').limit(1);
  const { seq } = await oldest.executeTakeFirstOrThrow();
  await history.db.updateTable('order_updates').set({ remaining: 7 }).where('seq', '=', seq).execute();
  await history.close();
  renameSync(venue.folder, join(DATA_DIR, 'venue'));
  await (await openDatabase({ file: mainDatabaseFile(DATA_DIR) })).close();
  damagePageOf(mainDatabaseFile(DATA_DIR), 'clients');

  const lines: (readonly [object, string])[] = [];
  const note = (fields: object, message: string) => lines.push([fields, message]);
  const shutdown = { add: () => {} };
  const context = {
    config: readConfig({ DATA_DIR, CHECK_COMMANDS_PER_SECOND: '1000000' }),
    log: { error: note, warn: note },
    shutdown,
    leaderTasks: { addBackground: (_: unknown, run: (stack: typeof shutdown) => void) => run(shutdown) },
  };
  let begin = () => {};
  let isScheduled = Promise.withResolvers<void>();
  const timers = {
    after: (_ms: number, run: () => void) => {
      begin = run;
      isScheduled.resolve();
      return () => {};
    },
  };
  const registry = new Registry();
  const exchange = { sequence: durable, nowUs: () => 1_800_000_000_000_000 } as LiveExchange;
  openJournalCheck(context as unknown as PartContext, exchange, registry, timers);
  isScheduled = Promise.withResolvers();
  begin();
  await isScheduled.promise;

  const problems = lines.map(([{ problem }, message]: readonly [{ problem?: string }, string]) => [problem, message]);
  const message = 'damage was found in the journal or a database';
  expect(problems).toContainEqual([expect.stringContaining(`${mainDatabaseFile(DATA_DIR)}: table clients: `), message]);
  expect(problems).toContainEqual([`order_updates: seq ${seq} differs in remaining`, message]);
  const metrics = await registry.metrics();
  for (const [name, value] of [
    ['problems', lines.length],
    ['command', durable],
    ['completed_timestamp_seconds', 1_800_000_000],
  ]) {
    expect(metrics).toContain(`openats_check_${name} ${value}\n`);
  }
});
