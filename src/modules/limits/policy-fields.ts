/** The document of limits (V49) as it is sent and shown. */

import Type from 'typebox';
import type { LimitPolicy, SecurityId } from '../../exchange/api/index.ts';
import { namedObject } from '../../http/methods/index.ts';
import {
  choice,
  decimal,
  type Kind,
  list,
  mapKind,
  numericId,
  objectOf,
  optional,
  wholeNumber,
  yesNo,
} from '../../http/parameters/index.ts';
import { orderParameters, yesOrNo } from '../ats/index.ts';
import { amount, fromMillionths, millionthsOf } from '../shared/values/index.ts';

const SECURITIES_MAX = 1000;
const ORDERS_MAX = 1_000_000_000;
const BAND_MAX = 1000;
/** Dollars of orders, which are no money of the ledger. */
const VALUE_MAX = '1000000000000000';
const MILLION = 1_000_000;

const fields = {
  maxOrderQuantity: optional(
    wholeNumber({ minimum: 0, maximum: orderParameters.QUANTITY_MAX, description: 'Shares of one order.' }),
  ),
  maxOrderValue: optional(amount('Dollars: price times quantity of one order.', VALUE_MAX)),
  maxOpenValue: optional(amount('Dollars: price times what remains, over all live orders.', VALUE_MAX)),
  maxOpenOrders: optional(wholeNumber({ minimum: 0, maximum: ORDERS_MAX, description: 'Live orders.' })),
  priceBand: optional(
    decimal({
      minimum: 0,
      maximum: BAND_MAX,
      description: 'The most that a price may differ from the reference price of the security, in percent (V51).',
    }),
  ),
  allowedSecurities: optional(securities('Offering ids: orders in others are refused.')),
  restrictedSecurities: optional(securities('Offering ids in which orders are refused.')),
  sides: optional(choice(['Both', 'Buy', 'Sell'])),
  noShortSale: optional(yesNo({ description: 'Yes: an account sells at most what it has (V52).' })),
  maxOrdersPerSecond: optional(
    wholeNumber({ minimum: 0, maximum: ORDERS_MAX, description: "In each second of the venue's clock." }),
  ),
};

const sent = objectOf(fields, {
  title: 'NewLimits',
  description: 'The limits; an absent field means no limit.',
});

export const policyKind: Kind<LimitPolicy> = mapKind(
  sent,
  (read) => {
    const { maxOrderValue, maxOpenValue, priceBand, noShortSale, ...rest } = read;
    return present({
      ...rest,
      maxOrderValue: maxOrderValue && millionthsOf(maxOrderValue),
      maxOpenValue: maxOpenValue && millionthsOf(maxOpenValue),
      priceBand: priceBand?.times(MILLION).toNumber(),
      noShortSale: noShortSale === undefined ? undefined : noShortSale === 'Yes',
    });
  },
  policyFields,
);

export const policySchema = namedObject('Limits', {
  maxOrderQuantity: Type.Optional(Type.Integer()),
  maxOrderValue: Type.Optional(Type.String()),
  maxOpenValue: Type.Optional(Type.String()),
  maxOpenOrders: Type.Optional(Type.Integer()),
  priceBand: Type.Optional(Type.String()),
  allowedSecurities: Type.Optional(Type.Array(Type.String())),
  restrictedSecurities: Type.Optional(Type.Array(Type.String())),
  sides: Type.Optional(Type.String()),
  noShortSale: Type.Optional(Type.Union([Type.Literal('Yes'), Type.Literal('No')])),
  maxOrdersPerSecond: Type.Optional(Type.Integer()),
});

/** The document in the form in which it can be sent again. */
export function policyFields(policy: LimitPolicy) {
  const { maxOrderValue, maxOpenValue, priceBand, noShortSale, allowedSecurities, restrictedSecurities } = policy;
  return present({
    ...policy,
    maxOrderValue: maxOrderValue === undefined ? undefined : fromMillionths(maxOrderValue),
    maxOpenValue: maxOpenValue === undefined ? undefined : fromMillionths(maxOpenValue),
    priceBand: priceBand === undefined ? undefined : fromMillionths(BigInt(priceBand)),
    allowedSecurities: allowedSecurities?.map(String),
    restrictedSecurities: restrictedSecurities?.map(String),
    noShortSale: noShortSale === undefined ? undefined : yesOrNo(noShortSale),
  });
}

function securities(description: string): Kind<readonly SecurityId[]> {
  return list(numericId<SecurityId>(), { description, maxItems: SECURITIES_MAX });
}

function present<T extends object>(all: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
