import { Decimal } from 'decimal.js';
import Type from 'typebox';
import { type Described, describe, type Kind, Malformed } from './kind.ts';
import { asText } from './text.ts';

// Not where they are used: a pattern inside a function is a new object at each call.
const ID = /^[0-9]{1,15}$/;
const NOT_NEGATIVE = /^[0-9]+(\.[0-9]+)?$/;
const WHOLE = /^-?[0-9]{1,30}$/;
const DECIMAL = /^-?[0-9]+(\.[0-9]+)?$/;

/**
 * A numeric id, up to 15 digits. A number that cannot be an id (a decimal such as 123.4, or more digits) passes the
 * format check and reads as 0, which no record has, so that the method answers its own "does not exist" (C12).
 */
export function numericId<Id extends number = number>(options: Described = {}): Kind<Id> {
  const notNumeric = new Malformed('only numbers are allowed');
  return {
    schema: Type.Unsafe<Id>({ type: ['string', 'integer'], pattern: '^[0-9]{1,15}$', ...describe(options) }),
    keepEmpty: false,
    read: (value) => {
      if (typeof value === 'number') {
        if (!(value >= 0) || value === Number.POSITIVE_INFINITY) return notNumeric;
        return (Number.isInteger(value) && value < 1e15 ? value : 0) as Id;
      }
      if (typeof value !== 'string') return notNumeric;
      if (ID.test(value)) return Number(value) as Id;
      return NOT_NEGATIVE.test(value) ? (0 as Id) : notNumeric;
    },
  };
}

/** A whole number: a JSON integer or decimal digits. `1e3`, `10.5`, ` 10`, `0x10` and true are malformed. */
export function wholeNumber(
  options: Described & { readonly minimum?: number; readonly maximum?: number } = {},
): Kind<number> {
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = options;
  const notWhole = new Malformed('must be a whole number');
  const outOfRange = new Malformed(rangeReason(options));
  const limits = {
    ...(options.minimum === undefined ? {} : { minimum }),
    ...(options.maximum === undefined ? {} : { maximum }),
  };
  return {
    schema: Type.Unsafe<number>({
      type: ['integer', 'string'],
      pattern: '^-?[0-9]+$',
      ...limits,
      ...describe(options),
    }),
    keepEmpty: false,
    read: (value) => {
      let read: number;
      if (typeof value === 'number') read = value;
      else if (typeof value === 'string' && WHOLE.test(value)) read = Number(value);
      else return notWhole;
      if (!Number.isInteger(read)) return notWhole;
      // Above the safe integers the number is no longer the one that was sent, so the limits hold there too.
      if (!Number.isSafeInteger(read) || read < minimum || read > maximum) return outOfRange;
      return read + 0;
    },
  };
}

function rangeReason(limits: { readonly minimum?: number | string; readonly maximum?: number | string }): string {
  if (limits.minimum !== undefined && limits.maximum !== undefined) {
    return `must be from ${limits.minimum} to ${limits.maximum}`;
  }
  if (limits.minimum !== undefined) return `must be at least ${limits.minimum}`;
  return limits.maximum === undefined ? 'is out of range' : `must be at most ${limits.maximum}`;
}

/**
 * An exact decimal of at most `places` decimals (default 6): text such as `10.5`, without sign +, exponent or
 * grouping, or a JSON number of at most 15 significant digits (more may have been changed by the JSON parser).
 */
export function decimal(
  options: Described & {
    readonly places?: number;
    readonly minimum?: number | string;
    readonly exclusiveMinimum?: number | string;
    readonly maximum?: number | string;
  } = {},
): Kind<Decimal> {
  const { places = 6, minimum, exclusiveMinimum, maximum } = options;
  const notDecimal = new Malformed('must be a decimal number');
  const tooManyPlaces = new Malformed(`must not have more than ${places} decimals`);
  const notAbove = new Malformed(`must be above ${exclusiveMinimum}`);
  const outOfRange = new Malformed(rangeReason(options));
  return {
    schema: Type.Unsafe<Decimal>({
      type: ['string', 'number'],
      pattern: '^-?[0-9]+(\\.[0-9]+)?$',
      ...describe(options),
    }),
    keepEmpty: false,
    read: (value) => {
      const digits = asText(value);
      if (digits === undefined || digits.length > 40 || !DECIMAL.test(digits)) return notDecimal;
      const read = new Decimal(digits);
      if (read.decimalPlaces() > places) return tooManyPlaces;
      if (exclusiveMinimum !== undefined && read.lte(exclusiveMinimum)) return notAbove;
      if (minimum !== undefined && read.lt(minimum)) return outOfRange;
      if (maximum !== undefined && read.gt(maximum)) return outOfRange;
      return read;
    },
  };
}
