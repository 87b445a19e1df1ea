import { sql } from 'kysely';
import type { Db, OfferingRow } from '../../database/schema/index.ts';
import { longListBy, type ReadDeps } from '../shared/list/index.ts';
import {
  type Columns,
  EVERY_CLIENT,
  findRecord,
  inTransaction,
  newOwned,
  ownedBy,
  type Reader,
  type RecordKind,
  type Values,
} from '../shared/record/index.ts';
import { containsPattern } from '../shared/values/index.ts';
import type { OFFERING_FIELDS } from './offering-fields.ts';
import { SECURITY_COLUMNS } from './offering-security.ts';
import { allWithSubscribed, type Subscribed, withSubscribed } from './offering-subscriptions.ts';
import { checkChange, totalShares } from './offering-terms.ts';

/** The values that createOffering stores. Amounts are six-decimal text, dates YYYY-MM-DD. */
export type NewOffering = Columns<typeof OFFERING_FIELDS> & Pick<OfferingRow, 'created_ip_address'>;

/** The values that updateOffering may change; a field that is absent or undefined keeps its value. */
export type OfferingChanges = Values<typeof OFFERING_FIELDS>;

/** The client and the id of an offering. */
export interface OfferingOf {
  readonly clientId: string;
  readonly offeringId: number;
}

/** Checks the terms of an offering and stores it with a new id, Pending (C49). */
export async function insertOffering(
  db: Db,
  { clientId, offeringId }: OfferingOf,
  offering: NewOffering,
  nowUs: number,
): Promise<OfferingRow> {
  const row: OfferingRow = {
    ...offering,
    offering_id: offeringId,
    total_shares: totalShares(offering),
    sold_shares: '0.000000',
    // Of a release before the ledger; not read any more.
    subscribed_amount: null,
    subscribed_shares: null,
    status_before_end: null,
    custodian_details_sealed: null,
    escrow_account_number: null,
    revision: 1,
    ...newOwned(clientId, nowUs),
  };
  await db.insertInto('offerings').values(row).execute();
  return row;
}

/**
 * Changes the client's offering and returns it after the change; undefined when it is unknown, deleted or another
 * client's. Throws ApiError 106, without a change, when the new terms contradict each other or the sold shares.
 */
export function changeOffering(
  db: Db,
  { clientId, offeringId }: OfferingOf,
  changes: OfferingChanges,
  nowUs: number,
): Promise<OfferingRow | undefined> {
  const of = { clientId, offeringId };
  return rewriteOffering(db, of, nowUs, (stored, transaction) => changedOffering(transaction, stored, changes));
}

/**
 * Replaces the client's offering by the result of `rewrite`, with the row locked; undefined when it is unknown, deleted
 * or another client's. When rewrite throws, nothing has changed.
 */
export function rewriteOffering(
  db: Db,
  { clientId, offeringId }: OfferingOf,
  nowUs: number,
  rewrite: (stored: OfferingRow, transaction: Db) => OfferingRow | Promise<OfferingRow>,
): Promise<OfferingRow | undefined> {
  return inTransaction(db, async (transaction) => {
    // A write comes first: it locks the row on PostgreSQL, so that the values it returns cannot change meanwhile.
    const stored = await transaction
      .updateTable('offerings')
      .set((row) => ({ updated_at: nowUs, revision: row('revision', '+', 1) }))
      .where('offering_id', '=', offeringId)
      .where(ownedBy(clientId))
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (stored === undefined) return undefined;
    const changed = await rewrite(stored, transaction);
    await transaction
      .updateTable('offerings')
      .set(changed)
      .where('offering_id', '=', offeringId)
      .where(ownedBy(clientId))
      .execute();
    return changed;
  });
}

/** The data that the venue needs about a deleted offering. */
export type DeletedOffering = Pick<OfferingRow, (typeof SECURITY_COLUMNS)[number]>;

