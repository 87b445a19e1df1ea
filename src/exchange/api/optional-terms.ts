import type { Shares } from './units.ts';

/** A field of FIX: its tag and its name. */
interface FixField {
  readonly tag: number;
  readonly name: string;
  /** Of a choice: the value of the field for each of its words. */
  readonly values?: readonly string[];
}

export interface OptionalTerm {
  /** The values that it may have; without them, `shares`, `clock` and `clients` it is a flag, sent as Yes or No. */
  readonly words?: readonly string[];
  /** It is a number of shares. */
  readonly shares?: true;
  /** It is a time of day, HH:MM (US Eastern). */
  readonly clock?: true;
  /** It is a list of client ids, separated by spaces. */
  readonly clients?: true;
  /** A replacement may change it. */
  readonly replaceable?: true;
  /** Of its parameter, and where it is shown. */
  readonly description: string;
  /** It concerns the call alone, or answers show it in another form. */
  readonly hidden?: true;
  /** Where messages of FIX have it: in this field, or, a flag, as a value of ExecInst (18). */
  readonly fix?: FixField | { readonly execInst: string };
}

/**
 * The optional fields of an order. One entry makes the parameter of createOrder, and of replaceOrder where it may
 * change afterwards, the field of the ticket, its place in the journal, in snapshots and in the history,
 * the field of answers, events, webhooks and reports, and that of FIX (docs/contribute/adding-an-order-term.md). The
 * gateway of FIX writes out the two terms without `fix`: one is a part of ExpireTime, one is sent with each order.
 */
export const OPTIONAL_TERMS = {
  selfTradePrevention: {
    words: ['None', 'Cancel Newest', 'Cancel Oldest', 'Cancel Both'],
    description: 'Which of two orders of one owner that would trade with each other is cancelled instead (M15).',
    hidden: true,
    fix: { tag: 5002, name: 'SelfTradePrevention', values: ['0', '1', '2', '3'] },
  },
  postOnly: {
    fix: { execInst: '6' },
    description:
      'An extension (M18): Yes refuses or cancels the order where it would cross the other side on entering.',
  },
  displayQuantity: {
    shares: true,
    replaceable: true,
    fix: { tag: 1138, name: 'DisplayQty' },
    description: 'An extension (M19): the shares that the book shows at once. The others follow as these are executed.',
  },
  expirationTime: {
    clock: true,
    description:
      'An extension (M14): HH:MM, US Eastern. With expiration Other the order ends at this minute of expirationDate.',
  },
  beyondCollar: {
    fix: { tag: 5004, name: 'BeyondCollar' },
    description: 'An extension (V68): Yes takes a price that is further from the reference price than the collar.',
  },
  rfqClients: {
    clients: true,
    description:
      'An extension (Y6): an RFQ order that asks these clients alone, by their ids, separated by spaces. For all ' +
      'others it does not exist, whatever disclosePrice is.',
  },
  quotesShown: {
    description: 'An extension (Y7): Yes shows the quotes on an RFQ order to all clients that it asks.',
  },
  doNotReduce: {
    fix: { execInst: 'F' },
    description: 'An extension (R9): Yes keeps the limit of a bid on the ex date of a cash dividend.',
  },
  uniqueToken: { description: 'An extension: Yes refuses a token that a live order has (H10).', hidden: true },
} as const satisfies Readonly<Record<string, OptionalTerm>>;

type Table = typeof OPTIONAL_TERMS;
export type OptionalTermName = keyof Table;
type Words<Term> = Term extends { readonly words: readonly (infer Word)[] } ? Word : never;

type ValueOf<Term, Flag> = Term extends { readonly words: unknown }
  ? Words<Term>
  : Term extends { readonly shares: true }
    ? Shares
    : Term extends { readonly clock: true } | { readonly clients: true }
      ? string
      : Flag;

/** As a parameter has it. */
export type SentTerm<Name extends OptionalTermName> = ValueOf<Table[Name], 'Yes' | 'No'>;

/** The handling of orders of one owner that would trade with each other (M15). */
export type SelfTrade = SentTerm<'selfTradePrevention'>;

/** Those that an order has; a flag is there or absent. */
export type OptionalTerms = {
  readonly [Name in OptionalTermName]?: ValueOf<Table[Name], true>;
};

/** Those that a replacement may change. */
export type ReplaceableTermName = {
  [Name in OptionalTermName]: Table[Name] extends { readonly replaceable: true } ? Name : never;
}[OptionalTermName];

export type ReplaceableTerms = Pick<OptionalTerms, ReplaceableTermName>;
