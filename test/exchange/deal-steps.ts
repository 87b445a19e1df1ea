/** Deals outside of the book, and what moves shares meanwhile. */
import fc from 'fast-check';

export interface Whose {
  readonly clientId: string;
  readonly accountId: string | null;
}
export const SELLERS = [
  { clientId: 'a', accountId: null },
  { clientId: 'a', accountId: 'x' },
] as const;
export const OTHER = { clientId: 'b', accountId: null } as const;

const seller = fc.constantFrom(...SELLERS);
const quantity = fc.integer({ min: 1, max: 9 });
const at = fc.nat(2);
export const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('sell' as const, 'buy' as const), seller, quantity }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('fill' as const, 'cancel' as const), quantity, at }) },
  // The RFQ order or the quote on it sells; the block is reported by its seller, or confirmed by it.
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('ask' as const, 'quote' as const), seller, quantity, at }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('accept' as const), at }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('report' as const), seller, quantity, bySeller: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('confirm' as const), at }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('bust' as const), at }) },
  { weight: 1, arbitrary: fc.constantFrom({ do: 'split' as const }, { do: 'restart' as const }) },
);
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
