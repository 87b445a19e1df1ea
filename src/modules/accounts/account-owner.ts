import type { Call } from '../../http/methods/index.ts';
import { ownerOf, type RecordOwner, recordOwner } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { ACCOUNT } from './account-kind.ts';

/** The account that documents, notes and the archive switch belong to. */
export function accountOwner({ db }: ModuleServices): RecordOwner {
  return recordOwner(db, ACCOUNT, { name: 'accountId', description: 'A and 6 to 10 digits' });
}

/** The id of the caller's account that a call names, read before the change begins. */
export function accountOf(account: RecordOwner) {
  return ({ client, values }: Pick<Call, 'client' | 'values'>) => ownerOf(account, client, values);
}
