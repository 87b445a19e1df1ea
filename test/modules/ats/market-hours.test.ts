import { describe, expect, test } from 'vitest';
import type { OrderId } from '../../../src/exchange/api/units.ts';
import { type Caller, type Fields, faulty, OPERATOR, ORDER, OWNER, ok, refused, SECURITY, TRADER } from './fixtures.ts';
import { openForEachTest, venue } from './venue-for-each-test.ts';

openForEachTest();

const call = async (method: string, fields: Fields = {}, caller: Caller = OWNER) =>
  (await venue.post(caller, method, fields)).body;

function day(name: string, closedKey: string, [closed, ...times]: readonly string[]): Fields {
  const keys = [`${name}StartHours`, `${name}StartMins`, `${name}CloseHours`, `${name}CloseMins`];
  return { [`${name}${closedKey}`]: closed, ...Object.fromEntries(keys.map((key, index) => [key, times[index]])) };
}

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
const DEFAULT = ['No', '9', '30', '16', '0'];
const CLOSED = ['Yes', '0', '0', '0', '0'];
const week = (closedKey: string, own: Readonly<Record<string, readonly string[]>> = {}): Fields =>
  Object.assign({}, ...DAYS.map((name) => day(name, closedKey, own[name] ?? DEFAULT)));
const hoursDetails = (own: Readonly<Record<string, readonly string[]>> = {}) =>
  ok({ securityHoursDetails: { securityId: String(SECURITY), ...week('Closed', own) } });

describe('the default schedule', () => {
  test('getMarketHours shows Monday to Friday', async () => {
    expect(await call('getMarketHours')).toEqual(ok({ globalMarketHours: week('closed') }));
  });

  test('getMarketHolidays shows Saturday and Sunday', async () => {
    const weekend = { ...day('saturday', 'closed', CLOSED), ...day('sunday', 'closed', CLOSED) };
    expect(await call('getMarketHolidays')).toEqual(ok({ globalMarketHolidays: weekend }));
  });
});