/** Deletes the offerings of the client's issuer virtually, as deleteOffering does; returns them after that. */
export function deleteOfferingsOf(
  db: Db,
  clientId: string,
  issuerId: number,
  nowUs: number,
): Promise<DeletedOffering[]> {
  return db
    .updateTable('offerings')
    .set((row) => ({ deleted_at: nowUs, updated_at: nowUs, revision: row('revision', '+', 1) }))
    .where('issuer_id', '=', issuerId)
    .where(ownedBy(clientId))
    .where('deleted_at', 'is', null)
    .returning(SECURITY_COLUMNS)
    .execute();
}

/** A locked offering with the changes. Throws ApiError 106 as changeOffering does. */
export async function changedOffering(
  transaction: Db,
  stored: OfferingRow,
  changes: OfferingChanges,
): Promise<OfferingRow> {
  const sent = Object.entries(changes).filter(([, value]) => value !== undefined);
  const merged: OfferingRow = { ...stored, ...Object.fromEntries(sent) };
  // The share count is not a parameter: it follows from the terms (C50).
  const changed = { ...merged, total_shares: totalShares(merged) };
  checkChange(stored, await withSubscribed(transaction, changed));
  return changed;
}

/** The reader's offering; undefined when it is unknown, deleted or another client's. */
export function findOffering(db: Db, reader: Reader, offeringId: number): Promise<OfferingRow | undefined> {
  return findRecord(db, OFFERING, reader, offeringId);
}

/** Whether any client has this offering: all clients share the venue (V4). */
export async function offeringExists(db: Db, offeringId: number): Promise<boolean> {
  return (await findOffering(db, EVERY_CLIENT, offeringId)) !== undefined;
}

export interface ApprovedOffering {
  readonly offeringId: number;
  readonly issueName: string;
}

const NEWEST_FIRST = { by: 'offering_id', direction: 'desc' } as const;

/** The reader's offerings, newest first, as they are shown. */
export function allOfferings<T>(deps: ReadDeps, reader: Reader, show: (row: Subscribed) => T): Promise<readonly T[]> {
  const query = (db: Db) => readersOfferings(db, reader);
  return longListBy(deps, NEWEST_FIRST, query, async (rows, db) => (await allWithSubscribed(db, rows)).map(show));
}

/** The offerings of an issuer whose id is the word, or whose name contains it, in any case. */
export function searchOfferings<T>(
  deps: ReadDeps,
  reader: Reader,
  { issuerId, word }: { readonly issuerId: number; readonly word: string },
  show: (row: Subscribed) => T,
): Promise<readonly T[]> {
  const query = (db: Db) =>
    readersOfferings(db, reader)
      .where('issuer_id', '=', issuerId)
      .where((row) =>
        row.or([
          ...(/^[0-9]{1,15}$/.test(word) ? [row('offering_id', '=', Number(word))] : []),
          sql<boolean>`lower(issue_name) like lower(${containsPattern(word)}) escape '!'`,
        ]),
      );
  return longListBy(deps, NEWEST_FIRST, query, async (rows, db) => (await allWithSubscribed(db, rows)).map(show));
}

function readersOfferings(db: Db, reader: Reader) {
  return db.selectFrom('offerings').selectAll().where(ownedBy(reader)).where('deleted_at', 'is', null);
}

/**
 * The issuer's offerings with offeringStatus Approved (in any case) and virtualStatus ACTIVE, oldest first; any
 * client's.
 */
export function approvedOfferings(deps: ReadDeps, issuerId: number): Promise<readonly ApprovedOffering[]> {
  const query = (db: Db) =>
    db
      .selectFrom('offerings')
      .select(['offering_id', 'issue_name'])
      .where('issuer_id', '=', issuerId)
      .where('deleted_at', 'is', null)
      .where(sql<string>`lower(offering_status)`, '=', 'approved');
  return longListBy(deps, { by: 'offering_id', direction: 'asc' }, query, (rows) =>
    rows.map((row) => ({ offeringId: row.offering_id, issueName: row.issue_name })),
  );
}

export const OFFERING: RecordKind<'offerings'> = { table: 'offerings', id: 'offering_id', unknown: 138 };
