/** An issuer as the API shows it. */
import Type from 'typebox';
import type { IssuerRow } from '../../database/tables/reference.ts';
import { textOrNull } from '../shared/answers.ts';

export const issuerStatusSchema = Type.Object({ issuerId: Type.String(), issuerStatus: Type.String() });

export function issuerStatusFields(row: IssuerRow): Record<string, string> {
  return { issuerId: String(row.issuer_id), issuerStatus: row.issuer_status };
}

export const issuerSchema = Type.Object({
  issuerId: Type.String(),
  issuerName: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  phoneNumber: textOrNull(),
  issuerStatus: Type.String(),
});

export function issuerFields(row: IssuerRow): Record<string, string | null> {
  return {
    issuerId: String(row.issuer_id),
    issuerName: row.issuer_name,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phoneNumber: row.phone_number,
    issuerStatus: row.issuer_status,
  };
}
