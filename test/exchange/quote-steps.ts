/** Random flows of quotes, and of what ends them. */
import fc from 'fast-check';

export type Step =
  | { readonly kind: 'rfq'; readonly client: number; readonly side: 'buy' | 'sell'; readonly security: number }
  | {
      readonly kind: 'quote';
      readonly client: number;
      readonly order: number;
      readonly terms: SentTerms;
      readonly account: number;
    }
  | {
      readonly kind: 'replace';
      readonly client: number;
      readonly quote: number;
      readonly version: number;
      readonly terms: SentTerms;
    }
  | { readonly kind: 'cancel' | 'decline'; readonly client: number; readonly quote: number }
  | { readonly kind: 'accept'; readonly client: number; readonly quote: number; readonly version: number }
  | { readonly kind: 'mass'; readonly client: number; readonly parts: readonly Part[] }
  | { readonly kind: 'cancelQuotes'; readonly client: number; readonly order: number }
  | { readonly kind: 'end'; readonly client: number; readonly rail: Rail }
  | { readonly kind: 'endOrder'; readonly order: number }
  | {
      readonly kind: 'protect';
      readonly client: number;
      readonly fills: number;
      readonly shares: number;
      readonly seconds: number;
    }
  | { readonly kind: 'pass'; readonly seconds: number }
  | { readonly kind: 'snapshot' };

export type Rail = 'client' | 'operator' | 'all' | 'account' | 'side' | 'timer' | 'session' | 'switch' | 'halt';
export type SentTerms = { readonly price: number; readonly quantity: number; readonly seconds: number };
export type Part = {
  readonly of: number;
  readonly isNew: boolean;
  readonly cancel: boolean;
  readonly version: number;
  readonly terms: SentTerms;
};

const client = fc.nat(2);
const place = fc.nat(12);
/** 0: none is named; 1: the current one; 2: another one. */
const version = fc.constantFrom(0, 0, 1, 2);
const terms = fc.record({
  price: fc.integer({ min: 9, max: 11 }),
  quantity: fc.integer({ min: 1, max: 60 }),
  seconds: fc.nat(4),
});
const part = fc.record({ of: place, isNew: fc.boolean(), cancel: fc.boolean(), version, terms });
const rails: readonly Rail[] = ['client', 'operator', 'all', 'account', 'side', 'timer', 'session', 'switch', 'halt'];

export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('rfq' as const),
      client,
      side: fc.constantFrom('buy', 'sell'),
      security: fc.nat(1),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('quote' as const), client, order: place, terms, account: fc.nat(1) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('replace' as const), client, quote: place, version, terms }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('cancel' as const, 'decline' as const), client, quote: place }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('accept' as const), client, quote: place, version }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('mass' as const),
      client,
      parts: fc.array(part, { minLength: 1, maxLength: 12 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancelQuotes' as const), client, order: place }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('end' as const), client, rail: fc.constantFrom(...rails) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('endOrder' as const), order: place }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('protect' as const),
      client,
      fills: fc.nat(3),
      shares: fc.nat(80),
      seconds: fc.nat(5),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pass' as const), seconds: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'snapshot' as const }) },
);
