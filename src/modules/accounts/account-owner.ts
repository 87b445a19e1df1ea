import { ApiError } from '../../http/status-codes.ts';
import type { RecordOwner } from '../shared/record-owner.ts';
import type { ModuleServices } from '../shared/services.ts';
import { findAccount } from './account-records.ts';

/** The account that documents, notes and the archive switch belong to; 148 when the client does not have it. */
export function accountOwner({ db }: ModuleServices): RecordOwner {
  return {
    name: 'accountId',
    description: 'A and 6 to 10 digits',
    find: async (client, sent) => {
      const account = await findAccount(db, client.clientId, sent);
      if (account === undefined) throw new ApiError(148);
      return account.account_id;
    },
  };
}
