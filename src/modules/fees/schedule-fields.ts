/** A schedule of fees (X1) as it is sent and shown. */
import { Decimal } from 'decimal.js';
import Type from 'typebox';
import {
  FEE_LIMITS,
  FEE_ROLES,
  type FeeRate,
  type FeeSchedule,
  type FeeScope,
  type FeeVersion,
  priceText,
} from '../../exchange/api/index.ts';
import { namedObject } from '../../http/methods/index.ts';
import { decimal, type Kind, Malformed, mapKind, objectOf, optional } from '../../http/parameters/index.ts';
import { timestamp } from '../shared/values/index.ts';

const MILLION = 1_000_000;
const { perShareMax, percentMax, orderMax } = FEE_LIMITS;

const cents = (description: string) =>
  optional(decimal({ places: 2, minimum: 0, maximum: orderMax / MILLION, description }));

const minimumAboveMaximum = new Malformed('field "minimum" must be at most maximum');

const rate: Kind<FeeRate> = mapKind(
  objectOf(
    {
      perShare: optional(
        decimal({ minimum: 0, maximum: perShareMax / MILLION, description: 'Dollars for each share.' }),
      ),
      percent: optional(decimal({ minimum: 0, maximum: percentMax / MILLION, description: 'Of price times shares.' })),
      minimum: cents('Dollars, the least that an order pays. Default 0.'),
      maximum: cents(`Dollars, the most that an order pays. Default ${orderMax / MILLION}.`),
    },
    {
      title: 'NewFeeRate',
      description: 'Executions in this role pay perShare and percent, both 0 when absent.',
    },
  ),
  ({ perShare, percent, minimum, maximum }) => {
    const read = {
      perShare: millionths(perShare),
      percent: millionths(percent),
      minimum: millionths(minimum),
      maximum: maximum === undefined ? orderMax : millionths(maximum),
    };
    return read.minimum > read.maximum ? minimumAboveMaximum : read;
  },
  rateFields,
);

function millionths(value: Decimal = new Decimal(0)): number {
  return value.times(MILLION).toNumber();
}

export const scheduleKind: Kind<FeeSchedule> = mapKind(
  objectOf(
    { initiator: optional(rate), contra: optional(rate), auction: optional(rate), block: optional(rate) },
    {
      title: 'NewFeeSchedule',
      description: 'By what an order did in an execution (X3). A role that is absent pays nothing.',
    },
  ),
  (sent) => Object.fromEntries(FEE_ROLES.flatMap((role) => (sent[role] === undefined ? [] : [[role, sent[role]]]))),
  scheduleFields,
);

const rateSchema = namedObject('FeeRate', {
  perShare: Type.String({ description: 'Dollars.' }),
  percent: Type.String(),
  minimum: Type.String({ description: 'Dollars, of an order.' }),
  maximum: Type.String(),
});

export const scheduleSchema = namedObject('FeeSchedule', {
  initiator: Type.Optional(rateSchema),
  contra: Type.Optional(rateSchema),
  auction: Type.Optional(rateSchema),
  block: Type.Optional(rateSchema),
});

/** In the form in which it can be sent again. */
function scheduleFields(schedule: FeeSchedule) {
  return Object.fromEntries(
    FEE_ROLES.flatMap((role) => {
      const of = schedule[role];
      return of === undefined ? [] : [[role, rateFields(of)]];
    }),
  );
}

function rateFields({ perShare, percent, minimum, maximum }: FeeRate) {
  return {
    perShare: priceText(perShare),
    percent: priceText(percent),
    minimum: centsText(minimum),
    maximum: centsText(maximum),
  };
}

/** With two places, as it is sent. */
function centsText(millionths: number): string {
  return priceText(millionths).slice(0, -4);
}

export const versionSchema = namedObject('FeeScheduleVersion', {
  version: Type.Integer({ description: 'Counted from 1.' }),
  effectiveDate: Type.String({ description: 'YYYY-MM-DD, US Eastern.' }),
  setDate: Type.String(),
  schedule: Type.Union([scheduleSchema, Type.Null()], { description: 'Null: from then on no schedule.' }),
});

export function versionFields({ version, date, time, schedule }: FeeVersion) {
  return {
    version,
    effectiveDate: date,
    setDate: timestamp(time),
    schedule: schedule === null ? null : scheduleFields(schedule),
  };
}

export const scopeSchema = {
  clientId: Type.Optional(Type.String({ description: 'Whose it is; without it and securityId: that of the venue.' })),
  securityId: Type.Optional(Type.String()),
};

export function scopeFields({ clientId, securityId }: FeeScope) {
  if (clientId !== undefined) return { clientId };
  return securityId === undefined ? {} : { securityId: String(securityId) };
}
