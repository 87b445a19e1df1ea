/** The parameters of createIssuerAccount and updateIssuerAccount (C48). */
import { numericId, required } from '../../http/parameters/index.ts';
import {
  creationParameters,
  type SentValues,
  updateParameters,
  type Values,
  valuesOf,
} from '../shared/record/index.ts';
import { ISSUER_ACCOUNT_FIELDS } from './issuer-account-fields.ts';

const issuerId = required(numericId({ description: 'issuer id' }));

export const issuerAccountCreation = { issuerId, ...creationParameters(ISSUER_ACCOUNT_FIELDS) };

export const issuerAccountUpdate = { issuerId, ...updateParameters(ISSUER_ACCOUNT_FIELDS, 'optional') };

/** The values that a call sets, by column. */
export type IssuerAccountChange = Values<typeof ISSUER_ACCOUNT_FIELDS>;

export function issuerAccountChangeOf(sent: SentValues<typeof ISSUER_ACCOUNT_FIELDS>): IssuerAccountChange {
  return valuesOf(ISSUER_ACCOUNT_FIELDS, sent);
}
