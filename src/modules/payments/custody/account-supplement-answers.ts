import Type from 'typebox';
import type { CustodyAccountSupplementRow } from '../../../database/schema/index.ts';
import { ApiError, type Client } from '../../../http/methods/index.ts';
import { detailSchema, openDetails, shownDetails } from '../../shared/details/index.ts';
import type { Secrets } from '../../shared/record/index.ts';
import { ACCOUNT_SUPPLEMENT } from './account-supplement-kind.ts';

export const accountSupplementAnswer = Type.Object({
  accountDetails: Type.Object({
    accountId: Type.String(),
    ...detailSchema(ACCOUNT_SUPPLEMENT.fields).properties,
  }),
});

/** The supplement as the caller may see it: numbers of accounts in full only with the highest level of account.read. */
export function accountSupplementFields(secrets: Secrets, client: Client, row: CustodyAccountSupplementRow) {
  const details = openDetails(secrets, ACCOUNT_SUPPLEMENT, row);
  const shown = shownDetails(ACCOUNT_SUPPLEMENT.fields, details, { client, scope: 'account.read' });
  return { accountDetails: { accountId: row.account_id, ...shown } };
}

/** The account has none: the answer names the method that makes one by its older name, which integrations know. */
export function noAccountSupplement(): ApiError {
  return new ApiError(200, 'no supplement of the account; see addCustodyAccountSupplement');
}
