import type { Method } from '../../http/methods/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { accountArchiveMethod } from './account-archive.ts';
import { AccountDirectory } from './account-directory.ts';
import { accountDocumentMethods } from './account-documents.ts';
import { accountOwner } from './account-owner.ts';
import { addAccountNote } from './add-account-note.ts';
import { calculateSuitability } from './calculate-suitability.ts';
import { createAccount } from './create-account.ts';
import { deleteAccount } from './delete-account.ts';
import { deleteSuitability } from './delete-suitability.ts';
import { getAccount } from './get-account.ts';
import { getAccountNotes } from './get-account-notes.ts';
import { getAllAccounts } from './get-all-accounts.ts';
import { getSuitability } from './get-suitability.ts';
import { listAccounts } from './list-accounts.ts';
import { patchAccount } from './patch-account.ts';
import { readAccount } from './read-account.ts';
import { searchAccount } from './search-account.ts';
import { updateAccount } from './update-account.ts';
import { updateSuitability } from './update-suitability.ts';

/** Accounts, which invest and trade. */
export function accountsModule(
  services: ModuleServices,
  directory: AccountDirectory = new AccountDirectory(services.db),
): Method[] {
  const owner = accountOwner(services);
  return [
    createAccount(services),
    getAccount(services),
    listAccounts(services),
    readAccount(services),
    patchAccount(services),
    updateAccount(services),
    deleteAccount(services, directory),
    getAllAccounts(services),
    searchAccount(services),
    calculateSuitability(services, owner),
    updateSuitability(services, owner),
    getSuitability(services, owner),
    deleteSuitability(services, owner),
    ...accountDocumentMethods(services, owner),
    addAccountNote(services, owner),
    getAccountNotes(services, owner),
    accountArchiveMethod(services, owner, directory),
  ];
}
