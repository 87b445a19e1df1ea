/** The clock of the sandbox (Z1 to Z5): what goes by time happens on the way of an advance, in order, at its time. */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { Service } from '../../../src/service/service.ts';
import { closeAfterTest } from '../../support/cleanup.ts';
import { microsOf } from '../../support/manual-time.ts';
import { Sandbox, START } from './sandbox.ts';

/** The market events of the default schedule's securities, as instants and states. */
function markets({ events }: Sandbox, securityId: string): string[] {
  return events.flatMap((event) =>
    event.type === 'market' && String(event.securityId) === securityId
      ? [`${new Date(event.time / 1000).toISOString()} ${event.market}`]
      : [],
  );
}

test('market hours, a half day, a holiday and the change to daylight saving time come as they do', async () => {
  const sandbox = await Sandbox.open();
  const { securityId } = await sandbox.invest();
  await sandbox.freeze();
  expect(sandbox.now).toBe('2026-11-02T13:00:00.000Z');
  expect(await sandbox.advance({ by: '1h' })).toMatchObject({ state: 'Done', now: '2026-11-02T14:00:00.000000Z' });
  expect(markets(sandbox, securityId)).toEqual([]);
  expect(await sandbox.advance({ by: '30m' })).toMatchObject({ state: 'Done', progress: 1, counts: { market: 1 } });
  expect(markets(sandbox, securityId)).toEqual(['2026-11-02T14:30:00.000Z open']);
  // Thanksgiving, and the half day after it.
  await sandbox.advance({ to: '2026-11-26T00:00:00Z' });
  sandbox.events.length = 0;
  await sandbox.advance({ to: '2026-11-30T00:00:00Z' });
  expect(markets(sandbox, securityId)).toEqual(['2026-11-27T14:30:00.000Z open', '2026-11-27T18:00:00.000Z closed']);
  await sandbox.advance({ to: '2027-03-12T00:00:00Z' });
  sandbox.events.length = 0;
  const { events } = await sandbox.advance({ to: '2027-03-16T00:00:00Z' });
  expect(markets(sandbox, securityId)).toEqual([
    '2027-03-12T14:30:00.000Z open',
    '2027-03-12T21:00:00.000Z closed',
    '2027-03-15T13:30:00.000Z open',
    '2027-03-15T20:00:00.000Z closed',
  ]);
  expect(events[0]).toEqual({
    time: '2027-03-12T14:30:00.000000Z',
    name: 'market',
    records: [`security ${securityId}`, 'open'],
  });
});

test("orders expire, and the dead man's timer runs out, each at its time", async () => {
  const sandbox = await Sandbox.open();
  const investor = await sandbox.invest();
  await sandbox.freeze();
  await sandbox.advance({ to: '2026-11-02T15:00:00Z' });
  const day = await sandbox.order(investor, { expiration: 'Day' });
  const dated = await sandbox.order(investor, { expiration: 'Other', expirationDate: '11-04-2026' });
  const ends = () =>
    sandbox.events.flatMap((event) =>
      event.type === 'order' && event.change !== 'entered'
        ? [`${event.order.orderId} ${event.order.status} ${new Date(event.time / 1000).toISOString()}`]
        : [],
    );
  await sandbox.advance({ by: '1w' });
  expect(ends()).toEqual([`${day} Cancelled 2026-11-02T21:00:00.000Z`, `${dated} Cancelled 2026-11-04T21:00:00.000Z`]);
  sandbox.events.length = 0;
  const timed = await sandbox.order(investor);
  await sandbox.call('cancelAllAfter', { seconds: 60 });
  await sandbox.advance({ by: '59s' });
  expect(ends()).toEqual([]);
  await sandbox.advance({ by: '1h' });
  expect(ends()).toEqual([`${timed} Cancelled ${new Date(microsOf('2026-11-09T15:01:00Z') / 1000).toISOString()}`]);
});

test('debits go to the bank at the cut-off of bank days, and settle five bank days later', async () => {
  const sandbox = await Sandbox.open();
  const investor = await sandbox.invest();
  await sandbox.freeze();
  const { tradeId } = await sandbox.debit(investor);
  await sandbox.advance({ to: '2026-11-02T22:59:59Z' });
  expect(sandbox.files()).toEqual({});
  const { counts, events } = await sandbox.advance({ by: '1s' });
  expect(Object.keys(sandbox.files())).toEqual(['ach-2026-11-02-A.txt']);
  expect(counts).toMatchObject({ updateExternalFundMoveStatus: 1 });
  expect(events.at(-1)).toMatchObject({ time: '2026-11-02T23:00:00.000000Z', name: 'updateExternalFundMoveStatus' });
  const { tradeId: late } = await sandbox.debit(investor);
  await sandbox.advance({ by: '1s' });
  // Monday's debit settles with the cut-off of the Monday after; Tuesday's a day later; Veterans Day is between.
  await sandbox.advance({ to: '2026-11-09T22:59:59Z' });
  expect(await sandbox.stateOf(tradeId)).toBe('CREATED');
  await sandbox.advance({ by: '1s' });
  expect([await sandbox.stateOf(tradeId), await sandbox.stateOf(late)]).toEqual(['FUNDED', 'CREATED']);
  await sandbox.advance({ by: '1d' });
  expect(await sandbox.stateOf(late)).toBe('FUNDED');
  expect(Object.keys(sandbox.files())).toEqual(['ach-2026-11-02-A.txt', 'ach-2026-11-03-A.txt']);
});

