/**
 * The real server is killed with SIGKILL while the clock of its sandbox is moved on, again and again. Time never goes
 * back, the advance goes on by itself after each start, and in the end everything happened once (Z2).
 *
 * KILLS: how often (3 when not set). SEED: the seed of a run that is to be repeated.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TradingCalendar } from '../../src/calendar/trading-calendar.ts';
import { killLimitMs } from '../support/kill-limit.ts';
import { demoOf } from './support/demo-orders.ts';
import { Dice } from './support/dice.ts';
import { authorizationOf, mustCall } from './support/requests.ts';
import { ServerProcess } from './support/server-process.ts';

const KILLS = Number(process.env.KILLS ?? 3);
const SEED = Number(process.env.SEED ?? Math.ceil(Math.random() * 2 ** 31));
/** So that the last kill finds it under way. */
const DAYS = 365;

interface Clock {
  readonly now: string;
  readonly mode: string;
  readonly advanceId: string | null;
}

async function read(server: ServerProcess, path: string): Promise<Record<string, unknown>> {
  const headers = { authorization: authorizationOf(server.client) };
  const response = await fetch(`${server.addresses.api}/v3/${path}`, { headers });
  const body = (await response.json()) as Record<string, unknown>;
  expect(body).toMatchObject({ statusCode: '101' });
  return body;
}

async function clockOf(server: ServerProcess): Promise<Clock> {
  return (await read(server, 'sandbox/clock')).clock as Clock;
}

/** When the market of the security opened, in the order of the venue. */
async function openings(server: ServerProcess, securityId: string): Promise<string[]> {
  const opened: string[] = [];
  for (let after: string | undefined, more = 'Yes'; more === 'Yes'; ) {
    const page = await read(server, `events?limit=1000${after === undefined ? '' : `&after=${after}`}`);
    for (const { eventTime, market } of page.events as { eventTime: string; market?: Record<string, string> }[]) {
      if (market?.securityId === securityId && market.market === 'open') opened.push(eventTime);
    }
    [after, more] = [page.cursor as string, page.moreEvents as string];
  }
  return opened;
}

test(`an advance goes on after kills, and everything happens once (seed ${SEED})`, {
  timeout: killLimitMs(KILLS),
}, async () => {
  const dice = new Dice(SEED);
  let server = await ServerProcess.start({ settings: { SANDBOX_TICKER: 'off' } });
  await mustCall(server, 'sandbox/clock', { mode: 'frozen' });
  const { now: from } = await clockOf(server);
  const until = new Date(Date.parse(from) + DAYS * 86_400_000).toISOString();
  await mustCall(server, 'sandbox/clock/advance', { to: until, wait: 0 });
  let seen = from;
  for (let kill = 0; kill < KILLS; kill++) {
    await wait(dice.between(0, 400));
    const { now } = await clockOf(server);
    expect(now >= seen).toBe(true);
    seen = now;
    await server.kill();
    server = await server.restart();
    const after = await clockOf(server);
    expect(after.now >= seen, `${after.now} after ${seen}`).toBe(true);
    expect(after.mode).toBe('frozen');
  }
  for (;;) {
    const { advanceId, now } = await clockOf(server);
    if (advanceId === null) {
      expect(Date.parse(now)).toBe(Date.parse(until));
      break;
    }
    await read(server, `sandbox/clock/advances/${advanceId}?wait=60`);
  }
  const calendar = new TradingCalendar();
  const scheduled = [...calendar.transitionsBetween(Date.parse(from) * 1000, Date.parse(until) * 1000, null)];
  const expected = scheduled
    .filter(({ kind }) => kind === 'open')
    .map(({ time }) => new Date(time / 1000).toISOString());
  const opened = (await openings(server, demoOf(server).securityId)).filter((time) => time > from);
  expect(opened.map((time) => new Date(time).toISOString())).toEqual(expected);
  expect(await server.stop()).toBe(0);
});
