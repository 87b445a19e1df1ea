/** V71: a command that is applied after its deadline changes nothing. */
import { describe, expect, test } from 'vitest';
import { DEADLINES_SINCE } from '../../src/exchange/api/rules.ts';
import type { OrderId } from '../../src/exchange/api/units.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { linesOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { turn } from '../support/manual-time.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openVenue, order, replace, security } from './venue.ts';

const START = Date.UTC(2026, 10, 20, 15) * 1000;

class Desk {
  readonly state = new VenueState(0);
  now = START;

  constructor() {
    this.state.sink = () => {};
    this.apply({ type: 'rules', version: DEADLINES_SINCE });
    this.apply(security());
    this.apply({ type: 'session', action: 'open', securityId: null, date: '2026-11-20', dayOver: false, scheduled: 1 });
  }

  apply(command: UntimedCommand) {
    return this.state.apply({ ...command, time: this.now } as JournaledCommand);
  }

  /** Everything that the state consists of, without the time of the last command. */
  get all(): unknown[] {
    const { counters } = this.state;
    const time = counters.time;
    counters.time = 0;
    const lines = [...linesOf(this.state)];
    counters.time = time;
    return lines;
  }
}

const LATE = { ok: false, refusal: 'too late' };
const at = (deadline: number) => ({ ...order(), deadline });
const change = (orderId: number, deadline: number) => ({ ...replace(orderId, { quantity: 50 }), deadline });

describe('an order and a replacement', () => {
  test('are accepted until the deadline, that moment included', () => {
    const desk = new Desk();
    const entered = desk.apply(at(START));
    expect(entered).toMatchObject({ ok: true, order: { status: 'Live' } });
    const { orderId } = (entered as { order: { orderId: number } }).order;
    desk.now += 5;
    expect(desk.apply(change(orderId, START + 5))).toMatchObject({ ok: true, order: { quantity: 50 } });
  });

  test('are refused from the next microsecond on, and change nothing', () => {
    const desk = new Desk();
    const entered = desk.apply(order());
    const { orderId } = (entered as { order: { orderId: number } }).order;
    const before = desk.all;
    desk.now += 1;
    expect(desk.apply(at(START))).toMatchObject(LATE);
    expect(desk.apply(change(orderId, START))).toMatchObject(LATE);
    expect(desk.all).toEqual(before);
  });

  test('that waited for the disk are judged when they are applied', async () => {
    const { exchange, files, time } = openVenue({ folder: temporaryFolder() });
    await exchange.submit(security());
    const gate = Promise.withResolvers<void>();
    files.gate = gate.promise;
    const first = exchange.submit(order());
    await turn();
    const [late, inTime] = [exchange.submit(at(time.nowUs() + 1)), exchange.submit(at(time.nowUs() + 2))];
    time.moveTo(time.nowUs() + 2);
    files.gate = null;
    gate.resolve();
    expect(await Promise.all([first, late, inTime])).toMatchObject([{ ok: true }, LATE, { ok: true }]);
  });
});

test('a replacement of an order of another client says nothing of its deadline', () => {
  const desk = new Desk();
  const entered = desk.apply(order({ clientId: 'b' }));
  const { orderId } = (entered as { order: { orderId: OrderId } }).order;
  desk.now += 1;
  expect(desk.apply(change(orderId, START))).toMatchObject({ ok: false, refusal: 'unknown order' });
});
