import type { OptionalTerm } from '../../../src/exchange/api/optional-terms.ts';

export const EXAMPLE_TERMS = {
  capacity: {
    words: ['Agency', 'Principal', 'Riskless Principal'],
    fix: { tag: 528, name: 'OrderCapacity', values: ['A', 'P', 'R'] },
    description: 'An extension: whether the member trades for its customer or for itself.',
  },
} as const satisfies Readonly<Record<string, OptionalTerm>>;
