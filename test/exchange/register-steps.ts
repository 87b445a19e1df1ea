/** What may happen to a register, in any order. */
import fc from 'fast-check';
import type { Lot } from '../../src/exchange/records/register/lots.ts';
import { inMillionths } from '../../src/exchange/records/register/units.ts';
import type { MadeLot } from '../model/register-lots.ts';
import type { ModelSplit } from '../model/register-splits.ts';
import { DOLLAR } from './venue.ts';

export const MILLION = 1_000_000;

/** Clients with and without accounts, by their names in the model. */
export const WHOSE: Readonly<Record<string, { readonly clientId: string; readonly accountId: string | null }>> = {
  a: { clientId: 'a', accountId: null },
  'a/x': { clientId: 'a', accountId: 'x' },
  b: { clientId: 'b', accountId: null },
  'c/y': { clientId: 'c', accountId: 'y' },
};
export const NAMES = Object.keys(WHOSE);
type Terms = { readonly price: number; readonly quantity: number };
export interface HeldLot {
  readonly ago: number;
  readonly quantity: number;
  /** Millionths of a share. */
  readonly rest: number;
}
export interface TenderStep extends Terms {
  readonly do: 'tender';
  /** A tender is announced, or the one that is has effect; false: it is answered. */
  readonly isEnd: boolean;
  /** In percent of what the holder has; 0: withdrawn. */
  readonly answers: readonly (readonly [name: string, percent: number])[];
  readonly isKept: boolean;
}
export type Step =
  | ({ readonly do: 'trade'; readonly buyer: string; readonly seller: string } & Terms)
  | ({ readonly do: 'adjust'; readonly back: number; readonly keeps: boolean } & Terms)
  | { readonly do: 'bust' | 'settled' | 'canceled'; readonly back: number }
  | { readonly do: 'position'; readonly name: string; readonly quantity: number; readonly averageCost: number | null }
  | { readonly do: 'holding'; readonly name: string; readonly lots: readonly HeldLot[] }
  | { readonly do: 'issue'; readonly name: string; readonly units: number; readonly cost: number; readonly ago: number }
  | { readonly do: 'takeBack' | 'again'; readonly back: number; readonly offered: number }
  | { readonly do: 'short'; readonly name: string; readonly quantity: number }
  | ({ readonly do: 'split' } & ModelSplit)
  | { readonly do: 'redeem'; readonly to: number; readonly from: number; readonly isKept: boolean }
  | TenderStep
  | { readonly do: 'night' }
  | { readonly do: 'restart' };

const name = fc.constantFrom(...NAMES);
const quantity = fc.integer({ min: 1, max: 4 }).map((tens) => tens * 10);
const price = fc.integer({ min: 1, max: 40 * DOLLAR });
const back = fc.oneof({ weight: 3, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.nat(30) });
const rest = fc.oneof(fc.constant(0), fc.nat(MILLION - 1));
const lots = fc.array(fc.record({ ago: fc.nat(4), quantity, rest }), { maxLength: 3 });

export const aTender: fc.Arbitrary<TenderStep> = fc.record({
  ...{ do: fc.constant('tender' as const), isEnd: fc.constantFrom(true, true, false), isKept: fc.boolean(), price },
  quantity: fc.integer({ min: 1, max: 60 }),
  answers: fc.array(fc.tuple(name, fc.constantFrom(0, 10, 33, 50, 75, 100, 100, 120)), { maxLength: 5 }),
});

export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ do: fc.constant('trade' as const), buyer: name, seller: name, quantity, price }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('adjust' as const), back, quantity, price, keeps: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('bust' as const, 'canceled' as const), back }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('settled' as const), back }) },
  {
    weight: 1,
    arbitrary: fc.record({
      ...{ do: fc.constant('position' as const), name },
      quantity: fc.integer({ min: -4, max: 6 }).map((tens) => tens * 10),
      averageCost: fc.option(price, { nil: null }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('holding' as const), name, lots }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('short' as const), name, quantity }) },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ do: fc.constant('issue' as const), name },
      units: fc.oneof(
        fc.integer({ min: 1, max: 40 }).map((shares) => shares * MILLION),
        fc.integer({ min: 1, max: 9e7 }),
      ),
      cost: fc.integer({ min: 0, max: 400 * DOLLAR }),
      ago: fc.nat(2),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('takeBack' as const, 'again' as const), back, offered: fc.nat(2) }),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({
        do: fc.constant('split' as const),
        to: fc.nat(9),
        from: fc.nat(9),
        isUp: fc.boolean(),
        keepsParts: fc.boolean(),
      })
      .map(({ to, from, ...more }) => ({ ...more, to: to + 1, from: from + 1 })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ do: fc.constant('redeem' as const), to: fc.nat(4), more: fc.nat(5), isKept: fc.boolean() })
      .map(({ to, more, ...step }) => ({ ...step, to: to + 1, from: to + 1 + more })),
  },
  {
    weight: 7,
    arbitrary: aTender,
  },
  { weight: 3, arbitrary: fc.constant({ do: 'night' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
);

/** As the model has them. */
export function madeLots(lots: readonly Lot[]): MadeLot[] {
  return lots.map(([day, quantity, cost, rest = 0, origin = null, entry = 0]) => {
    return { day, units: inMillionths({ quantity, rest }), cost: cost === null ? null : BigInt(cost), origin, entry };
  });
}
