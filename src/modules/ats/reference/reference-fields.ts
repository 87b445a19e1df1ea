/** The reference data of a security (V66) as it is sent and shown. */

import Type from 'typebox';
import { type ReferenceVersion, referenceFields, type SecurityReference } from '../../../exchange/api/index.ts';
import { namedObject } from '../../../http/methods/index.ts';
import {
  choice,
  decimal,
  type Kind,
  list,
  Malformed,
  mapKind,
  objectOf,
  optional,
  required,
  text,
  wholeNumber,
} from '../../../http/parameters/index.ts';
import { timestamp } from '../../shared/values/index.ts';
import { orderParameters } from '../orders/index.ts';

/** ISO 6166. Each letter counts as the two digits of its value. */
export const isin: Kind<string> = identifier('an ISIN', /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/, (body) => {
  const digits = [...body].flatMap((one) => [...String(numberOf(one))].map(Number));
  return checkDigit(digits, (digits.length + 1) % 2);
});

/** ANSI X9.6. */
export const cusip: Kind<string> = identifier('a CUSIP', /^[A-Z0-9]{3}[A-Z0-9*@#]{5}[0-9]$/, everySecond);

/** ANSI X9.145: without vowels; the prefixes that an ISIN of some countries has are left out. */
export const figi: Kind<string> = identifier(
  'a FIGI',
  /^(?!BS|BM|GG|GB|GH|KY|VG)[B-DF-HJ-NP-TV-Z]{2}G[B-DF-HJ-NP-TV-Z0-9]{8}[0-9]$/,
  everySecond,
);

function identifier(name: string, form: RegExp, digitOf: (body: string) => number): Kind<string> {
  const wrongDigit = new Malformed(`has a wrong check digit for ${name}`);
  const kind = text({ maxLength: 12, pattern: form, patternReason: `must have the form of ${name}` });
  return mapKind(kind, (read) => (digitOf(read.slice(0, -1)) === Number(read.at(-1)) ? read : wrongDigit));
}

function everySecond(body: string): number {
  return checkDigit([...body].map(numberOf), 1);
}

/** Modulus 10, with every second value doubled. @param first the index of the first of these, 0 or 1 */
function checkDigit(values: readonly number[], first: number): number {
  let sum = 0;
  for (const [index, value] of values.entries()) {
    const counted = index % 2 === first ? value * 2 : value;
    sum += Math.floor(counted / 10) + (counted % 10);
  }
  return (10 - (sum % 10)) % 10;
}

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*@#';

function numberOf(character: string): number {
  return CHARACTERS.indexOf(character);
}

const BANDS_MAX = 20;
const COLLAR_MAX = 1000;
const MILLION = 1_000_000;
const shares = { minimum: 1, maximum: orderParameters.QUANTITY_MAX };

const sent = objectOf(
  {
    symbol: optional(orderParameters.symbol),
    isin: optional(isin),
    cusip: optional(cusip),
    figi: optional(figi),
    currency: optional(choice(['USD'], { description: 'ISO 4217; prices are in US dollars (V6).' })),
    tickSizes: optional(
      list(objectOf({ from: required(orderParameters.price), tick: required(orderParameters.price) }), {
        maxItems: BANDS_MAX,
        description: 'From a price on, prices are multiples of the tick; rising from 0.',
      }),
    ),
    lotSize: optional(wholeNumber({ ...shares, description: 'The shares of each order are a multiple of it.' })),
    minimumQuantity: optional(wholeNumber({ ...shares, description: 'Shares of an order.' })),
    maximumQuantity: optional(wholeNumber({ ...shares, description: 'Shares of an order.' })),
    priceCollar: optional(
      decimal({
        minimum: 0,
        maximum: COLLAR_MAX,
        description: 'The most that a price may differ from the reference price of the security, in percent (V51).',
      }),
    ),
  },
  { description: 'The reference data; an absent field is not set.' },
);

export const referenceKind: Kind<SecurityReference> = mapKind(
  sent,
  (read) => {
    const { priceCollar, ...rest } = read;
    const collar = priceCollar && { priceCollar: priceCollar.times(MILLION).toNumber() };
    const reference = { ...rest, ...collar } as SecurityReference;
    const fault = faultOf(reference);
    return fault === undefined ? reference : new Malformed(fault);
  },
  referenceFields,
);

/** What no order, or no security, could meet. */
function faultOf({ isin: number, cusip: part, ...rules }: SecurityReference): string | undefined {
  const isNorthAmerican = number?.startsWith('US') || number?.startsWith('CA');
  if (part !== undefined && isNorthAmerican && number?.slice(2, 11) !== part)
    return 'field "cusip" is not that of isin';
  const { tickSizes = [], lotSize = 1, minimumQuantity = 1, maximumQuantity = shares.maximum } = rules;
  const isWrong = tickSizes.some(({ from, tick }, index) => {
    const isNext = index === 0 ? from === 0 : from > tickSizes[index - 1]!.from;
    return !isNext || tick === 0 || from % tick !== 0;
  });
  if (isWrong) return 'field "tickSizes" must rise from 0, each band from a multiple of its tick';
  const most = maximumQuantity - (maximumQuantity % lotSize);
  if (most < minimumQuantity)
    return 'fields "minimumQuantity", "maximumQuantity" and "lotSize" leave no number of shares';
  return undefined;
}

export const referenceSchema = namedObject('SecurityReference', {
  symbol: Type.Optional(Type.String()),
  isin: Type.Optional(Type.String()),
  cusip: Type.Optional(Type.String()),
  figi: Type.Optional(Type.String()),
  currency: Type.Optional(Type.String()),
  tickSizes: Type.Optional(Type.Array(Type.Object({ from: Type.String(), tick: Type.String() }))),
  lotSize: Type.Optional(Type.Integer()),
  minimumQuantity: Type.Optional(Type.Integer()),
  maximumQuantity: Type.Optional(Type.Integer()),
  priceCollar: Type.Optional(Type.String({ description: 'Percent.' })),
});

export const versionSchema = {
  version: Type.Integer({ description: 'Counts the changes from 1; 0: none yet.' }),
  updatedDate: Type.Optional(Type.String()),
  reference: referenceSchema,
  symbols: Type.Array(
    namedObject('SymbolPeriod', {
      symbol: Type.String(),
      from: Type.String(),
      to: Type.Union([Type.String(), Type.Null()], { description: 'null: it has it now.' }),
    }),
    { description: 'The newest 50 that it had, oldest first.' },
  ),
};

/** In the form of versionSchema. */
export function versionFields(known: ReferenceVersion | undefined) {
  if (known === undefined) return { version: 0, reference: {}, symbols: [] };
  return {
    version: known.version,
    updatedDate: timestamp(known.updatedAt),
    reference: referenceFields(known.reference),
    symbols: known.symbols.map(({ symbol, from, to }) => ({
      symbol,
      from: timestamp(from),
      to: to === null ? null : timestamp(to),
    })),
  };
}
