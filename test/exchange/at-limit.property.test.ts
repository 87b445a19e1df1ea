/**
 * Clients at their limits, by orders that fill many times: after each step every small order is asked for, and exactly
 * those are refused that the live orders and matches, added up from scratch, leave no room for (V50, V52).
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EnterCommand } from '../../src/exchange/api/commands.ts';
import type { LimitName } from '../../src/exchange/api/limit-policy.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { runs } from '../support/thorough.ts';
import { ModelPositions } from './limits-model.ts';
import { cancel, DOLLAR, type OrderFields, order, replace, security } from './venue.ts';

const TIME = 1_800_000_000_000_000;
const SEVEN = 7 as SecurityId;
const ACCOUNTS = [null, 'x'] as const;
const LIMITS = { maxOpenOrders: 4, maxOpenValue: BigInt(200 * DOLLAR), noShortSale: true } as const;
const HELD = 6;

type Step =
  | {
      readonly do: 'own' | 'other';
      readonly side: 'buy' | 'sell';
      readonly dollars: number;
      readonly quantity: number;
      readonly accountId: null | 'x';
    }
  | { readonly do: 'cancel' | 'replace'; readonly at: number; readonly quantity: number };

const quantity = fc.integer({ min: 1, max: 9 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('own' as const, 'own', 'other'),
      side: fc.constantFrom('buy' as const, 'sell'),
      dollars: fc.integer({ min: 9, max: 11 }),
      quantity,
      accountId: fc.constantFrom(...ACCOUNTS),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'replace'), at: fc.nat(3), quantity }) },
);

class Run {
  readonly state = new VenueState(0);
  readonly positions = new ModelPositions();
  fills = 0;

  constructor() {
    this.state.sink = (event) => {
      this.positions.see(event, true);
      if (event.type === 'order' && event.change === 'filled' && event.order.remaining > 0) this.fills++;
    };
    this.apply({ type: 'rules', version: 3 });
    this.apply(security({}));
    this.apply({ type: 'session', action: 'open', securityId: null, date: '2026-11-20', dayOver: false, scheduled: 1 });
    const limits = { type: 'setLimits', clientId: 'a', tightens: false, expected: null } as const;
    this.apply({ ...limits, accountId: null, policy: LIMITS });
    this.apply({ ...limits, accountId: 'x', policy: { maxOpenOrders: 2 } });
    for (const accountId of ACCOUNTS) {
      const position = { clientId: 'a', accountId, securityId: SEVEN, quantity: HELD };
      this.apply({ type: 'setPositions', positions: [position] });
      this.positions.set('a', accountId, SEVEN, HELD);
    }
  }

  apply(command: UntimedCommand) {
    return this.state.apply({ ...command, time: TIME } as JournaledCommand);
  }

  play(one: Step): void {
    if ('dollars' in one) {
      const { side, dollars, quantity: shares, accountId } = one;
      const clientId = one.do === 'own' ? 'a' : 'b';
      this.apply(order({ clientId, accountId, side, price: dollars * DOLLAR, quantity: shares }));
      return;
    }
    const own = [...this.state.orders.ofClient('a')];
    const named = own[one.at % Math.max(1, own.length)];
    if (named === undefined) return;
    this.apply(one.do === 'cancel' ? cancel(named.orderId) : replace(named.orderId, { quantity: one.quantity }));
  }

  /** The limits that an order would exceed, added up from nothing. */
  brokenBy({ ticket, price, quantity: shares }: EnterCommand): LimitName[] {
    const own = [...this.state.orders.ofClient('a')];
    const ofAccount = own.filter((one) => one.ticket.accountId === ticket.accountId);
    const open = own.reduce((sum, one) => sum + one.price * one.remaining, 0);
    const offered = ofAccount.reduce((sum, one) => sum + (one.ticket.side === 'sell' ? one.remaining : 0), 0);
    const held = this.positions.of('a', ticket.accountId, SEVEN);
    const broken: LimitName[] = [];
    if (own.length >= LIMITS.maxOpenOrders) broken.push('maxOpenOrders');
    if (ticket.accountId === 'x' && ofAccount.length >= 2) broken.push('maxOpenOrders');
    if (open + price * shares > LIMITS.maxOpenValue) broken.push('maxOpenValue');
    if (ticket.side === 'sell' && shares > held - offered) broken.push('noShortSale');
    return broken;
  }
}

const ASKED: readonly OrderFields[] = ACCOUNTS.flatMap((accountId) =>
  (['buy', 'sell'] as const).flatMap((side) =>
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((shares) => ({ accountId, side, quantity: shares })),
  ),
);

test('exactly what is left of a limit is taken, however often orders filled', () => {
  const seen = { fills: 0, broken: new Map<LimitName, number>(), fits: 0, shortByOffers: 0 };
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
      const run = new Run();
      for (const one of steps) {
        run.play(one);
        for (const fields of ASKED) {
          const asked = order({ ...fields, clientId: 'a' });
          const outcome = run.state.wouldEnter(asked, TIME);
          const broken = run.brokenBy(asked);
          const said = outcome.ok ? undefined : outcome.breach?.limit;
          if (broken.length === 0) expect(outcome).toMatchObject({ ok: true });
          else expect(broken).toContain(said);
          for (const name of broken) seen.broken.set(name, (seen.broken.get(name) ?? 0) + 1);
          if (broken.length === 0) seen.fits++;
        }
      }
      seen.fills += run.fills;
    }),
    { numRuns: runs(30, 500), seed: 1 },
  );
  expect(seen.fills).toBeGreaterThan(runs(100, 100));
  expect(seen.fits).toBeGreaterThan(runs(1000, 1000));
  for (const name of ['maxOpenOrders', 'maxOpenValue', 'noShortSale'] as const) {
    expect(seen.broken.get(name), name).toBeGreaterThan(runs(200, 200));
  }
});
