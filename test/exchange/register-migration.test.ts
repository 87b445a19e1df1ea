/** Positions and the register of transfer rules were two, and become one (REGISTER_SINCE): never silently. */
import { describe, expect, test } from 'vitest';
import { formatDay } from '../../src/calendar/civil-date.ts';
import { easternDay } from '../../src/calendar/eastern-time.ts';
import { REGISTER_SINCE } from '../../src/exchange/api/rules.ts';
import { NO_TRANSFER_RULES, type TransferRules } from '../../src/exchange/api/transfer-commands.ts';
import type { OrderId } from '../../src/exchange/api/units.ts';
import { checkState } from '../../src/exchange/desks/state-checks.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { holdersApart } from '../../src/exchange/records/register/check-register.ts';
import { digestOf, linesOf, loadLine } from '../../src/exchange/storage/snapshot-lines.ts';
import { DOLLAR, order } from './venue.ts';
import { NOW, own, SEVEN, VenueByRules } from './venue-by-rules.ts';

const TODAY = easternDay(NOW);

class Venue extends VenueByRules {
  raise(): void {
    this.take({ type: 'rules', version: REGISTER_SINCE });
    this.checkReplay();
  }

  report(clientId: string, lots: readonly (readonly [ago: number, quantity: number])[]): void {
    const dated = lots.map(([ago, quantity]) => ({ date: formatDay(TODAY - ago), quantity }));
    const holdings = [{ clientId, accountId: null, lots: dated }];
    this.take({ type: 'holdings', clientId: 'owner', byOperator: false, securityId: SEVEN, holdings });
  }

  rule(rules: Partial<TransferRules>): void {
    const whole = { ...NO_TRANSFER_RULES, ...rules };
    this.take({
      ...{ type: 'transferRules', clientId: 'owner', byOperator: false, securityId: SEVEN },
      ...{ rules: whole, version: null },
    });
  }

  /** Position and registered shares, of a and b. */
  get shares() {
    return ['a', 'b'].map((one) => [
      this.state.register.of(own(one)),
      this.state.register.in(SEVEN).sharesOf(own(one)),
    ]);
  }
}

describe('by the rules of before', () => {
  test.each([3, 9])('of version %s the register begins with a report, and does not follow a bust', (rules) => {
    const venue = new Venue(rules);
    venue.trade('a', 'b', 20);
    expect(venue.shares).toEqual([
      [20, 0],
      [-20, 0],
    ]);
    venue.report('b', [[50, 100]]);
    venue.trade('a', 'b', 30);
    venue.restart();
    expect(venue.shares).toEqual([
      [50, 30],
      [-50, 70],
    ]);
    expect(venue.bust(1)).toMatchObject({ ok: true });
    expect(venue.shares).toEqual([
      [20, 30],
      [-20, 70],
    ]);
  });
});

