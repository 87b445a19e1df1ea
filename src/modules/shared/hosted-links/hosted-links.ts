/**
 * Links to hosted pages. The holder of a link may do one action on one record, once and until it expires, without
 * credentials. A link is 256 random bits; the database has only its hash.
 */

import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Db, HostedLinkRow, Schema } from '../../../database/schema/index.ts';
import { HOUR_US } from '../../../time/units.ts';
import { ownedBy } from '../record/index.ts';

/** How long a link is valid. */
export const LINK_HOURS = 24;

/** The most valid links of one purpose and record; a further one ends the oldest. */
const LINKS_MAX = 10;

/** How long a use may take; after that its process is assumed to have ended. */
const CLAIM_US = 120_000_000;

/** The number of refusals that ends a link. */
const REFUSALS_MAX = 5;

/** The most ended links that a new one removes. */
const REMOVED_AT_ONCE = 100;

export interface LinkPurpose {
  readonly clientId: string;
  /** The name of the method that creates the link. */
  readonly purpose: string;
  /** The id of the record. */
  readonly subject: string;
}

/** Creates a link and returns its 43 characters, for `params` (pageAddress). */
export async function makeHostedLink(db: Db, of: LinkPurpose, nowUs: number): Promise<string> {
  const params = randomBytes(32).toString('base64url');
  await removeSurplus(db, of);
  await db
    .insertInto('hosted_links')
    .values({
      link_hash: hashOf(params),
      client_id: of.clientId,
      purpose: of.purpose,
      subject: of.subject,
      created_at: nowUs,
      expires_at: nowUs + LINK_HOURS * HOUR_US,
      claimed_at: null,
      used_at: null,
      refusals: 0,
    })
    .execute();
  await removeExpired(db, nowUs);
  return params;
}

/** The valid link; undefined when it is unknown, of another purpose, used or expired. */
export async function findHostedLink(
  db: Db,
  purposes: readonly string[],
  params: string,
  nowUs: number,
): Promise<HostedLinkRow | undefined> {
  return db
    .selectFrom('hosted_links')
    .selectAll()
    .where('link_hash', '=', hashOf(params))
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', nowUs)
    .executeTakeFirst();
}

/**
 * Reserves the link for a use that takes a while, such as a call of a provider; false when another use has begun. Ends
 * with useHostedLink or releaseHostedLink.
 */
export async function claimHostedLink(db: Db, { link_hash }: HostedLinkRow, nowUs: number): Promise<boolean> {
  const claimed = await db
    .updateTable('hosted_links')
    .set({ claimed_at: nowUs })
    .where('link_hash', '=', link_hash)
    .where('used_at', 'is', null)
    .where((row) => row.or([row('claimed_at', 'is', null), row('claimed_at', '<=', nowUs - CLAIM_US)]))
    .returning('link_hash')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Ends a use without a result: the link can be used again. */
export async function releaseHostedLink(db: Db, { link_hash }: HostedLinkRow): Promise<void> {
  await db.updateTable('hosted_links').set({ claimed_at: null }).where('link_hash', '=', link_hash).execute();
}

/**
 * Ends a use that an outside party refused, such as a card that the processor declined. False when that was the last
 * allowed refusal, which ends the link, so that nobody can try out stolen cards.
 */
export async function refuseHostedLink(db: Db, { link_hash }: HostedLinkRow, nowUs: number): Promise<boolean> {
  const { refusals } = await db
    .updateTable('hosted_links')
    .set((row) => ({ claimed_at: null, refusals: row('refusals', '+', 1) }))
    .where('link_hash', '=', link_hash)
    .returning('refusals')
    .executeTakeFirstOrThrow();
  if (refusals < REFUSALS_MAX) return true;
  await db.updateTable('hosted_links').set({ used_at: nowUs }).where('link_hash', '=', link_hash).execute();
  return false;
}

/**
 * Ends the link in the transaction of its use; false when it was used before, and the caller must do nothing.
 */
export async function useHostedLink(
  transaction: Transaction<Schema>,
  { link_hash }: HostedLinkRow,
  nowUs: number,
): Promise<boolean> {
  const used = await transaction
    .updateTable('hosted_links')
    .set({ used_at: nowUs })
    .where('link_hash', '=', link_hash)
    .where('used_at', 'is', null)
    .returning('link_hash')
    .executeTakeFirst();
  return used !== undefined;
}

function hashOf(params: string): string {
  return createHash('sha256').update(params).digest('hex');
}

/** Before a further one, so that this never goes: all are of one time where the clock of the sandbox is frozen. */
async function removeSurplus(db: Db, { clientId, purpose, subject }: LinkPurpose): Promise<void> {
  const newest = await db
    .selectFrom('hosted_links')
    .select('link_hash')
    .where(ownedBy(clientId))
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .orderBy('created_at', 'desc')
    .orderBy('link_hash')
    .offset(LINKS_MAX - 1)
    .limit(LINKS_MAX)
    .execute();
  await remove(db, newest);
}

async function removeExpired(db: Db, nowUs: number): Promise<void> {
  const expired = await db
    .selectFrom('hosted_links')
    .select('link_hash')
    .where('expires_at', '<=', nowUs)
    .orderBy('expires_at')
    .limit(REMOVED_AT_ONCE)
    .execute();
  await remove(db, expired);
}

async function remove(db: Db, links: readonly Pick<HostedLinkRow, 'link_hash'>[]): Promise<void> {
  if (links.length === 0) return;
  const hashes = links.map(({ link_hash }) => link_hash);
  await db.deleteFrom('hosted_links').where('link_hash', 'in', hashes).execute();
}
