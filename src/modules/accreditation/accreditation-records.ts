import { formatDay, parseDay } from '../../calendar/civil-date.ts';
import { easternDate } from '../../calendar/eastern-time.ts';
import type { AccountRow, AccreditationRequestRow, Db } from '../../database/schema/index.ts';
import { malformedCall } from '../../http/body/index.ts';
import { ACCOUNT } from '../accounts/index.ts';
import { shortId } from '../shared/ids/index.ts';
import { findRecord, found, holdRecord, newOwned, type Owned, ownedBy, writeRecord } from '../shared/record/index.ts';
import { ACCREDITATION_REQUEST, type Requested } from './accreditation-fields.ts';

/** The most requests of one account. */
const REQUESTS_PER_ACCOUNT_MAX = 1000;

interface NewRequest {
  readonly clientId: string;
  readonly accountId: string;
  readonly aiMethod: string;
  readonly notes: string | null;
}

/** Stores a Pending request. Throws 106 when the account has REQUESTS_PER_ACCOUNT_MAX. */
export async function insertRequest(db: Db, request: NewRequest, nowUs: number): Promise<AccreditationRequestRow> {
  const { total } = await db
    .selectFrom('accreditation_requests')
    .select((row) => row.fn.countAll().as('total'))
    .where('account_id', '=', request.accountId)
    .where(ownedBy(request.clientId))
    .executeTakeFirstOrThrow();
  if (Number(total) >= REQUESTS_PER_ACCOUNT_MAX) {
    throw malformedCall('method', 'accountId', `no more than ${REQUESTS_PER_ACCOUNT_MAX} requests can be kept`);
  }
  const row: AccreditationRequestRow = {
    request_id: shortId(),
    account_id: request.accountId,
    ai_method: request.aiMethod,
    notes: request.notes,
    request_status: 'Pending',
    reviewed_by: null,
    valid_until: null,
    ...newOwned(request.clientId, nowUs),
  };
  await db.insertInto('accreditation_requests').values(row).execute();
  return row;
}

/** The requests of the client's account, newest first. */
export function requestsOfAccount(db: Db, clientId: string, accountId: string): Promise<AccreditationRequestRow[]> {
  return db
    .selectFrom('accreditation_requests')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(ownedBy(clientId))
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('request_id', 'desc')
    .execute();
}

interface StatusChange {
  readonly status: string;
  /** undefined keeps the stored notes. */
  readonly notes?: string | undefined;
  readonly reviewedBy?: string | undefined;
  /** How the investor is accredited; undefined keeps the account's value. */
  readonly allow?: string | undefined;
  /** Last date of an approval, YYYY-MM-DD; the default when undefined. */
  readonly validUntil?: string | undefined;
  readonly ip: string;
  readonly nowUs: number;
}

/**
 * Sets the status of the client's request in a transaction, with its effect on the account (I2). Throws 404 for an
 * unknown request, 148 when its account was deleted.
 */
export async function setRequestStatus(db: Db, of: Owned, change: StatusChange): Promise<Requested> {
  const stored = found(ACCREDITATION_REQUEST, await holdRecord(db, ACCREDITATION_REQUEST, of));
  const { status, nowUs } = change;
  const valid_until = status === APPROVED ? (change.validUntil ?? usualLastDate(nowUs)) : null;
  const values = {
    request_status: status,
    notes: change.notes,
    reviewed_by: change.reviewedBy,
    valid_until,
    updated_at: nowUs,
  };
  const request = found(ACCREDITATION_REQUEST, await writeRecord(db, ACCREDITATION_REQUEST, of, values));
  return { request, account: await changedAccount(db, stored, change, valid_until) };
}

async function changedAccount(
  db: Db,
  { client_id, account_id }: AccreditationRequestRow,
  { status, allow, ip, nowUs }: StatusChange,
  validUntil: string | null,
): Promise<AccountRow> {
  const of = { clientId: client_id, id: account_id };
  const accredited_status = accreditedStatusOf(status);
  if (accredited_status === undefined) return found(ACCOUNT, await findRecord(db, ACCOUNT, client_id, account_id));
  const changes = {
    accredited_status,
    accredited_investor: allow,
    accredited_investor_date: accredited_status === VERIFIED ? validUntil : undefined,
    updated_ip_address: ip,
    updated_at: nowUs,
  };
  return found(ACCOUNT, await writeRecord(db, ACCOUNT, of, changes));
}

export const VERIFIED = 'Verified Accredited';
const NOT_ACCREDITED = 'Not Accredited';
/** The status of an account whose verification has expired: a reviewer must check it again. */
export const PENDING = 'Pending';

export const APPROVED = 'Approved';
export const EXPIRED = 'Expired';

/** The default duration of an approval, in days (I3). */
const VALID_DAYS = 90;

/** The accreditedStatus that a status gives to the account; undefined: the account keeps its own. */
function accreditedStatusOf(requestStatus: string): string | undefined {
  if (requestStatus === APPROVED) return VERIFIED;
  return requestStatus.toLowerCase() === 'rejected' ? NOT_ACCREDITED : undefined;
}

/** The last date of an approval that is given now, YYYY-MM-DD (US Eastern). */
function usualLastDate(nowUs: number): string {
  return formatDay(parseDay(easternDate(nowUs)) + VALID_DAYS);
}
