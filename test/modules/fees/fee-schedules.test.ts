/** Schedules of fees as callers set and read them (X1, X5). */
import { expect, test } from 'vitest';
import { FEES_SINCE } from '../../../src/exchange/api/rules.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { SECURITY } from '../ats/fixtures.ts';
import { DAY_MS, type Item, nextDay, SCHEDULE, schedule, set, start, TUESDAY } from './fee-desk.ts';

describeOnEachDatabase('schedules of fees', (open) => {
  test.each([
    ['schedule', { schedule: '{', effectiveDate: TUESDAY }, 'schedule'],
    ['a role', { schedule: { taker: {} } }, 'unknown field "taker"'],
    ['a field of a role', { schedule: { contra: { rate: '1' } } }, 'unknown field "rate"'],
    ['perShare', { schedule: { contra: { perShare: '0.0000001' } } }, 'field "contra" field "perShare" must not have'],
    ['perShare', { schedule: { contra: { perShare: '1000000.01' } } }, 'field "perShare" must be from 0 to 1000000'],
    ['perShare', { schedule: { contra: { perShare: '-1' } } }, 'field "perShare" must be from 0'],
    [
      'percent',
      { schedule: { block: { percent: '100.000001' } } },
      'field "block" field "percent" must be from 0 to 100',
    ],
    ['percent', { schedule: { block: { percent: true } } }, 'field "percent" must be a decimal number'],
    ['minimum', { schedule: { auction: { minimum: '0.001' } } }, 'field "minimum" must not have more than 2 decimals'],
    [
      'maximum',
      { schedule: { auction: { maximum: '1000000000.01' } } },
      'field "maximum" must be from 0 to 1000000000',
    ],
    [
      'a minimum above its maximum',
      { schedule: { initiator: { minimum: '2', maximum: '1' } } },
      'field "minimum" must be',
    ],
    ['no schedule', { schedule: undefined }, 'schedule'],
    ['both', { none: 'Yes' }, 'schedule'],
    ['effectiveDate', { effectiveDate: '2026-02-30' }, 'effectiveDate'],
    ['today', { effectiveDate: '2026-03-02' }, 'effectiveDate'],
    ['two scopes', { clientId: 'C1', securityid: SECURITY }, 'clientId'],
  ])('a wrong %s is refused by name, and changes nothing (X1)', async (_, body, said) => {
    const desk = await start(open);
    const refused = await set(desk, { schedule: SCHEDULE, effectiveDate: TUESDAY, ...body });
    expect(refused.body).toMatchObject({ statusCode: '106', 'Error(s)': expect.stringContaining(said) });
    const { feeSchedule } = await desk.ask('MASTER', 'getFeeSchedule', {});
    expect(feeSchedule).toEqual({ version: 0, versionInForce: null, schedule: null, pending: [] });
  });

  test('unknown clients and securities, an old version and clients are refused', async () => {
    const desk = await start(open);
    const of = async (body: Item) =>
      (await set(desk, { schedule: {}, effectiveDate: TUESDAY, ...body })).body.statusCode;
    expect(await of({ clientId: 'C9' })).toBe('404');
    expect(await of({ securityid: 1 })).toBe('138');
    expect(await of({ expectedVersion: 1 })).toBe('190');
    const { body } = await desk.call('POST', 'setFeeSchedule', { schedule: {}, effectiveDate: TUESDAY }, { as: 'C1' });
    expect(body.statusCode).toBe('111');
  });

  test('in a journal with older rules nobody sets one (J14)', async () => {
    const desk = await start(open);
    desk.exchange.state.counters.rules = FEES_SINCE - 1;
    expect((await set(desk, { schedule: SCHEDULE, effectiveDate: TUESDAY })).body.statusCode).toBe('503');
  });

  test('a schedule begins on its date, for what the caller may read, and the newest one counts (X5)', async () => {
    const desk = await start(open);
    await schedule(desk, { effectiveDate: '2026-03-05' });
    await schedule(desk, { schedule: { contra: { percent: '0.05' } }, expectedVersion: 1 });
    const { feesChange } = await desk.ask('C1', 'getMarketStatus', { securityId: SECURITY });
    expect(feesChange).toBe(TUESDAY);
    await schedule(desk, { clientId: 'C1' });
    expect((await desk.call('POST', 'getFeeSchedule', { clientId: 'C1' }, { as: 'C2' })).body.statusCode).toBe('404');
    const own = await desk.ask('C1', 'getFeeSchedule', { clientId: 'C1' });
    expect(own.feeSchedule).toMatchObject({ clientId: 'C1', version: 1, versionInForce: null });
    await nextDay(desk);
    const { feeSchedule, history } = await desk.ask('C2', 'getFeeSchedule', { history: 'Yes' });
    expect(feeSchedule).toEqual({
      version: 2,
      versionInForce: 2,
      schedule: {
        contra: { perShare: '0.000000', percent: '0.050000', minimum: '0.00', maximum: '1000000000.00' },
      },
      pending: [expect.objectContaining({ version: 1, effectiveDate: '2026-03-05' })],
    });
    expect((history as Item[]).map(({ version }) => version)).toEqual([1, 2]);
    // The date of version 1 comes, and version 2 stays in force: it is newer.
    desk.time.advanceMs(2 * DAY_MS);
    const later = await desk.ask('C2', 'getFeeSchedule', {});
    expect(later.feeSchedule).toMatchObject({ versionInForce: 2, pending: [] });
  });
});
