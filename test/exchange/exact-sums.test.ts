/** Shares stay numbers that are exact (V52), however many are bought and sold. */
import { describe, expect, test } from 'vitest';
import { RULES } from '../../src/exchange/api/rules.ts';
import { idOf, type OrderId } from '../../src/exchange/api/units.ts';
import type { UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { Lots } from '../../src/exchange/records/register/lots.ts';
import { ID } from './corporate-actions.ts';
import { restartedState } from './restarted-state.ts';
import { DOLLAR, order, replace, security } from './venue.ts';

test('lots count what is left, when more was bought and sold since than a number has exactly', () => {
  const lots = new Lots();
  const held: { readonly day: number; shares: bigint }[] = [];
  for (let day = 1; day <= 40; day++) {
    const [bought, sold] = [2 ** 50 + (day % 3), day === 1 ? 0 : 2 ** 50 - (day % 2)];
    lots.add([day, bought, 0]);
    held.push({ day, shares: BigInt(bought) });
    lots.take({ quantity: sold, rest: 0 });
    for (let left = BigInt(sold), oldest = held[0]; left > 0n && oldest !== undefined; oldest = held[0]) {
      const taken = left < oldest.shares ? left : oldest.shares;
      oldest.shares -= taken;
      left -= taken;
      if (oldest.shares === 0n) held.shift();
    }
    const until = (last: number) => held.reduce((sum, one) => (one.day <= last ? sum + one.shares : sum), 0n);
    expect([day, BigInt(lots.total)]).toEqual([day, until(day)]);
    expect(BigInt(lots.upTo(day - 1))).toBe(until(day - 1));
  }
});

describe('a security whose holders have as many shares as may be', () => {
  const MOST = 1_000_000_000_000_000;

  function venueWith(quantity: number, rules = RULES) {
    let state = new VenueState(0);
    const apply = (command: UntimedCommand) => state.apply({ ...command, time: 1 });
    apply({ type: 'rules', version: rules });
    apply(security());
    apply({ type: 'session', action: 'open', securityId: null, date: 'd', dayOver: false, scheduled: 1 });
    apply({ type: 'setPositions', positions: [{ clientId: 'a', accountId: null, securityId: ID, quantity }] });
    const refusalOf = (command: UntimedCommand) => {
      const outcome = apply(command);
      return outcome.ok ? null : outcome.refusal;
    };
    const again = () => {
      state = restartedState(state);
    };
    return { refusalOf, again };
  }

  const sale = (clientId: string, quantity: number) =>
    order({ clientId, side: 'sell', quantity, price: 9 * DOLLAR, expiration: 'GTC' });

  test('takes no sale of what is not there, and all others', () => {
    const { refusalOf, again } = venueWith(MOST - 10);
    expect(refusalOf(sale('b', 11))).toBe('too many shares');
    expect(refusalOf(sale('b', 10))).toBeNull();
    const changed = (quantity: number) => {
      return replace(idOf<OrderId>(1, 0), { clientId: 'b', quantity, price: 9 * DOLLAR });
    };
    expect([refusalOf(changed(11)), refusalOf(changed(9))]).toEqual(['too many shares', null]);
    expect(refusalOf(order({ clientId: 'c', quantity: 9, price: 9 * DOLLAR }))).toBeNull();
    again();
    // One share is left to be sold by somebody who does not have it.
    expect([refusalOf(sale('d', 2)), refusalOf(sale('d', 1))]).toEqual(['too many shares', null]);
    expect([refusalOf(sale('c', 10)), refusalOf(sale('c', 9)), refusalOf(sale('a', 1000))]).toEqual([
      ...['too many shares', null, null],
    ]);
  });

  test('takes them by earlier rules', () => {
    expect(venueWith(MOST, RULES - 1).refusalOf(sale('b', 11))).toBeNull();
  });
});
