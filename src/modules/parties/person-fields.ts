/** The fields that parties and entities share (C16). */
import type { PartyRecord } from '../../database/schema/index.ts';
import { date, type Kind, wholeNumber } from '../../http/parameters/index.ts';
import { type AnyField, type Field, indexed, textField, timeField } from '../shared/record/index.ts';
import { asSent, line, phone, timestamp } from '../shared/values/index.ts';

/** A field that callers set, of a party or an entity. */
export type PersonField = AnyField & { readonly kind: Kind<string>; readonly empty: '' | null };

const DOLLARS_MAX = 1_000_000_000_000_000;

export const day = asSent(date({ description: 'YYYY-MM-DD or MM-DD-YYYY; kept as sent' }));
export const dollars = asSent(wholeNumber({ description: 'whole dollars', minimum: 0, maximum: DOLLARS_MAX }));
/** Net worth may be negative. */
export const netWorth = asSent(
  wholeNumber({ description: 'whole dollars', minimum: -DOLLARS_MAX, maximum: DOLLARS_MAX }),
);
export const reviewStatus = line('expected Pending, Auto Approved, Manually Approved or Disapproved; kept as sent');

/** Address and contact of a person or company. */
export function address<const R extends NonNullable<PersonField['required']>>(stateRequired: R) {
  return [
    {
      name: 'primCountry',
      column: 'prim_country',
      kind: line('country'),
      required: true,
      empty: '',
      pii: 'pii_low',
    },
    {
      name: 'primAddress1',
      column: 'prim_address1',
      kind: line('address'),
      required: true,
      empty: '',
      pii: 'pii_medium',
    },
    {
      name: 'primAddress2',
      column: 'prim_address2',
      kind: line('address, second line'),
      empty: '',
      pii: 'pii_medium',
    },
    { name: 'primCity', column: 'prim_city', kind: line('city'), required: true, empty: '', pii: 'pii_medium' },
    {
      name: 'primState',
      column: 'prim_state',
      kind: line('two letters, NOUS outside the U.S.; kept as sent; of parties, only a non-resident needs none'),
      required: stateRequired,
      empty: '',
      pii: 'pii_low',
    },
    { name: 'primZip', column: 'prim_zip', kind: line('postal code'), required: true, empty: '', pii: 'pii_medium' },
    {
      name: 'emailAddress',
      column: 'email_address',
      kind: line('e-mail address'),
      required: true,
      empty: '',
      pii: 'pii_medium',
      list: indexed(textField),
    },
    {
      name: 'emailAddress2',
      column: 'email_address2',
      kind: line('second e-mail address'),
      empty: '',
      pii: 'pii_medium',
    },
    { name: 'phone', column: 'phone', kind: phone(), empty: null, pii: 'pii_medium' },
    { name: 'phone2', column: 'phone2', kind: phone(), empty: null, pii: 'pii_medium' },
  ] as const;
}

export const PERSON_ID = [
  { name: 'partyId', column: 'party_id', kept: true, pii: 'none', list: indexed(textField) },
] as const satisfies readonly Field<PartyRecord>[];

/** The fields of a party or an entity that the platform sets. */
export const KEPT_FIELDS = [
  { name: 'esignStatus', column: 'esign_status', kept: true, pii: 'none' },
  { name: 'documentKey', column: 'document_key', kept: true, pii: 'none', list: false },
  { name: 'createdDate', column: 'created_at', kept: true, show: timestamp, pii: 'none', list: timeField },
  { name: 'updatedDate', column: 'updated_at', kept: true, show: timestamp, pii: 'none', list: timeField },
] as const satisfies readonly Field<PartyRecord>[];
