/** Kinds of columns for filters and sorting: how a value of a filter is read, and how values compare. */

import { Decimal } from 'decimal.js';
import { Malformed } from '../../../http/parameters/index.ts';
import { DAY_US, SECOND_US } from '../../../time/units.ts';
import { sixDecimals } from '../values/index.ts';

export type SqlValue = string | number;

/** The stored values that match one sent value: exactly `from`, or from `from` up to `before`, exclusive. */
export interface Span {
  readonly from: SqlValue;
  readonly before?: SqlValue;
}

export interface ListField<C extends string = string> {
  readonly column: C;
  /**
   * indexed: an index of the table begins with client_id and this column (or this column is unique): quick at any
   * size.
   */
  readonly filter: 'indexed' | 'scan' | 'no';
  /** Whether filter[name][min] and filter[name][max] are allowed. */
  readonly range: boolean;
  readonly sort: boolean;
  /** Whether filter[name][has] is allowed: a part of the text, in any case of its letters. */
  readonly contains: boolean;
  readonly read: (text: string) => Span | Malformed;
  /** text: by code points, on both databases alike; number: as stored; decimalText: the number that the text is. */
  readonly compares: 'text' | 'number' | 'decimalText';
  /** The form of a value, for the reference page. */
  readonly form: string;
}

type Options = Partial<Pick<ListField, 'filter' | 'range' | 'sort'>>;

/** Text, as stored: upper and lower case differ. */
export function textField<C extends string>(column: C, options: Options = {}): ListField<C> {
  return field(column, options, { compares: 'text', form: 'text', contains: true, read: (from) => ({ from }) });
}

/** A number stored as a number: an id, a score. A value with too many digits matches no record. */
export function numberField<C extends string>(column: C, options: Options = {}): ListField<C> {
  const notNumber = new Malformed('must be a whole number');
  return field(column, options, {
    compares: 'number',
    form: 'whole number',
    read: (text) => {
      if (!/^[0-9]+$/.test(text)) return notNumber;
      return { from: text.length <= 15 ? Number(text) : Number.MAX_SAFE_INTEGER };
    },
  });
}

/** A whole number that is stored as decimal digits in text. */
export function digitsField<C extends string>(column: C, options: Options = {}): ListField<C> {
  const notDigits = new Malformed('must be a whole number');
  return field(column, options, {
    compares: 'decimalText',
    form: 'whole number',
    read: (text) => (/^[0-9]{1,20}$/.test(text) ? { from: text } : notDigits),
  });
}

/** An amount or a number of shares that is stored as text with six decimals. */
export function amountField<C extends string>(column: C, options: Options = {}): ListField<C> {
  const notAmount = new Malformed('must be a decimal number of at most six decimals');
  return field(
    column,
    { range: true, ...options },
    {
      compares: 'decimalText',
      form: 'decimal number',
      read: (text) =>
        /^[0-9]{1,20}(\.[0-9]{1,6})?$/.test(text) ? { from: sixDecimals(new Decimal(text)) } : notAmount,
    },
  );
}

/** A decimal number that is stored in millionths. */
export function millionthsField<C extends string>(column: C, options: Options = {}): ListField<C> {
  const notDecimal = new Malformed('must be a decimal number of at most six decimals');
  return field(
    column,
    { range: true, ...options },
    {
      compares: 'number',
      form: 'decimal number',
      read: (text) =>
        /^[0-9]{1,9}(\.[0-9]{1,6})?$/.test(text) ? { from: new Decimal(text).times(1_000_000).toNumber() } : notDecimal,
    },
  );
}

/** A time in stored microseconds: YYYY-MM-DD HH:MM:SS in UTC, or YYYY-MM-DD for all of the day. */
export function timeField<C extends string>(column: C, options: Options = {}): ListField<C> {
  const notTime = new Malformed('must be a time, YYYY-MM-DD HH:MM:SS or YYYY-MM-DD');
  return field(
    column,
    { range: true, ...options },
    {
      compares: 'number',
      form: 'YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC',
      read: (text) => {
        const parts = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}))?$/.exec(text);
        const iso = parts === null ? '' : `${parts[1]}T${parts[2] ?? '00:00:00'}.000Z`;
        const micros = Date.parse(iso) * 1000;
        // Date would read 02-30 as a day of March.
        if (Number.isNaN(micros) || new Date(micros / 1000).toISOString() !== iso) return notTime;
        return { from: micros, before: micros + (parts?.[2] === undefined ? DAY_US : SECOND_US) };
      },
    },
  );
}

/** When records were created and last changed. */
export const STAMPS = { createdDate: timeField('created_at'), updatedDate: timeField('updated_at') };

/** A fixed set of words, each with its stored value; case is ignored. */
export function wordField<C extends string>(
  column: C,
  words: Readonly<Record<string, SqlValue>>,
  options: Options = {},
): ListField<C> {
  const stored = new Map(Object.entries(words).map(([word, value]) => [word.toLowerCase(), value]));
  const form = Object.keys(words).join(', ');
  const notWord = new Malformed(`must be one of ${form}`);
  return field(column, options, {
    compares: Object.values(words).every((value) => typeof value === 'number') ? 'number' : 'text',
    form,
    read: (text) => {
      const from = stored.get(text.toLowerCase());
      return from === undefined ? notWord : { from };
    },
  });
}

function field<C extends string>(
  column: C,
  options: Options,
  kind: Pick<ListField, 'read' | 'compares' | 'form'> & Partial<Pick<ListField, 'contains'>>,
): ListField<C> {
  return Object.freeze({ column, filter: 'scan', range: false, sort: true, contains: false, ...options, ...kind });
}
