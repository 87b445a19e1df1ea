/** What a column shows of a row, and how it is compared, filtered and written to a file. */
import { quantityText, venueDateTime, venueDays } from '../data/index.ts';
import type { Children, Find } from '../parts/index.ts';

export interface Column<T> {
  /** In the address, and in the reader's choice of columns. */
  readonly id: string;
  /** Of a time without the zone, which `titleOf` adds. */
  readonly title: string;
  /** By which it is sorted and filtered; a time in milliseconds since 1970. Null is last. */
  readonly value: (row: T) => string | number | null;
  /** As it is drawn; absent: its text. */
  readonly view?: (row: T) => Children;
  /** As it is drawn without a view, and searched for; absent: the value as its kind has it. */
  readonly text?: (row: T) => string;
  readonly kind?: 'text' | 'choice' | 'record' | 'number' | 'time';
  /** Of a list of the API: the venue filters and sorts by it, and the table only those rows that are here already. */
  readonly field?: string;
  /** Of a text with a field: the venue finds a part of it, in any case of its letters; absent: all of it. */
  readonly isInside?: boolean;
  /** Of a choice: all there are; absent: those of the rows that are here. */
  readonly choices?: readonly string[];
  /** What the API calls a choice, where it is another word. */
  readonly sends?: Readonly<Record<string, string>>;
  /** Of a record: those to choose from. */
  readonly find?: Find;
  /** Pixels at least; it takes its part of what is left. */
  readonly width: number;
  /** On a second line of its cell, where the table is narrow: in place of columns that are left out there. */
  readonly below?: (row: T) => Children;
  /** Left out where the table is narrow. */
  readonly isWideOnly?: boolean;
  /** Shown only when the reader asks for it. */
  readonly isHidden?: boolean;
  /** In the last line, once all rows are here. */
  readonly sum?: (rows: readonly T[]) => string;
}

/** Actions on the rows that are selected. */
export interface Selected<T> {
  readonly words: string;
  readonly isDanger?: boolean;
  readonly does: (rows: readonly T[]) => void;
}

export const titleOf = ({ title, kind }: Pick<Column<never>, 'title' | 'kind'>): string =>
  kind === 'time' ? `${title}, New York` : title;

export function textOf<T>({ value, text, kind }: Column<T>, row: T): string {
  if (text !== undefined) return text(row);
  const found = value(row);
  if (found === null) return '';
  if (kind === 'time') return venueDateTime(Number(found));
  return kind === 'number' ? quantityText(found) : String(found);
}

const TEXTS = new Intl.Collator('en', { numeric: true });

function compared(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number' ? one - other : TEXTS.compare(String(one), String(other));
}

/** In the order of a column; rows without a value are last in both directions. */
export function sortedBy<T>(rows: readonly T[], { value }: Column<T>, isDown: boolean): readonly T[] {
  const sign = isDown ? -1 : 1;
  // Each value is worked out once.
  const keyed = rows.map((row) => ({ row, key: value(row) }));
  keyed.sort(({ key: one }, { key: other }) => {
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * compared(one, other);
  });
  return keyed.map(({ row }) => row);
}

/** The ends of a filter such as 10..20 or 2026-03-02.., both included; NaN: it has none. */
export function rangeOf({ kind }: Pick<Column<never>, 'kind'>, filter: string): readonly [number, number] {
  const [low = '', high = ''] = filter.split('..');
  if (kind === 'time') return venueDays(low, high);
  const number = (text: string) => (text === '' ? Number.NaN : Number(text));
  return [number(low), number(high)];
}

/** Whether the row is among those of a filter: a part of a text, choices (a,b), a record, or a range (low..high). */
export function matches<T>(column: Column<T>, filter: string, row: T): boolean {
  const { kind = 'text' } = column;
  if (kind === 'text') return textOf(column, row).toLowerCase().includes(filter.toLowerCase());
  const value = column.value(row);
  if (kind === 'choice') return filter.split(',').includes(String(value));
  if (kind === 'record') return String(value) === filter;
  const [low, high] = rangeOf(column, filter);
  return value !== null && !(Number(value) < low) && !(Number(value) > high);
}
