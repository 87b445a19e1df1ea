/** The fields that parties and entities share (C16). */
import type { PartyRecord } from '../../database/schema/index.ts';
import { type Kind, wholeNumber } from '../../http/parameters/index.ts';
import { type AnyField, type Field, indexed, textField, timeField } from '../shared/record/index.ts';
import { asSent, DOLLARS_MAX, line, phone, timestamp } from '../shared/values/index.ts';

/** A field that callers set, of a party or an entity. */
export type PersonField = AnyField & { readonly kind: Kind<string>; readonly empty?: '' };

/** Net worth may be negative. */
export const netWorth = asSent(
  wholeNumber({ description: 'whole dollars', minimum: -DOLLARS_MAX, maximum: DOLLARS_MAX }),
);
/** Address and contact of a person or company. */
export function address<const R extends NonNullable<PersonField['required']>>(stateRequired: R) {
  return [
    { name: 'primCountry', kind: line('country'), required: true, empty: '', pii: 'pii_low' },
    { name: 'primAddress1', kind: line('address'), required: true, empty: '', pii: 'pii_medium' },
    { name: 'primAddress2', kind: line('address, second line'), empty: '', pii: 'pii_medium' },
    { name: 'primCity', kind: line('city'), required: true, empty: '', pii: 'pii_medium' },
    {
      name: 'primState',
      kind: line('two letters, NOUS outside the U.S.; kept as sent; of parties, only a non-resident needs none'),
      required: stateRequired,
      empty: '',
      pii: 'pii_low',
    },
    { name: 'primZip', kind: line('postal code'), required: true, empty: '', pii: 'pii_medium' },
    {
      name: 'emailAddress',
      kind: line('e-mail address'),
      required: true,
      empty: '',
      pii: 'pii_medium',
      list: indexed(textField),
    },
    { name: 'emailAddress2', kind: line('second e-mail address'), empty: '', pii: 'pii_medium' },
    { name: 'phone', kind: phone(), pii: 'pii_medium' },
    { name: 'phone2', kind: phone(), pii: 'pii_medium' },
  ] as const;
}

export const PERSON_ID = [
  { name: 'partyId', pii: 'none', list: indexed(textField) },
] as const satisfies readonly Field<PartyRecord>[];

/** The fields of a party or an entity that the platform sets. */
export const KEPT_FIELDS = [
  { name: 'esignStatus', pii: 'none' },
  { name: 'documentKey', pii: 'none', list: false },
  { name: 'createdDate', column: 'created_at', show: timestamp, pii: 'none', list: timeField },
  { name: 'updatedDate', column: 'updated_at', show: timestamp, pii: 'none', list: timeField },
] as const satisfies readonly Field<PartyRecord>[];
