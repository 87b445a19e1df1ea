/** What columns of amounts and times share: spread one into a column with the name of the field of the row. */
import { dollarText, instantOf, priceText, quantityText, sumText } from '../data/index.ts';
import { When } from '../parts/index.ts';
import type { Column } from './column.ts';

type Row<K extends string> = { readonly [N in K]: string | null };

function amounts<K extends string>(name: K, shown: (amount: string) => string) {
  return {
    kind: 'number',
    value: ({ [name]: amount }: Row<K>) => (amount === null ? null : Number(amount)),
    text: ({ [name]: amount }: Row<K>) => (amount === null ? '–' : shown(amount)),
  } as const satisfies Partial<Column<Row<K>>>;
}

export const dollars = <K extends string>(name: K) => amounts(name, dollarText);

export const prices = <K extends string>(name: K) => amounts(name, (price) => priceText(price));

export const shares = <K extends string>(name: K) => amounts(name, quantityText);

/** Dollars, with their sum in the last line: not of records in several states, which do not add up. */
export function summedDollars<K extends string>(name: K) {
  const sum = (rows: readonly Row<K>[]) => dollarText(sumText(rows.map(({ [name]: amount }) => amount)));
  return { ...dollars(name), sum };
}

/** A time of the API. */
export function times<K extends string>(name: K) {
  return {
    kind: 'time',
    value: ({ [name]: time }: Row<K>) => (time === null ? null : instantOf(time)),
    view: ({ [name]: time }: Row<K>) => time && <When at={instantOf(time)} />,
  } as const satisfies Partial<Column<Row<K>>>;
}
