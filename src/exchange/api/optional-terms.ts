export interface OptionalTerm {
  /** The values that it may have; absent: it is a flag, sent as Yes or No. */
  readonly words?: readonly string[];
  /** Of its parameter, and where it is shown. */
  readonly description: string;
  /** It concerns the call alone, or answers show it in another form. */
  readonly hidden?: true;
}

/**
 * The optional fields of an order, which never change afterwards. One entry makes
 * the parameter of createOrder, the field of the ticket, its place in the journal, in snapshots and in the history, and
 * the field of answers, events, webhooks and reports (docs/contribute/adding-an-order-term.md).
 */
export const OPTIONAL_TERMS = {
  selfTradePrevention: {
    words: ['None', 'Cancel Newest', 'Cancel Oldest', 'Cancel Both'],
    description: 'Which of two orders of one owner that would trade with each other is cancelled instead (M15).',
    hidden: true,
  },
  postOnly: {
    description:
      'An extension (M18): Yes refuses or cancels the order where it would cross the other side on entering.',
  },
  beyondCollar: {
    description: 'An extension (V68): Yes takes a price that is further from the reference price than the collar.',
  },
  uniqueToken: { description: 'An extension: Yes refuses a token that a live order has (H10).', hidden: true },
} as const satisfies Readonly<Record<string, OptionalTerm>>;

type Table = typeof OPTIONAL_TERMS;
export type OptionalTermName = keyof Table;
type Words<Term> = Term extends { readonly words: readonly (infer Word)[] } ? Word : never;

/** As a parameter has it. */
export type SentTerm<Name extends OptionalTermName> = Table[Name] extends { readonly words: unknown }
  ? Words<Table[Name]>
  : 'Yes' | 'No';

/** The handling of orders of one owner that would trade with each other (M15). */
export type SelfTrade = SentTerm<'selfTradePrevention'>;

/** Those that an order has; a flag is there or absent. */
export type OptionalTerms = {
  readonly [Name in OptionalTermName]?: Table[Name] extends { readonly words: unknown } ? Words<Table[Name]> : true;
};
