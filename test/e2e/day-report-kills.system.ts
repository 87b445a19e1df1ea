/**
 * The real server starts on a venue that was down while days ended, and is killed with SIGKILL while it makes their
 * reports, again and again. In the end there is one report of each day, whole, and the journal agrees with all of them.
 *
 * KILLS: how often (1 when not set). SEED: the seed of a run that is to be repeated.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { easternDate } from '../../src/calendar/eastern-time.ts';
import { TradingCalendar } from '../../src/calendar/trading-calendar.ts';
import { cancel, openVenue } from '../exchange/venue.ts';
import { killLimitMs } from '../support/kill-limit.ts';
import { ManualTime } from '../support/manual-time.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { THOROUGH } from '../support/thorough.ts';
import { runScript } from './support/demo.ts';
import { Dice } from './support/dice.ts';
import { mustCall } from './support/requests.ts';
import { clockAtNoon } from './support/server-clock.ts';
import { ServerProcess } from './support/server-process.ts';

const KILLS = Number(process.env.KILLS ?? 1);
const SEED = Number(process.env.SEED ?? Math.ceil(Math.random() * 2 ** 31));
/** With at least three days on which the market was open. */
const DAYS_DOWN = THOROUGH ? 12 : 7;
const DAY_MS = 24 * 3600 * 1000;

/** A data folder with a venue that was stopped some days ago; and when that was. */
async function venueOfThen(nowMs: number): Promise<{ dataDir: string; stopped: Date }> {
  const [dataDir, stopped] = [temporaryFolder(), new Date(nowMs - DAYS_DOWN * DAY_MS)];
  const { exchange } = openVenue({ folder: join(dataDir, 'venue'), time: new ManualTime(stopped.toISOString()) });
  // Of no order: a journal without clients and securities goes with a new database.
  await exchange.submit(cancel(1));
  await exchange.stop();
  return { dataDir, stopped };
}

/** The dates since then, until now, on which the default session closed. */
function daysClosedSince(from: Date, nowMs: number): string[] {
  const calendar = new TradingCalendar();
  const transitions = [...calendar.transitionsBetween(from.getTime() * 1000, nowMs * 1000, null)];
  return transitions.filter(({ kind }) => kind === 'close').map(({ date }) => date);
}

test(`reports are made once and whole, however often the server is killed (seed ${SEED})`, {
  timeout: killLimitMs(KILLS),
}, async () => {
  const dice = new Dice(SEED);
  // At noon: no day closes while the test runs.
  const { nowMs, settings } = clockAtNoon();
  const { dataDir, stopped } = await venueOfThen(nowMs());
  const dates = daysClosedSince(stopped, nowMs());
  expect(dates.length).toBeGreaterThan(2);
  for (let kill = 0; kill < KILLS; kill++) {
    const server = ServerProcess.launch({ dataDir, settings });
    await Promise.race([server.printed(/the report of a day was made/), server.exited]);
    await wait(dice.between(0, 300));
    await server.kill();
  }
  const server = await ServerProcess.start({ dataDir, settings });
  const reported = async () => {
    const { reports } = await mustCall(server, 'admin/listReports', { limit: 500 }, { credentials: server.operator });
    return (reports as { date: string }[]).map(({ date }) => date).reverse();
  };
  while ((await reported()).length < dates.length) await wait(50);
  expect(await reported()).toEqual(dates);
  expect(dates.at(-1)! <= easternDate(nowMs() * 1000)).toBe(true);
  expect(await server.stop()).toBe(0);
  expect(readdirSync(join(dataDir, 'reports')).filter((name) => name !== '.making')).toEqual(dates);
  const verified = await runScript('verify.ts', [dataDir, '--replay']);
  expect(verified).toMatchObject({ code: 0, stderr: '' });
  expect(verified.stdout).toContain(`${dates.length} reports: their places in the chain, and their events`);
});
