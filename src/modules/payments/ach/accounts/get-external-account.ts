import Type from 'typebox';
import { defineMethod, type Method } from '../../../../http/methods/index.ts';
import { found, readerOf } from '../../../shared/record/index.ts';
import { timestamp } from '../../../shared/values/index.ts';
import type { AchServices } from './ach-services.ts';
import { openDetails } from './bank-details.ts';
import { ownerField, ownerParameters } from './external-account-fields.ts';
import { EXTERNAL_ACCOUNT } from './external-account-kind.ts';
import { findOwner } from './external-account-owner.ts';
import { findExternalAccount } from './external-account-records.ts';

export function getExternalAccount({ db, secrets }: AchServices): Method {
  return defineMethod({
    name: 'getExternalAccount',
    verb: 'POST',
    group: 'ACH',
    summary: 'Reads the bank account of an account or issuer (under statusDesc)',
    description: 'Its numbers are plain here. There is no createdDate for that of an issuer.',
    refusals: [136, 148, 149],
    parameters: ownerParameters,
    response: Type.Object({
      accountId: Type.Optional(Type.String()),
      issuerId: Type.Optional(Type.String()),
      statusDesc: Type.Object({
        AccountName: Type.String(),
        AccountNickName: Type.String(),
        AccountRoutingNumber: Type.String(),
        AccountNumber: Type.String(),
        accountType: Type.String(),
        updatedDate: Type.String(),
        createdDate: Type.Optional(Type.String()),
      }),
    }),
    handler: async ({ client, values }) => {
      const reader = readerOf(client);
      const { ownerId } = await findOwner(db, reader, values);
      const row = found(EXTERNAL_ACCOUNT, await findExternalAccount(db, reader, ownerId));
      const numbers = openDetails(secrets, 'external_accounts', row.external_account_id, row);
      const createdDate = timestamp(row.created_at);
      return {
        fields: ownerField(row),
        statusDesc: {
          AccountName: row.full_name,
          AccountNickName: row.nickname,
          AccountRoutingNumber: numbers.routingNumber,
          AccountNumber: numbers.accountNumber,
          accountType: row.account_type,
          updatedDate: row.updated_at === null ? createdDate : timestamp(row.updated_at),
          ...(row.types === 'Issuer' ? {} : { createdDate }),
        },
      };
    },
  });
}
