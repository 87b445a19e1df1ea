/**
 * What an advance takes: a year of empty days, and one in which orders expire and debits settle. On an idle machine the
 * first takes less than 10 s, and with 1,000 of each less than a minute. CPU time of all threads is compared, and twice
 * as much allowed: on cores that other work shares, the same steps take up to that.
 */
import { expect, test } from 'vitest';
import { THOROUGH } from '../../support/thorough.ts';
import { Sandbox, START } from './sandbox.ts';

const EMPTY_MS_MAX = 20_000;
const EACH = THOROUGH ? 1000 : 200;
/** For the year, and for each order with its debit. */
const FULL_MS_MAX = EMPTY_MS_MAX + EACH * 100;

async function yearOf(sandbox: Sandbox) {
  const before = process.cpuUsage();
  const year = await sandbox.advance({ by: '365d' });
  const { user, system } = process.cpuUsage(before);
  const cpuMs = Math.round((user + system) / 1000);
  console.info(
    `a year: ${cpuMs} ms of CPU in ${year.tookMs} ms, ${year.moments} moments, ${JSON.stringify(year.counts)}`,
  );
  expect(year).toMatchObject({ state: 'Done', reason: null });
  return { counts: year.counts, cpuMs };
}

test('a year of market days takes seconds', async () => {
  const sandbox = await Sandbox.open();
  await sandbox.invest();
  await sandbox.freeze();
  const { counts, cpuMs } = await yearOf(sandbox);
  expect(counts).toEqual({ market: 502 });
  expect(cpuMs).toBeLessThan(EMPTY_MS_MAX);
});

test('one with orders that expire and debits that settle, for each of them some milliseconds', async () => {
  const sandbox = await Sandbox.open();
  const investor = await sandbox.invest();
  await sandbox.freeze();
  for (let number = 0; number < EACH; number++) {
    const date = new Date(Date.parse(START) + (1 + (number % 300)) * 86_400_000).toISOString().slice(0, 10);
    const [year, month, day] = date.split('-');
    await sandbox.order(investor, { expiration: 'Other', expirationDate: `${month}-${day}-${year}` });
    await sandbox.debit(investor);
  }
  const { counts, cpuMs } = await yearOf(sandbox);
  expect(counts).toMatchObject({ updateOrder: EACH, updateExternalFundMoveStatus: 2 * EACH, updateTradeStatus: EACH });
  expect(cpuMs).toBeLessThan(FULL_MS_MAX);
});
