import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { AccountRow } from '../../database/tables/reference.ts';
import type { Client } from '../../http/client.ts';
import type { Answer } from '../../http/method.ts';
import { jsonInPieces } from '../shared/list/index.ts';
import { readerOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { shownAccount } from './account-fields.ts';
import { accountsAfter } from './account-records.ts';

/** Most accounts in the answer of a deprecated method that knows no pages. */
const ACCOUNTS_MAX = 10_000;

/** The accounts of the caller, with the word in them where there is one; read as lists that take long are. */
export async function listedAccounts(
  { db, longReads, secrets }: ModuleServices,
  client: Client,
  word?: string,
): Promise<Answer> {
  const reader = readerOf(client);
  const read = (on: Kysely<Schema>) =>
    jsonInPieces<AccountRow>(
      (after, size) => accountsAfter(on, reader, { after, size, ...(word === undefined ? {} : { word }) }),
      (row) => shownAccount(row, secrets, client),
      ACCOUNTS_MAX,
    );
  const accountDetails = await (longReads ? longReads.run(client.clientId, read) : read(db));
  return { fieldTexts: { accountDetails } };
}
