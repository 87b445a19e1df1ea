import type { Method } from '../../http/method.ts';
import { archiveMethod } from '../shared/archive-method.ts';
import type { RecordOwner } from '../shared/record-owner.ts';
import type { ModuleServices } from '../shared/services.ts';

/** The path is spelled with a capital S, the webhook without one (spec/4 8): both spellings are taken. */
export function accountArchiveMethod({ db, now }: ModuleServices, account: RecordOwner): Method {
  return archiveMethod({
    name: 'updateAccountArchiveStatus',
    aliases: ['updateAccountArchivestatus'],
    group: 'Accounts',
    source: 'spec/4 8',
    key: 'accountDetails',
    owner: account,
    setArchived: (client, id, archived) =>
      db
        .updateTable('accounts')
        .set({ archived, updated_at: now() })
        .where('account_id', '=', id)
        .where('client_id', '=', client.clientId)
        .where('deleted_at', 'is', null)
        .execute(),
  });
}
