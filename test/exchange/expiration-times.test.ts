/** Orders with an expiration time end at that minute, and not with a close (M14). */
import { describe, expect, test } from 'vitest';
import type { JournaledCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { microsOf, turn } from '../support/manual-time.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { restartedState } from './restarted-state.ts';
import { DOLLAR, idOfOrder, type OrderFields, openVenue, order, security, type TestVenue } from './venue.ts';

const until = (time: string, over: OrderFields = {}) =>
  order({
    ...{ expiration: 'Other', expirationDate: '2026-11-20' },
    ...over,
    optional: { ...over.optional, expirationTime: time },
  });

/** Of New York. */
const at = (time: string) => microsOf(`2026-11-20T${time}:00-05:00`);

async function open(folder = temporaryFolder()): Promise<TestVenue> {
  const venue = openVenue({ folder });
  await venue.exchange.submit(security());
  return venue;
}

async function moved({ exchange, time }: TestVenue, to: number): Promise<void> {
  time.moveTo(to);
  await turn();
  await exchange.submit(security());
}

describe('an order with an expiration time', () => {
  test('ends at its minute, and not a microsecond before', async () => {
    const venue = await open();
    const id = idOfOrder(await venue.exchange.submit(until('10:30')));
    await moved(venue, at('10:30') - 1);
    expect(venue.exchange.order(id)).toMatchObject({ status: 'Live' });
    await moved(venue, at('10:30'));
    const ended = venue.events.findLast((event) => event.type === 'order' && event.order.orderId === id);
    expect(ended).toMatchObject({ change: 'expired', order: { orderId: id } });
  });

  test('outlives the close of its day when the minute is later', async () => {
    const venue = await open();
    const [late, usual] = [
      idOfOrder(await venue.exchange.submit(until('18:45'))),
      idOfOrder(await venue.exchange.submit(order({ expiration: 'Other', expirationDate: '2026-11-20' }))),
    ];
    await moved(venue, at('18:44'));
    expect(venue.exchange.order(usual)?.status).not.toBe('Live');
    expect(venue.exchange.order(late)).toMatchObject({ status: 'Live' });
    await moved(venue, at('18:45'));
    expect(venue.exchange.order(late)?.status).not.toBe('Live');
  });

  test('ends with all others of its minute, however many, in commands of at most 1,000 (M17)', async () => {
    const venue = await open();
    const ids = new Set<number>();
    for (let half = 0; half < 2; half++) {
      const entered = Array.from({ length: 1_100 }, () => venue.exchange.submit(until('10:30', { quantity: 1 })));
      for (const outcome of await Promise.all(entered)) ids.add(idOfOrder(outcome));
    }
    const ended: number[] = [];
    const gone = Promise.withResolvers<void>();
    venue.exchange.subscribe((event) => {
      if (event.type === 'order' && event.change === 'expired') ended.push(event.order.orderId);
      if (ended.length === ids.size) gone.resolve();
    });
    venue.time.moveTo(at('10:30'));
    await gone.promise;
    expect(new Set(ended)).toEqual(ids);
  });

  test('that passed while the venue was down ends before anything else trades', async () => {
    const folder = temporaryFolder();
    const before = await open(folder);
    const id = idOfOrder(await before.exchange.submit(until('10:30', { clientId: 'b' })));
    await before.exchange.stop();
    before.time.moveTo(at('11:00'));
    const after = openVenue({ folder, time: before.time });
    const sell = await after.exchange.submit(order({ clientId: 'c', side: 'sell' }));
    expect(sell).toMatchObject({ ok: true, order: { status: 'Live' } });
    expect(after.events.filter(({ type }) => type === 'match')).toEqual([]);
    expect(after.exchange.order(id)?.status).not.toBe('Live');
  });

  test('is known after a snapshot', () => {
    const state = new VenueState(0);
    state.sink = () => {};
    for (const command of [security(), until('10:30'), until('10:31'), order()]) {
      state.apply({ ...command, time: at('10:00') } as JournaledCommand);
    }
    expect(state.orders.expiries.size).toBe(2);
    expect(restartedState(state).orders.expiries.entries()).toEqual(state.orders.expiries.entries());
  });
});

describe('an order that waited for the disk until after its end', () => {
  test.each([
    ['minute', until('10:30'), at('10:30')],
    ['date', order({ expiration: 'Other', expirationDate: '2026-11-20' }), microsOf('2026-11-21T00:00:00-05:00')],
  ])('is refused, by its %s', async (_what, waiting, end) => {
    const { exchange, files, time } = openVenue({ folder: temporaryFolder(), alwaysOpen: true });
    await exchange.submit(security());
    await exchange.submit(order({ clientId: 'b', side: 'sell' }));
    const gate = Promise.withResolvers<void>();
    files.gate = gate.promise;
    const first = exchange.submit(order({ clientId: 'c', side: 'sell', price: 99 * DOLLAR }));
    await turn();
    const second = exchange.submit(waiting);
    time.moveTo(end);
    files.gate = null;
    gate.resolve();
    await first;
    expect(await second).toMatchObject({ ok: false, refusal: 'order has expired' });
  });
});