describe('the hours of a security', () => {
  const MONDAY = { mondayHoursStart: '06:01', mondayHoursEnd: '23:59' };
  const change = (method: string, fields: Fields, caller: Caller = OWNER) =>
    call(method, { securityId: SECURITY, ...fields }, caller);
  const create = (fields: Fields, caller?: Caller) => change('createSecurityMarketHours', fields, caller);
  const update = (fields: Fields, caller?: Caller) => change('updateSecurityMarketHours', fields, caller);
  const get = () => call('getSecurityMarketHours', { securityId: SECURITY }, TRADER);
  const remove = (caller?: Caller) => change('deleteSecurityMarketHours', {}, caller);
  const deleted = ok({ securityHoursDetails: 'Security market hour deleted successfully.' });

  test('are the default ones at first', async () => {
    expect(await get()).toEqual(hoursDetails());
  });

  test.each(['form', 'json'] as const)('replace the default ones per day, sent as %s', async (encoding) => {
    const fields = {
      securityId: SECURITY,
      ...MONDAY,
      tuesdayClosed: 'yes',
      mondayClosed: encoding === 'json' ? null : 'null',
      wednesdayClosed: encoding === 'json' ? null : '',
    };
    const { body } = await venue.post(OWNER, 'createSecurityMarketHours', fields, { encoding });
    const own = { monday: ['No', '6', '1', '23', '59'], tuesday: CLOSED };
    expect(body).toEqual(hoursDetails(own));
    expect(await get()).toEqual(hoursDetails(own));
    expect(venue.exchange.security(SECURITY)?.hours).toEqual({
      monday: { startMinute: 361, endMinute: 1439 },
      tuesday: 'closed',
    });
  });

  test('are replaced whole by a second create, and day by day by update', async () => {
    await create({ ...MONDAY, tuesdayClosed: 'Yes' });
    expect(await create({ fridayClosed: 'yes' })).toEqual(hoursDetails({ friday: CLOSED }));
    const updated = await update({ mondayHoursStart: '10:00', mondayHoursEnd: '11:00', thursdayClosed: 'yes' });
    const own = { monday: ['No', '10', '0', '11', '0'], thursday: CLOSED, friday: CLOSED };
    expect(updated).toEqual(hoursDetails(own));
    const back = await update({ fridayClosed: 'no', thursdayHoursStart: '09:05', thursdayHoursEnd: '09:06' });
    const now = { monday: own.monday, thursday: ['No', '9', '5', '9', '6'] };
    expect(back).toEqual(hoursDetails(now));
    expect(await get()).toEqual(hoursDetails(now));
  });

  test('keep every day of updates that come at once', async () => {
    await create({});
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
    await Promise.all(days.map((name) => update({ [`${name}Closed`]: 'yes' })));
    expect(await get()).toEqual(hoursDetails(Object.fromEntries(days.map((name) => [name, CLOSED]))));
  });

  test('go back to the default ones', async () => {
    await create({ ...MONDAY });
    expect(await remove()).toEqual(deleted);
    expect(venue.exchange.security(SECURITY)?.hours).toBeNull();
    expect(await get()).toEqual(hoursDetails());
    expect(await remove(OPERATOR)).toEqual(deleted);
    expect(await update({ ...MONDAY })).toEqual(refused(404, 'the security has no separate hours'));
  });

  test('take effect at once', async () => {
    await create({ mondayClosed: 'yes' });
    await venue.post(TRADER, 'createOrder', ORDER);
    expect(venue.exchange.order(100100 as OrderId)?.inSession).toBe(false);
    expect(venue.exchange.security(SECURITY)?.market).toBe('closed');
  });

  test('are set only by the owner or a master key', async () => {
    const notOwner = refused(162, 'the offering does not belong to the client');
    expect(await create(MONDAY, OPERATOR)).toEqual(hoursDetails({ monday: ['No', '6', '1', '23', '59'] }));
    for (const reply of [await create({}, TRADER), await update({}, TRADER), await remove(TRADER)]) {
      expect(reply).toEqual(notOwner);
    }
    expect(venue.exchange.security(SECURITY)?.hours).toEqual({ monday: { startMinute: 361, endMinute: 1439 } });
  });

  test.each([
    'createSecurityMarketHours',
    'updateSecurityMarketHours',
    'getSecurityMarketHours',
    'deleteSecurityMarketHours',
  ])('%s names a missing or malformed security, and refuses an unknown one', async (method) => {
    expect(await call(method)).toEqual(faulty('securityId', 'Missing'));
    expect(await call(method, { securityId: 'x' })).toEqual(faulty('securityId', 'only numbers are allowed'));
    expect(await call(method, { securityId: '1' })).toEqual(refused(138, 'there is no such security'));
  });

  test.each<[Fields, string, string]>([
    [{ mondayHoursStart: '10:00' }, 'mondayHoursEnd', 'Missing'],
    [{ fridayHoursEnd: '10:00' }, 'fridayHoursStart', 'Missing'],
    [{ mondayHoursStart: '10:00', mondayHoursEnd: '10:00' }, 'mondayHoursStart', 'must be before mondayHoursEnd'],
    [{ mondayHoursStart: '10:01', mondayHoursEnd: '10:00' }, 'mondayHoursStart', 'must be before mondayHoursEnd'],
    [{ ...MONDAY, mondayClosed: 'yes' }, 'mondayClosed', 'a closed day has no hours'],
    [{ tuesdayClosed: 'maybe' }, 'tuesdayClosed', 'must be one of Yes, No, null'],
    [{ ...MONDAY, mondayHoursEnd: '24:00' }, 'mondayHoursEnd', 'must be a time, HH:MM'],
    [{ ...MONDAY, mondayHoursStart: '6:01' }, 'mondayHoursStart', 'must be a time, HH:MM'],
    [{ ...MONDAY, mondayHoursStart: '06:60' }, 'mondayHoursStart', 'must be a time, HH:MM'],
    [{ ...MONDAY, mondayHoursStart: '9.30' }, 'mondayHoursStart', 'must be a time, HH:MM'],
  ])('are refused as %j, naming %s', async (fields, field, reason) => {
    await create({ fridayClosed: 'yes' });
    expect(await create(fields)).toEqual(faulty(field, reason));
    expect(await update(fields)).toEqual(faulty(field, reason));
    expect(venue.exchange.security(SECURITY)?.hours).toEqual({ friday: 'closed' });
  });
});

