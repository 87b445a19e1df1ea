import { type RecordOwner, recordOwner } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { ACCOUNT } from './account-kind.ts';

/** The account that documents, notes and the archive switch belong to. */
export function accountOwner({ db }: ModuleServices): RecordOwner {
  return recordOwner(db, ACCOUNT, { name: 'accountId', description: 'A and 6 to 10 digits' });
}
