import type { AccountRow } from '../../database/schema/index.ts';
import type { Answer, Client } from '../../http/methods/index.ts';
import { longList } from '../shared/list/index.ts';
import { readerOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { shownAccount } from './account-fields.ts';
import { accountsAfter } from './account-records.ts';

/** The accounts of the caller; with a word only those that contain it. */
export async function listedAccounts(services: ModuleServices, client: Client, word?: string): Promise<Answer> {
  const reader = readerOf(client);
  const accountDetails = await longList<AccountRow, object>(
    services,
    (db, after, size) => accountsAfter(db, reader, { after, size, ...(word === undefined ? {} : { word }) }),
    (piece) => piece.map((row) => shownAccount(row, services.secrets, client)),
  );
  return { fields: { accountDetails } };
}