interface Failing {
  readonly url: string;
  readonly attempts: string[];
  isUp: boolean;
}

/** A receiver that fails while it is not up, and notes when it was called by the clock of the sandbox. */
async function failing(sandbox: Sandbox): Promise<Failing> {
  const receiver = { url: '', attempts: [] as string[], isUp: false };
  const server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      receiver.attempts.push(sandbox.now);
      response.writeHead(receiver.isUp ? 200 : 500).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAfterTest(() => server.close());
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}

test('a webhook that fails is tried again as the schedule says', async () => {
  const sandbox = await Sandbox.open();
  const investor = await sandbox.invest();
  const receiver = await failing(sandbox);
  await sandbox.call('registerWebhook', { method: 'updateExternalFundMoveStatus', url: receiver.url, retries: 'Yes' });
  await sandbox.freeze();
  await sandbox.debit(investor);
  await sandbox.advance({ to: '2026-11-02T23:00:00Z' });
  const since = () => receiver.attempts.map((at) => (microsOf(at) - microsOf('2026-11-02T23:00:00Z')) / 1e6);
  expect(since()).toEqual([0]);
  await sandbox.advance({ by: '1d' });
  const HOUR = 3600;
  const waits = [0, 5, 30, 300, 1800, 2 * HOUR, 5 * HOUR, 10 * HOUR];
  expect(since()).toEqual(waits.map((_, index) => waits.slice(0, index + 1).reduce((sum, wait) => sum + wait, 0)));
  receiver.isUp = true;
  await sandbox.advance({ by: '1d' });
  expect(since()).toHaveLength(waits.length + 1);
  await sandbox.advance({ by: '2d' });
  expect(since()).toHaveLength(waits.length + 1);
});

test('a clock that runs keeps running from where it was moved to, and a fast one is as much faster', async () => {
  let systemUs = microsOf(START);
  const sandbox = await Sandbox.open({}, () => systemUs);
  await sandbox.advance({ by: '1d' });
  expect(sandbox.now).toBe('2026-11-03T13:00:00.000Z');
  systemUs += 1_000_000;
  expect(sandbox.now).toBe('2026-11-03T13:00:01.000Z');
  await sandbox.call('setClock', { mode: 'running', rate: 3600 });
  systemUs += 10_000_000;
  await expect.poll(() => sandbox.now).toBe('2026-11-03T23:00:01.000Z');
  await sandbox.freeze();
  systemUs += 10_000_000;
  expect(await sandbox.call('getClock')).toEqual({
    clock: {
      ...{ mode: 'frozen', rate: 0, now: '2026-11-03T23:00:01.000000Z', advanceId: null },
      nextOpening: '2026-11-04T14:30:00.000000Z',
    },
  });
  // While the market is open, it is the next one; a weekend has none.
  await sandbox.advance({ to: '2026-11-06T15:00:00Z' });
  expect(await sandbox.call('getClock')).toMatchObject({ clock: { nextOpening: '2026-11-09T14:30:00.000000Z' } });
});

test('a market that never closes opens at the next midnight, when corporate actions have effect', async () => {
  const sandbox = await Sandbox.open({ MARKET_ALWAYS_OPEN: 'true' });
  const { securityId } = await sandbox.invest();
  await sandbox.freeze();
  const split = { securityId, kind: 'Split', ratio: '2:1', fractions: 'Up', exDate: '2026-11-03' };
  await sandbox.call('createCorporateAction', split);
  const { clock } = (await sandbox.call('getClock')) as { clock: { nextOpening: string } };
  expect(clock.nextOpening).toBe('2026-11-03T05:00:00.000000Z');
  await sandbox.advance({ to: clock.nextOpening });
  const listed = await sandbox.call('getCorporateActions', { securityId });
  expect(listed).toMatchObject({ corporateActions: [{ status: 'Effective' }] });
  expect(await sandbox.call('getClock')).toMatchObject({ clock: { nextOpening: '2026-11-04T05:00:00.000000Z' } });
});

test('a script that fills an order of which nothing is left says so, and names no field', async () => {
  const sandbox = await Sandbox.open({ MARKET_ALWAYS_OPEN: 'true' });
  const orderId = await sandbox.order(await sandbox.invest(), { quantity: 3 });
  const fill = { action: 'fill', orderId };
  await expect(sandbox.call('scriptCounterparty', { ...fill, parts: 4 })).rejects.toThrow(
    'must not be above the shares, 3',
  );
  await sandbox.call('scriptCounterparty', fill);
  await expect(sandbox.call('scriptCounterparty', fill)).rejects.toThrow('nothing of the order is left');
  await sandbox.call('scriptCounterparty', { ...fill, quantity: 1 });
});

