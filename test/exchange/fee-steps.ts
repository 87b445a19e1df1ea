/** Random steps for a venue with schedules of fees. */
import fc from 'fast-check';
import type { FeeSchedule, FeeScope } from '../../src/exchange/api/fees.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import type { UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { DOLLAR, order } from './venue.ts';

export const SECURITIES = [7, 8] as SecurityId[];
export const CENT = 10_000;

const rate = fc
  .record({
    perShare: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 20_000 })),
    percent: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3_000_000 })),
    minimum: fc.constantFrom(0, 0, 100 * CENT, 250 * CENT),
    more: fc.constantFrom(0, 50 * CENT, 1000 * CENT, 1_000_000_000 * DOLLAR),
  })
  .map(({ more, ...rest }) => ({ ...rest, maximum: Math.min(rest.minimum + more, 1_000_000_000 * DOLLAR) }));

export const aSchedule: fc.Arbitrary<FeeSchedule> = fc.record(
  { initiator: rate, contra: rate, auction: rate, block: rate },
  { requiredKeys: [], noNullPrototype: true },
);

export type Step =
  | { readonly do: 'schedule'; readonly scope: FeeScope; readonly schedule: FeeSchedule | null; readonly days: number }
  | { readonly do: 'order'; readonly command: UntimedCommand }
  | { readonly do: 'cancel'; readonly at: number }
  | { readonly do: 'call' | 'uncross'; readonly securityId: SecurityId }
  | { readonly do: 'block'; readonly securityId: SecurityId; readonly quantity: number }
  | { readonly do: 'bust'; readonly at: number; readonly lag: number }
  | {
      readonly do: 'adjust';
      readonly at: number;
      readonly lag: number;
      readonly price: number;
      readonly quantity: number;
    }
  | { readonly do: 'day' | 'restart' };

/** Events that the history lacks when it is read. */
const lag = fc.oneof(fc.constant(0), fc.nat(40));
const aSecurity = fc.constantFrom(...SECURITIES);
const aScope: fc.Arbitrary<FeeScope> = fc.constantFrom(
  {},
  {},
  ...['a', 'b'].map((clientId) => ({ clientId })),
  ...SECURITIES.map((securityId) => ({ securityId })),
);

export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('schedule' as const),
      scope: aScope,
      schedule: fc.option(aSchedule, { freq: 5 }),
      days: fc.integer({ min: 0, max: 3 }),
    }),
  },
  {
    weight: 16,
    arbitrary: fc
      .record({
        securityId: aSecurity,
        clientId: fc.constantFrom('a', 'b', 'c'),
        side: fc.constantFrom('buy' as const, 'sell' as const),
        quantity: fc.integer({ min: 1, max: 60 }),
        price: fc.integer({ min: 9, max: 11 }).map((dollars) => dollars * DOLLAR + 3),
      })
      .map((over): Step => ({ do: 'order', command: order(over) })),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), at: fc.nat(40) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('call' as const, 'uncross' as const), securityId: aSecurity }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('block' as const),
      securityId: aSecurity,
      quantity: fc.integer({ min: 1, max: 99 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('bust' as const), at: fc.nat(30), lag }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('adjust' as const),
      at: fc.nat(30),
      lag,
      price: fc.integer({ min: 1, max: 20 * DOLLAR }),
      quantity: fc.integer({ min: 1, max: 80 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('day' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
);
