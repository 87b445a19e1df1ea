/** When card payments are processed: at the cut-off, when an outcome is due, and after a failure. */
import { expect, test } from 'vitest';
import type { CardPayments } from '../../src/modules/payments/index.ts';
import { runCardPaymentJob } from '../../src/service/parts/card-processor.ts';
import { failedJobs } from '../../src/time/failed-jobs.ts';
import { startCards } from '../modules/payments/cards/cards-api.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import { ManualTime, microsOf, turn } from '../support/manual-time.ts';

const MS_MAX = 120_000;

/** Turns of the event loop until it is so: a database may take any number of them. */
async function until(isSo: () => boolean): Promise<void> {
  for (const end = performance.now() + MS_MAX; !isSo(); await turn()) {
    if (performance.now() > end) throw new Error('it never came to be');
  }
}

const CUT_OFF = '2030-01-02T23:00:00Z';
const HOUR_US = 3_600_000_000;

describeOnEachDatabase('the payments by card', (open) => {
  const start = async (before: string, number?: string) => {
    const time = new ManualTime(before);
    const api = await startCards(await open());
    const { refNum } = await api.pay(number);
    const moveTo = (to: string | number) => {
      api.nowUs = typeof to === 'number' ? to : microsOf(to);
      time.moveTo(to);
    };
    moveTo(before);
    const errors: unknown[] = [];
    const log = { error: (...entry: unknown[]) => void errors.push(entry) };
    const after = (delayMs: number, callback: () => void) => time.after(delayMs, callback);
    const state = async () => (await api.move(refNum)).fund_status;
    return { api, time, moveTo, errors, job: { nowUs: () => time.nowUs(), after, log }, state };
  };

  test('are made at the cut-off, not before', async () => {
    const { api, time, moveTo, errors, job, state } = await start('2030-01-02T22:58:00Z');
    const stop = runCardPaymentJob({ ...job, payments: api.payments });
    await until(() => time.waiting === 1);
    expect([await state(), time.next]).toEqual(['Pending', microsOf(CUT_OFF)]);
    moveTo(CUT_OFF);
    await until(() => time.waiting === 1);
    expect(await state()).toBe('Settled');
    // Never longer than an hour: clocks are set.
    expect(time.next).toBe(microsOf(CUT_OFF) + HOUR_US);
    await stop();
    expect([time.waiting, errors]).toEqual([0, []]);
  });

  test('that a stop or a crash left are made with the next start', async () => {
    const { api, time, job, state } = await start('2030-01-04T09:00:00Z');
    const stop = runCardPaymentJob({ ...job, payments: api.payments });
    await until(() => time.waiting === 1);
    expect(await state()).toBe('Settled');
    await stop();
  });

  test('whose outcome is not known are asked for again when their time has come', async () => {
    const { api, time, moveTo, job, state } = await start(CUT_OFF, '4000000000000259');
    const stop = runCardPaymentJob({ ...job, payments: api.payments });
    await until(() => time.waiting === 1);
    expect([await state(), time.next]).toEqual(['Submitted', microsOf(CUT_OFF) + 2 * 60_000_000]);
    moveTo(time.next!);
    await until(() => time.waiting === 1);
    expect(await state()).toBe('Settled');
    await stop();
  });

  test('are tried again a second after a failure, which is logged', async () => {
    const { api, time, moveTo, errors, job, state } = await start(CUT_OFF);
    let isBroken = true;
    const payments = {
      run: (isEnding?: () => boolean) =>
        isBroken ? Promise.reject(new Error('the database is down')) : api.payments.run(isEnding),
    };
    const stop = runCardPaymentJob({ ...job, payments });
    await until(() => time.waiting === 1);
    expect([await state(), time.next]).toEqual(['Pending', microsOf(CUT_OFF) + 1_000_000]);
    expect(errors).toMatchObject([[{ err: { message: 'the database is down' } }, expect.any(String)]]);
    isBroken = false;
    moveTo(time.next!);
    await until(() => time.waiting === 1);
    expect(await state()).toBe('Settled');
    await stop();
  });

  test('that fail one by one are counted and tried again after growing pauses, not each second', async () => {
    const { time, moveTo, errors, job } = await start(CUT_OFF);
    const before = failedJobs();
    const run: CardPayments['run'] = async (_isEnding, failed) => {
      failed?.('a payment could not be processed', new Error('no key'), { refNum: 7 });
      return time.nowUs();
    };
    const stop = runCardPaymentJob({ ...job, payments: { run } });
    for (const seconds of [1, 2, 4]) {
      await until(() => time.waiting === 1);
      expect(time.next).toBe(time.nowUs() + seconds * 1_000_000);
      moveTo(time.next!);
    }
    await until(() => time.waiting === 1);
    expect([errors.length, failedJobs() - before]).toEqual([4, 4]);
    expect(errors[0]).toMatchObject([{ refNum: 7, err: { message: 'no key' } }, expect.stringMatching('tried again')]);
    await stop();
  });

  test('do not keep a stop for longer than three seconds', async () => {
    const { time, job } = await start(CUT_OFF);
    let isEnding = () => false;
    const payments = {
      run: (ending?: () => boolean) => {
        isEnding = ending ?? isEnding;
        return new Promise<number>(() => {});
      },
    };
    const stop = runCardPaymentJob({ ...job, payments });
    expect(isEnding()).toBe(false);
    let hasEnded = false;
    const ended = stop().then(() => {
      hasEnded = true;
    });
    await until(() => time.waiting === 1);
    expect([isEnding(), hasEnded, time.next]).toEqual([true, false, time.nowUs() + 3_000_000]);
    time.advanceMs(3000);
    await ended;
  });
});
