import type { Method } from '../../http/methods/index.ts';
import { archiveMethod } from '../shared/methods/index.ts';
import { type RecordOwner, writeRecord } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import type { AccountDirectory } from './account-directory.ts';
import { ACCOUNT } from './account-kind.ts';

/** The path is spelled with a capital S, the webhook without one (C40): both spellings are accepted. */
export function accountArchiveMethod(
  services: ModuleServices,
  account: RecordOwner,
  directory: AccountDirectory,
): Method {
  return archiveMethod({
    services,
    name: 'updateAccountArchiveStatus',
    aliases: ['updateAccountArchivestatus'],
    group: 'Accounts',
    key: 'accountDetails',
    owner: account,
    setArchived: (db, of, archived) => writeRecord(db, ACCOUNT, of, { archived, updated_at: services.nowUs() }),
    // An archived account places no orders (V5).
    afterCommit: ({ id }) => directory.forget(String(id)),
  });
}
