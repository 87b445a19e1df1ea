/** A card as it is shown: never more than the last four digits of its number (K2). */
import Type from 'typebox';
import type { LinkedCardRow } from '../../../database/schema/index.ts';
import { type Field, fieldsSchema, shownFields } from '../../shared/record/index.ts';
import { line, NEVER, timestamp } from '../../shared/values/index.ts';

const CARD_FIELDS = [
  { name: 'accountId', column: 'account_id', kept: true },
  { name: 'creditCardName', column: 'card_holder', kind: line('holder of the card'), empty: '' },
  { name: 'cardType', column: 'card_type', kind: line('for example Visa'), empty: '' },
  { name: 'creditCardNumber', column: 'last_four', kept: true, show: (digits: string) => `XXXXXXXXXXXX${digits}` },
  { name: 'expirationDate', column: 'expiration', kind: line('MMYY'), empty: '' },
  { name: 'billingZip', column: 'billing_zip', kind: line('postal code'), empty: '' },
  { name: 'createdDate', column: 'created_at', kept: true, list: false, show: timestamp },
  {
    name: 'updatedDate',
    column: 'updated_at',
    kept: true,
    list: false,
    show: (at: number | null) => (at === null ? NEVER : timestamp(at)),
  },
] as const satisfies readonly Field<LinkedCardRow>[];

export const cardSchema = Type.Object(fieldsSchema(CARD_FIELDS));

export function cardFields(row: LinkedCardRow) {
  return shownFields(CARD_FIELDS, row);
}