describe('the calendar', () => {
  const set = (fields: Fields, caller: Caller = OPERATOR) => call('updateMarketHoliday', fields, caller);
  const calendar = async (year: unknown) => call('getMarketCalendar', { year }, TRADER);
  const closed = { closed: 'Yes', start: null, close: null };
  const early = { closed: 'No', start: '09:30', close: '13:00' };
  const year2026 = [
    { date: '2026-01-01', name: "New Year's Day", ...closed },
    { date: '2026-01-19', name: 'Martin Luther King, Jr. Day', ...closed },
    { date: '2026-02-16', name: "Washington's Birthday", ...closed },
    { date: '2026-04-03', name: 'Good Friday', ...closed },
    { date: '2026-05-25', name: 'Memorial Day', ...closed },
    { date: '2026-06-19', name: 'Juneteenth', ...closed },
    { date: '2026-07-03', name: 'Independence Day', ...closed },
    { date: '2026-09-07', name: 'Labor Day', ...closed },
    { date: '2026-11-26', name: 'Thanksgiving Day', ...closed },
    { date: '2026-11-27', name: 'Day after Thanksgiving', ...early },
    { date: '2026-12-24', name: 'Christmas Eve', ...early },
    { date: '2026-12-25', name: 'Christmas Day', ...closed },
  ];

  test('getMarketCalendar lists the holidays and early closes of a year', async () => {
    expect(await calendar('2026')).toEqual(ok({ marketCalendar: year2026 }));
  });

  test("updateMarketHoliday sets and removes the operator's dates", async () => {
    const wednesday = { date: '2026-03-11', name: 'Example Day', ...closed };
    const setWednesday = await set({ date: '2026-03-11', name: 'Example Day', closed: 'yes' });
    expect(setWednesday).toEqual(ok({ marketHoliday: wednesday }));
    const saturday = { date: '2026-03-14', name: 'Example Session', closed: 'No', start: '10:00', close: '12:00' };
    expect(await set(saturday)).toEqual(ok({ marketHoliday: saturday }));
    const withBoth = [...year2026.slice(0, 3), wednesday, saturday, ...year2026.slice(3)];
    expect(await calendar(2026)).toEqual(ok({ marketCalendar: withBoth }));
    expect(await set({ date: '03-11-2026', closed: 'No' })).toEqual(ok({ marketHoliday: null }));
    expect(await set({ date: '2026-03-14', closed: 'No' })).toEqual(ok({ marketHoliday: null }));
    expect(await calendar(2026)).toEqual(ok({ marketCalendar: year2026 }));
  });

  test('can open a holiday for a session, and gives it back to the rule', async () => {
    const christmas = { date: '2026-12-25', name: 'Example Session', closed: 'No', start: '09:30', close: '11:00' };
    expect(await set(christmas)).toEqual(ok({ marketHoliday: christmas }));
    expect(await set({ date: '2026-12-25', closed: 'No' })).toEqual(ok({ marketHoliday: year2026[11] }));
  });

  test('closes the market of the day at once', async () => {
    await set({ date: '2026-03-02', name: 'Example Day', closed: 'Yes' });
    await venue.post(TRADER, 'createOrder', ORDER);
    expect(venue.exchange.order(100100 as OrderId)?.inSession).toBe(false);
  });

  test('updateMarketHoliday is for the operator', async () => {
    const notAuthorised = { statusCode: '111', statusDesc: 'The key is not authorised for this method' };
    expect(await set({ date: '2026-03-11', name: 'Example Day', closed: 'Yes' }, OWNER)).toEqual(notAuthorised);
    expect(venue.exchange.calendar.operatorDays().size).toBe(0);
  });

  test.each<[Fields, string, string]>([
    [{ date: undefined }, 'date', 'Missing'],
    [{ date: '2026-02-29' }, 'date', 'must be a date, YYYY-MM-DD or MM-DD-YYYY'],
    [{ date: '2026-03-01' }, 'date', 'must not be in the past (US Eastern)'],
    [{ date: '2037-01-01' }, 'date', 'must not be after the year 2036'],
    [{ name: '' }, 'name', 'must not be empty'],
    [{ name: 'x'.repeat(101) }, 'name', 'must not be longer than 100 characters'],
    [{ closed: undefined }, 'closed', 'Missing'],
    [{ start: '10:00', close: '11:00' }, 'closed', 'a closed day has no hours'],
    [{ closed: 'No', start: '10:00' }, 'close', 'Missing'],
    [{ closed: 'No', close: '10:00' }, 'start', 'Missing'],
    [{ closed: 'No', start: '10:00', close: '10:00' }, 'start', 'must be before close'],
    [{ closed: 'No', start: '10', close: '11:00' }, 'start', 'must be a time, HH:MM'],
  ])('updateMarketHoliday refuses %j, naming %s', async (fields, field, reason) => {
    const reply = await set({ date: '2026-03-11', name: 'Example Day', closed: 'Yes', ...fields });
    expect(reply).toEqual(faulty(field, reason));
    expect(venue.exchange.calendar.operatorDays().size).toBe(0);
  });

  test('getMarketCalendar names a missing or malformed year', async () => {
    expect(await calendar('')).toEqual(faulty('year', 'Missing'));
    expect(await calendar('26.0')).toEqual(faulty('year', 'must be a whole number'));
    expect(await calendar('1999')).toEqual(faulty('year', 'must be from 2000 to 2200'));
  });
});
