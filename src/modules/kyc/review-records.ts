import type { Db, KycReviewRow } from '../../database/schema/index.ts';
import { nextId } from '../shared/ids/index.ts';
import { ownedBy, type SealedDatabase, type Secrets } from '../shared/record/index.ts';
import { type PageFrom, pageOfAll } from '../shared/values/index.ts';
import type { InvestorOf, ReviewType } from './investors.ts';
import { AUTO_APPROVED, DISAPPROVED, MANUALLY_APPROVED, PENDING } from './kyc-deps.ts';

/** Statuses of decided reviews. */
export const DECIDED = [AUTO_APPROVED, MANUALLY_APPROVED, DISAPPROVED] as const;

const STATUS_COLUMN = { KYC: 'kyc_status', AML: 'aml_status' } as const satisfies Record<ReviewType, string>;

/**
 * Opens the one review of an investor; undefined when one was requested before, open or decided. A status that is
 * approved needs no review, unless both are.
 */
export async function insertReview(
  db: Db,
  of: InvestorOf,
  statuses: { readonly kyc: string | null; readonly aml: string | null },
  nowUs: number,
): Promise<KycReviewRow | undefined> {
  const bothApproved = isApproved(statuses.kyc) && isApproved(statuses.aml);
  const begin = (status: string | null) => (status !== null && isApproved(status) && !bothApproved ? status : PENDING);
  const row: KycReviewRow = {
    request_id: String(await nextId(db, 'kyc_review')),
    client_id: of.clientId,
    investor_id: of.investorId,
    kyc_status: begin(statuses.kyc),
    aml_status: begin(statuses.aml),
    open: 1,
    notes_sealed: null,
    created_at: nowUs,
    updated_at: nowUs,
    cause: null,
    unrequested: null,
  };
  const { kyc_status, aml_status, open, updated_at, cause, unrequested } = row;
  return db
    .insertInto('kyc_reviews')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('investor_id')
        // One that the program opened by itself (C98) becomes the requested one.
        .doUpdateSet({ kyc_status, aml_status, open, updated_at, cause, unrequested })
        .where('kyc_reviews.unrequested', '=', 1),
    )
    .returningAll()
    .executeTakeFirst();
}

/**
 * Puts a person whom the program screened again into the queue: opens the review, or opens it again where it was
 * decided. A review that already waits keeps its statuses, unless the client is asked for more information.
 */
export async function queueScreened(
  db: Db,
  of: InvestorOf,
  { kyc, aml, cause }: { readonly kyc: string | null; readonly aml: string; readonly cause: string },
  nowUs: number,
): Promise<KycReviewRow> {
  const decidedKyc = DECIDED.find((status) => status.toLowerCase() === kyc?.toLowerCase());
  const row: KycReviewRow = {
    request_id: String(await nextId(db, 'kyc_review')),
    client_id: of.clientId,
    investor_id: of.investorId,
    // The identity is not in question.
    kyc_status: decidedKyc ?? AUTO_APPROVED,
    aml_status: aml,
    open: 1,
    notes_sealed: null,
    created_at: nowUs,
    updated_at: nowUs,
    cause,
    unrequested: 1,
  };
  return db
    .insertInto('kyc_reviews')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('investor_id').doUpdateSet((known) => ({
        aml_status:
          aml === PENDING
            ? known
                .case()
                .when('kyc_reviews.aml_status', 'in', DECIDED)
                .then(PENDING)
                .else(known.ref('kyc_reviews.aml_status'))
                .end()
            : aml,
        ...{ open: 1, updated_at: nowUs, cause },
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

function isApproved(status: string | null): boolean {
  return status === AUTO_APPROVED || status === MANUALLY_APPROVED;
}

export function findReview(db: Db, requestId: string): Promise<KycReviewRow | undefined> {
  return db.selectFrom('kyc_reviews').selectAll().where('request_id', '=', requestId).executeTakeFirst();
}

export function findReviewOf(db: Db, of: InvestorOf): Promise<KycReviewRow | undefined> {
  return db
    .selectFrom('kyc_reviews')
    .selectAll()
    .where('investor_id', '=', of.investorId)
    .where(ownedBy(of.clientId))
    .executeTakeFirst();
}

export interface ReviewChange {
  readonly type: ReviewType;
  readonly status: string;
  /** undefined keeps the stored notes. */
  readonly notes?: string | undefined;
  /** The statuses that the review of this type may be in; absent: any. */
  readonly from?: readonly string[];
}

/**
 * Changes the status of a review; undefined when it is not in a status of `from`. One statement, so that only one of
 * two concurrent calls succeeds.
 */
export async function moveReview(
  { db, secrets }: SealedDatabase,
  review: KycReviewRow,
  change: ReviewChange,
  nowUs: number,
): Promise<KycReviewRow | undefined> {
  const column = STATUS_COLUMN[change.type];
  const other = STATUS_COLUMN[change.type === 'KYC' ? 'AML' : 'KYC'];
  const { status, notes } = change;
  const values: Partial<KycReviewRow> = {
    [column]: status,
    ...(notes === undefined ? {} : { notes_sealed: secrets.seal(notes, contextOf(review.request_id)) }),
    updated_at: nowUs,
    // The client asks for it: from here on it is no review of the program.
    ...(change.status === PENDING ? { cause: null } : {}),
  };
  let update = db
    .updateTable('kyc_reviews')
    .set((row) => ({
      ...values,
      open: isDecided(status) ? row.case().when(other, 'in', DECIDED).then(0).else(1).end() : 1,
    }))
    .where('request_id', '=', review.request_id);
  if (change.from !== undefined) update = update.where(column, 'in', change.from);
  const changed = await update.returningAll().executeTakeFirst();
  return changed;
}

function isDecided(status: string): boolean {
  return (DECIDED as readonly string[]).includes(status);
}

/** Open reviews, or decided ones, the oldest first; and their total number. */
export function listReviews(db: Db, open: boolean, page: PageFrom) {
  const all = db.selectFrom('kyc_reviews').where('open', '=', Number(open));
  return pageOfAll(all, all.selectAll().orderBy('created_at').orderBy('request_id'), page);
}

export function notesOf(row: KycReviewRow, secrets: Secrets): string | null {
  return row.notes_sealed === null ? null : secrets.open(row.notes_sealed, contextOf(row.request_id));
}

function contextOf(requestId: string): string {
  return `kyc_reviews.notes:${requestId}`;
}
