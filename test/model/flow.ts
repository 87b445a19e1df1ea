import fc from 'fast-check';
import {
  ALL_OR_NONE,
  type BookContingency,
  type BookSide,
  BUY,
  CANCEL_BOTH,
  CANCEL_NEWEST,
  CANCEL_OLDEST,
  type Guards,
  MINIMUM,
  NO_PREVENTION,
  NOBODY,
  NONE,
  POST_ONLY,
  SELL,
} from '../../src/matching/index.ts';
import type { BookCommand } from './commands.ts';

/** What random flow is made of. Few prices and few sizes make contingent orders meet often. */
export interface FlowShape {
  readonly prices: number;
  readonly quantity: number;
  /** Multiples of this are preferred, so that sizes are often equal and sometimes odd. */
  readonly lot: number;
  /** Bids have mostly this quantity or more, and a contingency; offers build up below it (M7). Alike when absent. */
  readonly largeBids?: number;
  /** Shares that orders with a contingency have more than others, so that hardly any of these can fill one. */
  readonly largeContingent?: number;
  /** Owners of orders, each of which has a mode of self-trade prevention now and then (M15). None when absent. */
  readonly owners?: number;
  /** Of a hundred orders, how many are post-only (M18). */
  readonly postOnly?: number;
  /** Of a hundred orders, how many ask for a display quantity (M19), some of which must not have one. */
  readonly parted?: number;
  /** How many orders of a hundred have no contingency; 27 when absent. */
  readonly plain?: number;
}

export function commandOf(shape: FlowShape): fc.Arbitrary<BookCommand> {
  const pick = fc.nat({ max: 1000 });
  return fc.oneof(
    { weight: 60, arbitrary: enterOf(shape) },
    { weight: 8, arbitrary: fc.record({ type: fc.constant('cancel' as const), pick }) },
    { weight: 12, arbitrary: replaceOf(shape) },
    { weight: 2, arbitrary: fc.constant<BookCommand>({ type: 'close' }) },
    { weight: 3, arbitrary: fc.constant<BookCommand>({ type: 'open' }) },
    { weight: 4, arbitrary: fc.constant<BookCommand>({ type: 'continue' }) },
    { weight: 1, arbitrary: fc.constant<BookCommand>({ type: 'snapshot' }) },
  );
}

function termsOf({ prices, quantity, lot, plain = 27 }: FlowShape) {
  const lots = fc.integer({ min: 1, max: Math.floor(quantity / lot) }).map((count) => count * lot);
  const size = fc.oneof(
    { weight: 5, arbitrary: lots },
    { weight: 3, arbitrary: fc.integer({ min: 1, max: quantity }) },
    // Initiators that need several contras at once.
    { weight: 2, arbitrary: fc.integer({ min: quantity, max: 3 * quantity }) },
  );
  return {
    price: fc.integer({ min: 100, max: 99 + prices }),
    quantity: size,
    contingency: fc.oneof(
      { weight: 8 * plain, arbitrary: fc.constant<BookContingency>(NONE) },
      { weight: 5 * (100 - plain), arbitrary: fc.constant<BookContingency>(ALL_OR_NONE) },
      { weight: 3 * (100 - plain), arbitrary: fc.constant<BookContingency>(MINIMUM) },
    ),
    // Sometimes above the quantity, which the book must refuse.
    minimum: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: lot }) }, { weight: 1, arbitrary: size }),
  };
}

const MODES = fc.constantFrom<Guards>(NO_PREVENTION, CANCEL_NEWEST, CANCEL_OLDEST, CANCEL_BOTH);

function guardsOf({ owners, postOnly = 0 }: FlowShape): fc.Arbitrary<Guards> {
  const mode = owners === undefined ? fc.constant<Guards>(NO_PREVENTION) : MODES;
  if (postOnly === 0) return mode;
  return fc.tuple(mode, fc.nat(99)).map(([guards, n]) => (guards + (n < postOnly ? POST_ONLY : 0)) as Guards);
}

