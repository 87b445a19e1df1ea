/** The optional terms of an order that FIX has, as src/exchange/api/optional-terms.ts describes them. */

export interface OrderTerm {
  /** The values of a choice; without them, `shares` and `clock` it is a flag. */
  readonly words?: readonly string[];
  readonly shares?: true;
  readonly clock?: true;
  readonly replaceable?: true;
  /** Reports do not repeat it. */
  readonly hidden?: true;
  readonly fix?: TermField | { readonly execInst: string };
}

export interface TermField {
  readonly tag: number;
  readonly name: string;
  /** Of a choice, in the order of its words. */
  readonly values?: readonly string[];
}

/** By the name of the parameter. */
export type OrderTerms = Readonly<Record<string, OrderTerm>>;