describe('with the new rules', () => {
  test('holders of whom both say something else are listed, until a report states what they have', () => {
    const venue = new Venue(3);
    venue.rule({ holdingDays: 10 });
    venue.report('b', [[50, 100]]);
    venue.trade('a', 'b', 30);
    expect(holdersApart(venue.state.register)).toContainEqual(
      'register: ["b",null] in security 7 has a position of -30, and 70 by its transfer rules',
    );
    venue.raise();
    expect(holdersApart(venue.state.register)).toEqual([
      'register: ["b",null] in security 7 has a position of -30, and 70 by its transfer rules',
    ]);
    venue.restart();
    expect(holdersApart(venue.state.register)).toHaveLength(1);
    venue.report('b', [[50, 70]]);
    expect(holdersApart(venue.state.register)).toEqual([]);
  });

  test('what both say of a holder is one, with its lots; it follows busts', () => {
    const venue = new Venue(3);
    venue.rule({ holdingDays: 10 });
    venue.take({ type: 'setPositions', positions: [{ ...own('b'), quantity: 100 }] });
    venue.report('b', [[50, 100]]);
    venue.trade('a', 'b', 30);
    venue.raise();
    expect(venue.shares).toEqual([
      [30, 30],
      [70, 70],
    ]);
    expect(venue.state.register.in(SEVEN).acquiredBy(own('b'), TODAY - 10)).toBe(70);
    venue.bust(0);
    expect(venue.shares).toEqual([
      [0, 0],
      [100, 100],
    ]);
    // What is returned by a match that is not kept has no day: it is too young.
    expect(venue.state.register.in(SEVEN).acquiredBy(own('b'), TODAY)).toBe(70);
  });

  test('what they say differently stays so until a report of the holder, or until they agree', () => {
    const venue = new Venue(3);
    venue.report('b', [[50, 100]]);
    venue.trade('a', 'b', 30);
    venue.raise();
    // a's position and entry are one; b never had a position set.
    expect(venue.shares).toEqual([
      [30, 30],
      [-30, 70],
    ]);
    venue.restart();
    venue.trade('a', 'b', 10);
    expect(venue.shares).toEqual([
      [40, 40],
      [-40, 60],
    ]);
    venue.report('b', [[50, 25]]);
    expect(venue.shares[1]).toEqual([25, 25]);
    venue.bust(1);
    expect(venue.shares).toEqual([
      [30, 30],
      [35, 35],
    ]);
    const other = new Venue(3);
    other.report('b', [[50, 10]]);
    other.raise();
    expect(other.shares[1]).toEqual([0, 10]);
    other.trade('c', 'b', 10);
    expect(other.state.register.find(own('b'))).toMatchObject({ quantity: -10, apart: null });
  });

  test('positions of securities without rules are holders, with shares of no day', () => {
    const venue = new Venue(3);
    venue.trade('a', 'b', 20);
    venue.raise();
    expect(venue.shares).toEqual([
      [20, 20],
      [-20, 0],
    ]);
    venue.rule({ holdingDays: 0, holdersMax: 1 });
    venue.take(order({ clientId: 'a', side: 'sell', quantity: 20, price: 99 * DOLLAR }));
    expect([...venue.state.orders.values()].map(({ held }) => held)).toEqual(['holding period']);
    venue.trade('c', 'd', 5);
    const held = [...venue.state.orders.values()].map(({ ticket, held: cause }) => [ticket.clientId, cause]);
    expect(held.sort()).toEqual([
      ['a', 'holding period'],
      ['c', 'holder cap'],
    ]);
  });

  test('a snapshot of a release before has the same', () => {
    const venue = new Venue(3);
    venue.trade('a', 'b', 20);
    venue.report('b', [
      [50, 60],
      [40, 40],
    ]);
    const before = new VenueState(0);
    Object.assign(before.counters, JSON.parse(JSON.stringify(venue.state.counters)));
    const lots = [TODAY - 50, 60, TODAY - 40, 40];
    for (const line of linesOf(venue.state)) {
      if (line[0] === 'holder') {
        const [, clientId, , , [[quantity, cost]]] = line;
        loadLine(before, ['position', [clientId, null, 7, quantity, cost]]);
      } else if (line[0] === 'transfer') {
        const register = [['b\n', [lots.slice(0, 2), lots.slice(2)]]];
        loadLine(before, [line[0], line[1], { ...line[2], register }] as never);
      } else loadLine(before, line);
    }
    expect(digestOf(before)).toBe(digestOf(venue.state));
    checkState(before);
  });
});

test('canceled settlements, busts and positions are judged: what may not be sold any more is held (M16)', () => {
  const venue = new Venue(REGISTER_SINCE);
  venue.rule({ holdingDays: 0, holdersMax: 2 });
  venue.report('b', [[5, 100]]);
  venue.trade('a', 'b', 30);
  const offered = venue.take(order({ clientId: 'a', side: 'sell', quantity: 30, price: 12 * DOLLAR }));
  const orderId = (offered as { order: { orderId: OrderId } | null }).order?.orderId ?? ((1003 * 100) as OrderId);
  const held = () => venue.state.orders.get(orderId)?.held;
  expect(held()).toBeNull();
  const { matchId, price, quantity } = venue.matches[0]!;
  const settlement = { matchId, outcome: 'Canceled', matched: { price, quantity }, buyer: own('a'), seller: own('b') };
  const notice = { type: 'notice', noticeId: 'n1', kind: 'settlement', securityId: SEVEN, to: [] } as const;
  venue.take({ ...notice, settlement } as never);
  expect(held()).toBe('holding period');
  expect(venue.shares).toEqual([
    [0, 0],
    [100, 100],
  ]);
  // It is an end: neither a bust nor another report changes anything.
  expect(venue.bust(0)).toMatchObject({ ok: false, refusal: 'match has another state' });
  venue.take({ ...notice, noticeId: 'n2', settlement } as never);
  expect(venue.shares[1]).toEqual([100, 100]);
  venue.report('a', [[5, 30]]);
  venue.take({ type: 'transferDue', securityId: SEVEN });
  expect(held()).toBeNull();
  venue.take({ type: 'setPositions', positions: [{ ...own('a'), quantity: 20 }] });
  expect(held()).toBe('holding period');
});
