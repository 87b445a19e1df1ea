/** What a kind of corporate action says of its terms. */
import type { SharesAndRest } from './register-reads.ts';

export const ACTION_KINDS = ['Split', 'Reverse Split', 'Stock Dividend'] as const;
export type ShownKind = (typeof ACTION_KINDS)[number];

/** The terms of all kinds, as they are shown; null: the kind has no such term. */
export const NO_TERMS = {
  ratio: null as string | null,
  fractions: null as 'Cash' | 'Up' | null,
  cashPrice: null as string | null,
};
export type ShownTerms = typeof NO_TERMS;

export interface ActionWords<Terms> {
  kindOf(terms: Terms): ShownKind;
  /** A sentence for the reason of an order that it changes, and for people. */
  titleOf(terms: Terms): string;
  fieldsOf(terms: Terms): Partial<ShownTerms>;
  /** What a holder gets in cash, in millionths of a dollar; below 0: the holder owes it (R4). */
  cashOf(terms: Terms, before: SharesAndRest, after: SharesAndRest): bigint;
}
