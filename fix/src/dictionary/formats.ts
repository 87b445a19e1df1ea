import type { FieldType } from './parse.ts';

/** empty: no value; format: not of the type; value: not one of the allowed values. */
export type ValueFault = 'empty' | 'format' | 'value';

const INTEGER = /^-?\d{1,18}$/;
const POSITIVE = /^\d{1,18}$/;
const DECIMAL = /^-?(?:\d{1,30}\.?\d{0,30}|\.\d{1,30})$/;
const DATE = /^\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;
const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d{1,9})?';

/** The types whose numbers are counted with or stored; a larger one is out of range. */
const WHOLE: ReadonlySet<string> = new Set(['INT', 'SEQNUM', 'LENGTH', 'NUMINGROUP']);
export const LARGEST_WHOLE = 2_147_483_647;

/** Types that are absent here are any text. */
const FORMATS: Readonly<Record<string, RegExp>> = {
  INT: INTEGER,
  SEQNUM: POSITIVE,
  LENGTH: POSITIVE,
  NUMINGROUP: POSITIVE,
  FLOAT: DECIMAL,
  QTY: DECIMAL,
  PRICE: DECIMAL,
  PRICEOFFSET: DECIMAL,
  AMT: DECIMAL,
  PERCENTAGE: DECIMAL,
  CHAR: /^.$/,
  BOOLEAN: /^[YN]$/,
  CURRENCY: /^[A-Z]{3}$/,
  COUNTRY: /^[A-Z]{2}$/,
  LOCALMKTDATE: DATE,
  UTCDATEONLY: DATE,
  MONTHYEAR: /^\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]|w[1-5])?$/,
  UTCTIMEONLY: new RegExp(`^${TIME}$`),
  UTCTIMESTAMP: new RegExp(`^${DATE.source.slice(1, -1)}-${TIME}$`),
};

/** What is wrong with a value; undefined: nothing. */
export function checkValue({ type, values }: FieldType, value: string): ValueFault | undefined {
  if (value === '') return 'empty';
  if (FORMATS[type]?.test(value) === false) return 'format';
  if (WHOLE.has(type) && Math.abs(Number(value)) > LARGEST_WHOLE) return 'value';
  if (values === undefined) return undefined;
  const all = type === 'MULTIPLEVALUESTRING' ? value.split(' ') : [value];
  return all.every((one) => values.has(one)) ? undefined : 'value';
}
