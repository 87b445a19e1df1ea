/** The reference data of a security (V66) as it is sent and shown. */
import Type from 'typebox';
import { type ReferenceVersion, referenceFields, type SecurityReference } from '../../../exchange/api/index.ts';
import {
  choice,
  decimal,
  type Kind,
  list,
  Malformed,
  objectOf,
  optional,
  required,
  wholeNumber,
} from '../../../http/parameters/index.ts';
import { timestamp } from '../../shared/values/index.ts';
import { orderParameters } from '../orders/index.ts';
import { cusip, figi, isin } from './identifiers.ts';

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

export const referenceKind: Kind<SecurityReference> = {
  ...sent,
  read: (value) => {
    const read = sent.read(value);
    if (read instanceof Malformed) return read;
    const { priceCollar, ...rest } = read;
    const collar = priceCollar && { priceCollar: priceCollar.times(MILLION).toNumber() };
    const reference = { ...rest, ...collar } as SecurityReference;
    const fault = faultOf(reference);
    return fault === undefined ? reference : new Malformed(fault);
  },
};

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

export const referenceSchema = Type.Object({
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
    Type.Object({
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