function displayOf({ parted = 0, quantity, lot }: FlowShape): fc.Arbitrary<number> {
  if (parted === 0) return fc.constant(0);
  const display = fc.oneof(fc.integer({ min: 1, max: lot }), fc.integer({ min: 1, max: quantity }));
  return fc.tuple(display, fc.nat(99)).map(([shares, n]) => (n < parted ? shares : 0));
}

/** Few orders with a contingency ask for a display quantity, which they must not have. */
function mostlyLawful<Terms extends { readonly contingency: BookContingency; readonly display: number }>(
  terms: fc.Arbitrary<Terms>,
): fc.Arbitrary<Terms> {
  return terms.map((all) => (all.contingency !== NONE && all.display % 7 > 0 ? { ...all, display: 0 } : all));
}

function enterOf(shape: FlowShape): fc.Arbitrary<BookCommand> {
  const each = fc.record({
    type: fc.constant('enter' as const),
    side: fc.constantFrom<BookSide>(BUY, SELL),
    ...termsOf(shape),
    immediate: fc.integer({ min: 0, max: 9 }).map((n) => n === 9),
    disclosed: fc.integer({ min: 0, max: 3 }).map((n) => n !== 3),
    owner: shape.owners === undefined ? fc.constant(NOBODY) : fc.integer({ min: NOBODY, max: shape.owners }),
    guards: guardsOf(shape),
    display: displayOf(shape),
  });
  const enter = mostlyLawful(each);
  const { largeBids, largeContingent } = shape;
  if (largeContingent !== undefined) {
    return enter.map((command) => {
      if (command.contingency === NONE) return command;
      const more = { quantity: largeContingent + command.quantity, minimum: largeContingent + command.minimum };
      return { ...command, ...more };
    });
  }
  if (largeBids === undefined) return enter;
  return fc
    .tuple(enter, fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 4 }))
    .map(([command, kind, share]) => {
      if (command.side === SELL || kind === 0) return command;
      const quantity = largeBids + command.quantity;
      const contingency = kind < 5 ? ALL_OR_NONE : MINIMUM;
      return { ...command, quantity, contingency, minimum: Math.ceil((quantity * share) / 4) };
    });
}

function replaceOf(shape: FlowShape): fc.Arbitrary<BookCommand> {
  const pick = fc.nat({ max: 1000 });
  const type = fc.constant('replace' as const);
  return mostlyLawful(fc.record({ type, pick, ...termsOf(shape), display: displayOf(shape) }));
}

/** Every shape has its own way to bring contingent orders together. */
export const SHAPES: Readonly<Record<string, FlowShape>> = {
  'one price, equal sizes': { prices: 1, quantity: 12, lot: 3 },
  'few prices, small sizes': { prices: 3, quantity: 10, lot: 2 },
  'several prices, larger sizes': { prices: 6, quantity: 40, lot: 10 },
  'small offers below large contingent bids': { prices: 2, quantity: 4, lot: 2, largeBids: 6 },
  'few owners with modes of all kinds (M15)': { prices: 3, quantity: 12, lot: 3, owners: 3 },
  // Only orders with a contingency are searched for (M4), and many end on entering: hence so few without one.
  'post-only orders among all others (M18)': { prices: 5, quantity: 20, lot: 5, owners: 4, postOnly: 25, plain: 15 },
  'display quantities among all others (M19)': { prices: 3, quantity: 20, lot: 4, owners: 6, parted: 80, plain: 50 },
};

/** Most commands take the fast path of orders without contingency (plain-flow.ts), with orders that may not. */
export const MOSTLY_PLAIN: Readonly<Record<string, FlowShape>> = {
  'few prices': { prices: 4, quantity: 12, lot: 3, plain: 92 },
  'many prices': { prices: 60, quantity: 40, lot: 10, plain: 95 },
  'small orders that build up': { prices: 3, quantity: 6, lot: 2, plain: 85, largeContingent: 20 },
  owners: { prices: 8, quantity: 12, lot: 3, plain: 98, owners: 2 },
  'post-only': { prices: 8, quantity: 12, lot: 3, plain: 95, postOnly: 30 },
  'few display quantities': { prices: 8, quantity: 12, lot: 3, plain: 97, parted: 4 },
};
