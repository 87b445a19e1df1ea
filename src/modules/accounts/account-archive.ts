import type { Method } from '../../http/method.ts';
import { archiveMethod } from '../shared/archive-method.ts';
import { type RecordOwner, writeRecord } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import type { AccountDirectory } from './account-directory.ts';
import { ACCOUNT } from './account-kind.ts';

/** The path is spelled with a capital S, the webhook without one (C40): both spellings are taken. */
export function accountArchiveMethod(
  { db, nowUs }: ModuleServices,
  account: RecordOwner,
  directory: AccountDirectory,
): Method {
  return archiveMethod({
    name: 'updateAccountArchiveStatus',
    aliases: ['updateAccountArchivestatus'],
    group: 'Accounts',
    key: 'accountDetails',
    owner: account,
    setArchived: async (client, id, archived) => {
      const change = { archived, updated_at: nowUs() };
      await writeRecord(db, ACCOUNT, { clientId: client.clientId, id }, change);
      // An archived account places no orders (V5).
      directory.forget(client.clientId, id);
    },
  });
}
