import { sql } from 'kysely';
import type { AccountRow, Db, LinkRow } from '../../database/schema/index.ts';
import { holdAccount } from '../accounts/index.ts';
import { holdPerson } from '../parties/index.ts';
import { nextId } from '../shared/ids/index.ts';
import { longListBy, type ReadDeps } from '../shared/list/index.ts';
import { newOwned, ownedBy, type Reader } from '../shared/record/index.ts';

export type NewLink = Pick<
  LinkRow,
  'first_entry' | 'related_entry_type' | 'related_entry' | 'link_type' | 'primary_value' | 'notes'
>;

/**
 * Stores a link of the client's account; undefined when the same link or another primary link exists, or when one of
 * the two records was deleted.
 */
export async function insertLink(
  transaction: Db,
  clientId: string,
  link: NewLink,
  nowUs: number,
): Promise<LinkRow | undefined> {
  // Held first: a record that is deleted meanwhile takes its links with it, this one included.
  if (!(await holdAccount(transaction, { clientId, accountId: link.first_entry }))) return undefined;
  if (!(await holdRelated(transaction, clientId, link))) return undefined;
  const row: LinkRow = {
    ...link,
    link_id: await nextId(transaction, 'link'),
    first_entry_type: 'Account',
    ...newOwned(clientId, nowUs),
  };
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('links')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows ? row : undefined;
}

function holdRelated(transaction: Db, clientId: string, link: NewLink): Promise<boolean> {
  const id = link.related_entry;
  return link.related_entry_type === 'Account'
    ? holdAccount(transaction, { clientId, accountId: id })
    : holdPerson(transaction, { clientId, partyId: id });
}

/** Whether the two records are linked by this type already. */
export async function linkExists(db: Db, link: NewLink): Promise<boolean> {
  const found = await db
    .selectFrom('links')
    .select('link_id')
    .where('first_entry', '=', link.first_entry)
    .where('related_entry', '=', link.related_entry)
    .where('link_type', '=', link.link_type)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** The primary party of the client's account; undefined when it has none. */
export async function primaryPartyOf(db: Db, clientId: string, accountId: string): Promise<string | undefined> {
  const found = await live(db, clientId)
    .where('first_entry', '=', accountId)
    .where('primary_value', '=', 1)
    .executeTakeFirst();
  return found?.related_entry;
}

interface AccountOfClient {
  readonly clientId: string;
  readonly accountId: string;
}

/** Those of accounts of several clients, each of the client that is named with it; undefined: it has none. */
export async function primaryPartiesOf(
  db: Db,
  accounts: readonly AccountOfClient[],
): Promise<(account: AccountOfClient) => string | undefined> {
  if (accounts.length === 0) return () => undefined;
  const ids = [...new Set(accounts.map(({ accountId }) => accountId))];
  const rows = await db
    .selectFrom('links')
    .select(['client_id', 'first_entry', 'related_entry'])
    .where('first_entry', 'in', ids)
    .where('primary_value', '=', sql.lit(1))
    .where('deleted_at', 'is', null)
    .execute();
  const found = new Map(rows.map((row) => [row.first_entry, { clientId: row.client_id, partyId: row.related_entry }]));
  return ({ clientId, accountId }) => {
    const link = found.get(accountId);
    return link?.clientId === clientId ? link.partyId : undefined;
  };
}

const NEWEST_FIRST = { by: 'link_id', direction: 'desc' } as const;

/** Links from and to the account, newest first, as they are shown. */
export function linksOfAccount<T>(
  deps: ReadDeps,
  { client_id, account_id }: Pick<AccountRow, 'client_id' | 'account_id'>,
  show: (link: LinkRow) => T,
): Promise<readonly T[]> {
  const query = (db: Db) =>
    live(db, client_id).where((row) =>
      row.or([row('first_entry', '=', account_id), row('related_entry', '=', account_id)]),
    );
  return longListBy(deps, NEWEST_FIRST, query, (links) => links.map(show));
}

/** Links to the party or entity, newest first, as they are shown. */
export function linksOfParty<T>(
  deps: ReadDeps,
  { client_id, party_id }: { readonly client_id: string; readonly party_id: string },
  show: (link: LinkRow) => T,
): Promise<readonly T[]> {
  const query = (db: Db) => live(db, client_id).where('related_entry', '=', party_id);
  return longListBy(deps, NEWEST_FIRST, query, (links) => links.map(show));
}

function live(db: Db, reader: Reader) {
  return db.selectFrom('links').selectAll().where(ownedBy(reader)).where('deleted_at', 'is', null);
}
