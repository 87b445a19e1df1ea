/** The fields of an offering, and an offering as the API shows it (C49). */

import Type, { type TObject } from 'typebox';
import type { OfferingRow } from '../../database/schema/index.ts';
import { namedObject } from '../../http/methods/index.ts';
import { webhooksIn } from '../../http/openapi/index.ts';
import { choice, date, numericId, text, wholeNumber, yesNo } from '../../http/parameters/index.ts';
import { type Field, fieldsNamed, fieldsSchema, shownFields } from '../shared/record/index.ts';
import {
  americanDate,
  amount,
  asSent,
  customField,
  fromMillionths,
  ipAddress,
  line,
  positiveAmount,
  storedAmount,
  textOrNull,
  timestamp,
} from '../shared/values/index.ts';
import type { Subscribed } from './offering-subscriptions.ts';
import { remainingShares } from './offering-terms.ts';

const ZERO = '0.000000';
const day = date({ description: 'answers show it as MM-DD-YYYY' });

/** The security on offer and its price. */
export const TERM_FIELDS = [
  {
    name: 'issuerId',
    kind: numericId({ description: 'issuer id' }),
    required: true,
    takenBy: ['create'],
    empty: 0,
    list: false,
    pii: 'none',
  },
  { name: 'offeringId', list: false, pii: 'none' },
  { name: 'issueName', kind: line('offering name'), required: true, empty: '', pii: 'none' },
  {
    name: 'issueType',
    kind: line('expected Equity, Debt, Hybrid or Fund; kept as sent'),
    required: true,
    takenBy: ['create'],
    pii: 'none',
  },
  // An update must use a value of the list (C49).
  {
    name: 'issueType',
    shown: false,
    kind: asSent(choice(['Equity', 'Debt', 'Hybrid', 'Fund'], { description: 'in any case' })),
    required: true,
    takenBy: ['update'],
  },
  {
    name: 'targetAmount',
    kind: storedAmount(positiveAmount('must be below maxAmount')),
    required: true,
    empty: ZERO,
    pii: 'none',
  },
  {
    name: 'minAmount',
    kind: storedAmount(amount('smallest single investment')),
    required: true,
    empty: ZERO,
    pii: 'none',
  },
  {
    name: 'maxAmount',
    kind: storedAmount(positiveAmount('cap of the offering')),
    required: true,
    empty: ZERO,
    pii: 'none',
  },
  {
    name: 'unitPrice',
    kind: storedAmount(positiveAmount('price of one unit; totalShares is maxAmount / unitPrice')),
    required: true,
    empty: ZERO,
    pii: 'none',
  },
  { name: 'totalShares', pii: 'none' },
] as const satisfies readonly Field<OfferingRow>[];

/** Dates, status and descriptions. */
export const STANDING_FIELDS = [
  { name: 'startDate', kind: day, required: true, empty: '', show: americanDate, pii: 'none' },
  { name: 'endDate', kind: day, required: true, empty: '', show: americanDate, pii: 'none' },
  {
    name: 'offeringStatus',
    kind: line('expected Pending, Approved or Denied; kept as sent'),
    takenBy: ['update'],
    empty: 'Pending',
    pii: 'none',
  },
  { name: 'offeringText', kind: text({ description: 'short description' }), required: true, empty: '', pii: 'none' },
  {
    name: 'providerId',
    shown: false,
    kind: wholeNumber({ description: 'id of the escrow institution', minimum: 0 }),
    takenBy: ['update'],
    list: false,
  },
  {
    name: 'stampingText',
    kind: text({ description: 'watermark text of offering documents' }),
    required: true,
    empty: '',
    pii: 'none',
  },
  { name: 'updatedIPAddress', shown: false, column: 'updated_ip_address', kind: ipAddress(), takenBy: ['update'] },
  { name: 'escrowAccountNumber', empty: null, pii: 'pii_high' },
] as const satisfies readonly Field<OfferingRow>[];

/** The values that the caller computes. */
export const CUSTOM_FIELDS = [
  { name: 'field1', kind: customField(), pii: 'none' },
  { name: 'field2', kind: customField(), pii: 'none' },
  { name: 'field3', kind: customField(), pii: 'none' },
] as const satisfies readonly Field<OfferingRow>[];