test('a script that fills an order says how many shares reached it, and how many others took', async () => {
  const sandbox = await Sandbox.open({ MARKET_ALWAYS_OPEN: 'true' });
  const investor = await sandbox.invest();
  const orderId = await sandbox.order(investor, { quantity: 3, price: '10' });
  await sandbox.order(investor, { quantity: 2, price: '10.5' });
  const { scripts } = await sandbox.call('scriptCounterparty', { action: 'fill', orderId, quantity: 6 });
  const [{ outcome }] = scripts as [{ readonly outcome: string }];
  expect(JSON.parse(outcome)).toMatchObject({ fill: { reached: '3', others: '2', left: '1', cancelled: '0' } });
});

test('what makes no sense is refused, and changes nothing', async () => {
  const sandbox = await Sandbox.open();
  await sandbox.freeze();
  const refused = (method: string, fields: object) => expect(sandbox.call(method, { ...fields })).rejects;
  await refused('advanceClock', {}).toThrow();
  await refused('advanceClock', { by: '3' }).toThrow();
  await refused('advanceClock', { by: '9999w' }).toThrow();
  await refused('advanceClock', { by: '1h', to: '2026-11-03T00:00:00Z' }).toThrow();
  await refused('advanceClock', { to: '2026-11-02T12:59:59Z' }).toThrow();
  await refused('advanceClock', { to: '2046-11-02T12:59:59Z' }).toThrow();
  await refused('setClock', { mode: 'frozen', rate: 2 }).toThrow();
  await refused('getClockAdvance', { advanceId: 'unknown' }).toThrow();
  expect(sandbox.now).toBe('2026-11-02T13:00:00.000Z');
  // One at a time.
  const { advance } = (await sandbox.call('advanceClock', { by: '8w', wait: 0 })) as {
    advance: { advanceId: string };
  };
  await refused('advanceClock', { by: '1h' }).toThrow();
  await refused('setClock', { mode: 'running' }).toThrow();
  expect(await sandbox.call('getClock')).toMatchObject({ clock: { advanceId: advance.advanceId } });
  let found = await sandbox.read(advance.advanceId, { wait: 60, limit: 1 });
  expect(found).toMatchObject({ state: 'Done', now: '2026-12-28T13:00:00.000000Z' });
  // No security, so no market; what happened is read a page at a time.
  expect(found.next).toBeNull();
  found = await sandbox.advance({ by: '1s' });
  expect(found.advanceId).not.toBe(advance.advanceId);
});

test('what happened is read a page at a time', async () => {
  const sandbox = await Sandbox.open();
  const investor = await sandbox.invest();
  await sandbox.freeze();
  await sandbox.order(investor, { expiration: 'Day' });
  await sandbox.order(investor, { expiration: 'Day' });
  const all = await sandbox.advance({ by: '1d' });
  expect(all.events.map(({ name }) => name)).toContain('updateOrder');
  const page = await sandbox.read(all.advanceId, { limit: 1 });
  expect(page.events).toEqual(all.events.slice(0, 1));
  const rest = await sandbox.read(all.advanceId, { after: page.next, limit: 500 });
  expect([...page.events, ...rest.events]).toEqual(all.events);
});

test('a restart goes on where time was, and with an advance that was cut off; production refuses it', async () => {
  const ENCRYPTION_KEY = Buffer.alloc(32, 1).toString('base64');
  const sandbox = await Sandbox.open({ ENCRYPTION_KEY });
  const { securityId } = await sandbox.invest();
  await sandbox.freeze();
  await sandbox.advance({ by: '1d' });
  await sandbox.service.stop();
  const settings = { DATA_DIR: sandbox.config.DATA_DIR, ENCRYPTION_KEY };
  const second = await Sandbox.open(settings);
  expect(second.now).toBe('2026-11-03T13:00:00.000Z');
  const cut = second.call('advanceClock', { by: '12w', wait: 60 });
  await expect.poll(() => second.events.length).toBeGreaterThan(10);
  await second.service.stop();
  expect(await cut).toMatchObject({ advance: { state: 'Failed' } });
  expect(second.now < '2027-01-26T13:00:00.000Z').toBe(true);
  const third = await Sandbox.open(settings);
  await third.rest();
  expect(third.now).toBe('2027-01-26T13:00:00.000Z');
  const opened = (await third.openings(securityId)).filter((time) => time > '2026-11-03T13:00:00');
  expect(opened).toHaveLength(56);
  expect(new Set(opened).size).toBe(opened.length);
  await third.service.stop();
  const production = readConfig({
    ...settings,
    ...{ PORT: '0', LEGACY_PORT: '0', METRICS_PORT: '0', ENVIRONMENT: 'production' },
  });
  await expect(Service.open(production, pino({ level: 'silent' }))).rejects.toThrow(/clock was moved/);
});
