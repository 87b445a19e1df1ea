import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { LinkRow } from '../../database/tables/links.ts';
import { nextId } from '../shared/next-id.ts';

/** Most links in the answer of a method that knows no pages. */
const LINKS_MAX = 10_000;

export type NewLink = Pick<
  LinkRow,
  'first_entry' | 'related_entry_type' | 'related_entry' | 'link_type' | 'primary_value' | 'notes'
>;

/** Stores a link of the client's account; undefined when the same link is there, or another primary one. */
export async function insertLink(
  db: Kysely<Schema>,
  clientId: string,
  link: NewLink,
  now: number,
): Promise<LinkRow | undefined> {
  const row: LinkRow = {
    ...link,
    link_id: await nextId(db, 'link'),
    client_id: clientId,
    first_entry_type: 'Account',
    created_at: now,
    updated_at: null,
    deleted_at: null,
  };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('links')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows ? row : undefined;
}

/** Whether the two records are linked by this type already. */
export async function linkExists(db: Kysely<Schema>, link: NewLink): Promise<boolean> {
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
export async function primaryPartyOf(
  db: Kysely<Schema>,
  clientId: string,
  accountId: string,
): Promise<string | undefined> {
  const found = await live(db, clientId)
    .where('first_entry', '=', accountId)
    .where('primary_value', '=', 1)
    .executeTakeFirst();
  return found?.related_entry;
}

/** The client's link; undefined when it is unknown, deleted or another client's. */
export function findLink(db: Kysely<Schema>, clientId: string, linkId: number): Promise<LinkRow | undefined> {
  return live(db, clientId).where('link_id', '=', linkId).executeTakeFirst();
}

/** Links from and to the client's account, newest first, at most 10,000. */
export function linksOfAccount(db: Kysely<Schema>, clientId: string, accountId: string): Promise<LinkRow[]> {
  return live(db, clientId)
    .where((row) => row.or([row('first_entry', '=', accountId), row('related_entry', '=', accountId)]))
    .limit(LINKS_MAX)
    .execute();
}

/** Links to the client's party or entity, newest first, at most 10,000. */
export function linksOfParty(db: Kysely<Schema>, clientId: string, partyId: string): Promise<LinkRow[]> {
  return live(db, clientId).where('related_entry', '=', partyId).limit(LINKS_MAX).execute();
}

/** Deletes the client's link virtually and answers what it was; undefined as in findLink. */
export function deleteLink(
  db: Kysely<Schema>,
  clientId: string,
  linkId: number,
  now: number,
): Promise<LinkRow | undefined> {
  return db
    .updateTable('links')
    .set({ deleted_at: now, updated_at: now })
    .where('link_id', '=', linkId)
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

function live(db: Kysely<Schema>, clientId: string) {
  return db
    .selectFrom('links')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .orderBy('link_id', 'desc');
}