/** Fields that the specification does not have (C50). */
export const EXTENSION_FIELDS = [
  {
    name: 'fractionalUnits',
    kind: yesNo({ description: 'whether parts of a unit are sold, an extension; No when it is created without' }),
    empty: 'No',
    show: (stored) => stored ?? 'Yes',
    pii: 'none',
  },
  { name: 'soldShares', pii: 'none' },
] as const satisfies readonly Field<OfferingRow>[];

/** A new field of an offering is an entry of one of the tables above. */
export const OFFERING_FIELDS = [...TERM_FIELDS, ...STANDING_FIELDS, ...CUSTOM_FIELDS, ...EXTENSION_FIELDS] as const;

type Fields = Record<string, string | null>;

const STATUS = fieldsNamed(OFFERING_FIELDS, 'offeringId', 'offeringStatus');

export const offeringStatusSchema = namedObject('OfferingStatus', fieldsSchema(STATUS));

export function offeringStatusFields(row: OfferingRow) {
  return shownFields(STATUS, row);
}

const { offeringText, ...standingSchema } = fieldsSchema(STANDING_FIELDS);

export const offeringSchema = namedObject('Offering', {
  ...fieldsSchema(TERM_FIELDS),
  remainingShares: Type.String(),
  ...standingSchema,
  ...fieldsSchema(CUSTOM_FIELDS),
  offeringText,
  ...fieldsSchema(EXTENSION_FIELDS),
  subscribedAmount: Type.String({ description: 'Of the cap, without fees, an extension (C50).' }),
});

/** The fields of getOffering. */
export function offeringFields(row: Subscribed): Fields {
  return {
    ...specifiedFields(row),
    ...shownFields(EXTENSION_FIELDS, row),
    subscribedAmount: fromMillionths(row.subscribed),
  };
}

function specifiedFields(row: Subscribed): Fields {
  const { offeringText, ...standing } = shownFields(STANDING_FIELDS, row);
  return {
    ...shownFields(TERM_FIELDS, row),
    remainingShares: remainingShares(row),
    ...standing,
    ...shownFields(CUSTOM_FIELDS, row),
    offeringText,
  };
}

/** The fields that searchOffering and getAllOffers omit. */
const UNLISTED: ReadonlySet<string> = new Set(['escrowAccountNumber', 'field1', 'field2', 'field3']);

function listed<T>(fields: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !UNLISTED.has(name)));
}

export const listedOfferingSchema: TObject = namedObject('ListedOffering', listed(offeringSchema.properties));

/** The fields of searchOffering. */
export function listedOfferingFields(row: Subscribed): Fields {
  return listed(offeringFields(row));
}

export const offeringWithCreationSchema: TObject = namedObject('OfferingWithCreation', {
  ...listedOfferingSchema.properties,
  createdDate: Type.String(),
  createdIPAddress: textOrNull(),
});

/** The fields of getAllOffers. */
export function offeringWithCreationFields(row: Subscribed): Fields {
  return { ...listedOfferingFields(row), ...creationFields(row) };
}

function creationFields(row: OfferingRow): Fields {
  return { createdDate: timestamp(row.created_at), createdIPAddress: row.created_ip_address };
}

/** The webhook updateOffering: the whole offering after the change. */
export function offeringWebhook(row: Subscribed): Fields {
  return { ...specifiedFields(row), ...creationFields(row) };
}

/** The webhooks of an offering. */

const OFFERING = [
  ...['issuerId', 'offeringId', 'issueName', 'issueType', 'targetAmount', 'minAmount', 'maxAmount', 'unitPrice'],
  ...['totalShares', 'remainingShares', 'startDate', 'endDate', 'offeringStatus', 'stampingText'],
  ...['escrowAccountNumber', 'field1', 'field2', 'field3', 'offeringText', 'createdDate', 'createdIPAddress'],
];
const ENDED = ['offeringId', 'offeringStatus'];

export const OFFERING_WEBHOOKS = webhooksIn('Offerings', {
  updateOffering: { summary: 'An offering was changed', fields: OFFERING },
  closeOffering: { summary: 'An offering was closed', fields: ENDED },
  cancelOffering: { summary: 'An offering was cancelled', fields: ENDED },
  reopenOffering: { summary: 'An offering was reopened', fields: ENDED },
  admitOffering: { summary: 'A closed offering was admitted to trading', fields: ENDED },
  deleteOffering: { summary: 'An offering was deleted', fields: ENDED },
});
