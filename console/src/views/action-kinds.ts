/** The kinds of corporate actions that can be announced: a further kind is one entry of ACTION_KINDS. */
import { type Desk, dollarText, type Fields, labelOf, sentence, valueWords } from '../data/index.ts';
import type { FormField } from '../parts/index.ts';

export interface ActionKind {
  /** What it does to holders and orders, in one or two sentences. */
  readonly says: string;
  /** The fields of its terms, by the names of createCorporateAction; the dates are the same for all kinds. */
  readonly fields: readonly FormField[];
  /** The fields of the form that a new form begins with. */
  readonly start?: Readonly<Record<string, string>>;
  /** What it does to the open orders, before their count; undefined: they stay as they are. */
  readonly hits?: (values: Fields) => string | undefined;
}

const CHANGES = () => 'changes';
const ENDS = () => 'ends';
/** R12: a redemption of all ends the orders. */
function isOfAll(ratio: unknown): boolean {
  const [redeemed, held] = String(ratio || '1:1').split(':');
  return redeemed?.trim() === held?.trim();
}

const FRACTIONS: readonly FormField[] = [
  {
    ...{ name: 'fractions', label: 'Parts of a share', kind: 'choice' },
    choices: [
      ['Cash', 'are paid in cash'],
      ['Up', 'are rounded up to a share'],
      ['Kept', 'are kept: each share becomes whole ones'],
    ],
  },
  {
    ...{ name: 'cashPrice', label: 'Price of a share afterwards, $', kind: 'money' },
    hint: 'For parts that are paid in cash; else leave it empty.',
  },
];

const BOUGHT_SHARES: FormField = {
  ...{ name: 'redeemedShares', label: 'Bought shares', kind: 'choice' },
  choices: [
    ['Cancelled', 'are cancelled'],
    ['Treasury', 'go to the treasury of the issuer'],
  ],
};

const ratio = (hint: string): FormField => ({
  ...{ name: 'ratio', label: 'New shares for old ones', required: true, hint },
});

export const ACTION_KINDS: Readonly<Record<string, ActionKind>> = {
  Split: {
    says: 'Each holder has more shares in place of its old ones; the prices of orders are divided by the ratio.',
    fields: [ratio('2:1 gives two shares for each one.'), ...FRACTIONS],
    start: { fractions: 'Kept' },
    hits: CHANGES,
  },
  'Reverse Split': {
    says: 'Each holder has fewer shares in place of its old ones. Orders of which no share is left end.',
    fields: [ratio('1:10 gives one share for ten.'), ...FRACTIONS],
    start: { fractions: 'Cash' },
    hits: CHANGES,
  },
  'Stock Dividend': {
    says: 'Each holder gets new shares in addition to its old ones; the prices of orders fall by as much.',
    fields: [ratio('1:10 gives one new share for ten old ones.'), ...FRACTIONS],
    start: { fractions: 'Cash' },
    hits: CHANGES,
  },
  'Cash Dividend': {
    says: 'Each holder gets dollars for each share. Bids are reduced by as much, unless they say not to.',
    fields: [{ name: 'amount', label: 'Dividend of a share, $', kind: 'money', required: true }],
    hits: () => 'lowers the bids among',
  },
  Redemption: {
    says: 'The issuer takes shares of each holder back and pays a price for each of them.',
    fields: [
      { name: 'price', label: 'Price of a redeemed share, $', kind: 'money', required: true },
      { name: 'ratio', label: 'Redeemed shares for old ones', hint: '1:4 redeems one share of four. Empty: all.' },
      BOUGHT_SHARES,
    ],
    start: { redeemedShares: 'Cancelled' },
    hits: ({ ratio }) => (isOfAll(ratio) ? 'ends' : undefined),
  },
  Tender: {
    says: 'The issuer buys shares of holders who want to sell. What is too much is cut in proportion.',
    fields: [
      { name: 'mostShares', label: 'Shares to buy at most', kind: 'shares', required: true },
      { name: 'price', label: 'Price of a share, $', kind: 'money', required: true },
      BOUGHT_SHARES,
    ],
    start: { redeemedShares: 'Cancelled' },
  },
  Conversion: {
    says: 'Each holder gets shares of another security in place of its old ones; the orders of this one end.',
    fields: [
      { name: 'intoSecurityId', label: 'Into security', kind: 'record', required: true },
      ratio('2:1 gives two shares of the other security for each one.'),
      ...FRACTIONS,
    ],
    start: { fractions: 'Cash' },
    hits: ENDS,
  },
  'Name Change': {
    says: 'The security has another symbol or name. Orders and holders stay as they are.',
    fields: [
      { name: 'symbol', label: 'New symbol', hint: 'Empty: it keeps its own.' },
      { name: 'name', label: 'New name', hint: 'Empty: it keeps its own.' },
    ],
  },
  'End of Security': {
    says: 'Trading ends for good, and so do all orders. The holders stay in the register.',
    fields: [],
    hits: ENDS,
  },
};

export const ACTION_DATES: readonly FormField[] = [
  {
    ...{ name: 'exDate', label: 'Ex date, New York', kind: 'date', required: true },
    hint: 'After today. It has effect before the security opens on this date.',
  },
  { name: 'recordDate', label: 'Record date, New York', kind: 'date' },
  { name: 'payDate', label: 'Pay date, New York', kind: 'date' },
  { name: 'note', label: 'Note for holders', kind: 'long' },
];

const fieldsOf = (kind: string): readonly FormField[] => [...(ACTION_KINDS[kind]?.fields ?? []), ...ACTION_DATES];

/** The labels of the fields of a kind by their names, without units. */
export const actionLabels = (kind: string): ReadonlyMap<string, string> =>
  new Map(fieldsOf(kind).map(({ name, label }) => [name, label.replace(/, (?:[$%]|New York).*$/, '')]));

/** Values with their labels, in the order of the form: a choice by its words, a security by its name. */
export function actionTermWords(
  desk: Desk,
  kind: string,
  values: Fields,
): readonly (readonly [label: string, words: string])[] {
  const fields = new Map(fieldsOf(kind).map((field) => [field.name, field]));
  const labels = actionLabels(kind);
  return [...new Set([...fields.keys(), ...Object.keys(values)])].flatMap((name) => {
    const value = values[name];
    if (value === undefined || value === null || value === '') return [];
    const { choices, kind: form } = fields.get(name) ?? {};
    const text = form === 'money' ? dollarText(String(value)) : valueWords(desk, name, value);
    const words = choices?.find(([choice]) => choice === value)?.[1] ?? text;
    return [[labels.get(name) ?? sentence(labelOf(name)), words] as const];
  });
}
