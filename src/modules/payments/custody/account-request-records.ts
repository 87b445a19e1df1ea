import type { CustodyAccountRequestRow, Db } from '../../../database/schema/index.ts';
import { ApiError } from '../../../http/methods/index.ts';
import { shortId } from '../../shared/ids/index.ts';
import { found, holdRecord, newOwned, ownedBy, stateAfter, writeRecord } from '../../shared/record/index.ts';
import type { RailLimits } from '../../trades/index.ts';
import {
  ACCOUNT_LIFECYCLE,
  ACCOUNT_REQUEST,
  REQUEST_LIFECYCLE,
  type RequestStatus,
} from './account-request-lifecycle.ts';

/** Stores a request, Pending; undefined when the account has one that counts (U2). */
export async function insertRequest(
  db: Db,
  of: { readonly clientId: string; readonly accountId: string },
  at: { readonly nowUs: number; readonly ip: string },
): Promise<CustodyAccountRequestRow | undefined> {
  const row: CustodyAccountRequestRow = {
    request_id: shortId(),
    account_id: of.accountId,
    request_status: 'Pending',
    account_status: 'Pending',
    restricted: 0,
    reason: null,
    notes: null,
    created_ip_address: at.ip,
    updated_ip_address: null,
    ...newOwned(of.clientId, at.nowUs),
  };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('custody_account_requests')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows ? row : undefined;
}

/** The request of the client's account that counts: the current one, else the newest; undefined when it has none. */
export function newestRequest(
  db: Db,
  clientId: string,
  accountId: string,
): Promise<CustodyAccountRequestRow | undefined> {
  return countingFirst(db).where('account_id', '=', accountId).where(ownedBy(clientId)).limit(1).executeTakeFirst();
}

/** Which of the accounts have a custody account that is open (U3). */
export async function openAccounts(db: Db, accountIds: readonly string[]): Promise<ReadonlySet<string>> {
  const requests = await countingFirst(db)
    .where('account_id', 'in', [...new Set(accountIds)])
    .execute();
  const counting = new Map(requests.toReversed().map((request) => [request.account_id, request]));
  const open = [...counting.values()].filter(({ account_status }) => account_status === 'Open');
  return new Set(open.map(({ account_id }) => account_id));
}

/** Money goes only into a custody account that is open (U7). */
export const openCustodyAccount: RailLimits = async (transaction, payments) => {
  const open = await openAccounts(
    transaction,
    payments.map(({ account_id }) => account_id),
  );
  return ({ account_id }) =>
    open.has(account_id) ? undefined : { code: 190, reason: 'The custody account is no longer open' };
};

/** Requests, of each account the one that counts before the others. */
function countingFirst(db: Db) {
  return db
    .selectFrom('custody_account_requests')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy((row) =>
      row
        .case()
        .when(row.or([row('request_status', '=', 'Rejected'), row('account_status', '=', 'Closed')]))
        .then(1)
        .else(0)
        .end(),
    )
    .orderBy('created_at', 'desc')
    .orderBy('request_id', 'desc');
}

/** Held, so that it is not closed meanwhile. Throws 190 unless the account has a custody account that is open (U3). */
export async function holdOpenCustodyAccount(transaction: Db, clientId: string, accountId: string): Promise<void> {
  const newest = await newestRequest(transaction, clientId, accountId);
  const request = newest && (await heldRequest(transaction, { clientId, id: newest.request_id }));
  if (request?.account_status !== 'Open') throw new ApiError(190, 'the custody account is not open');
}

export interface RequestChange {
  readonly status: RequestStatus;
  /** undefined keeps them. */
  readonly notes?: string | undefined;
  readonly reason?: string | null | undefined;
  readonly restricted?: 0 | 1 | undefined;
  readonly ip: string;
  readonly nowUs: number;
}

/**
 * Moves a request of the client in a transaction, and with it the custody account. Throws 404 for an unknown request,
 * 190 where a lifecycle does not allow it, or a newer request of the account counts.
 */
export async function moveRequest(
  db: Db,
  of: { readonly clientId: string; readonly id: string },
  { status, ip, nowUs, ...said }: RequestChange,
): Promise<CustodyAccountRequestRow> {
  const request = await heldRequest(db, of);
  const newest = await newestRequest(db, of.clientId, request.account_id);
  if (newest?.request_id !== of.id) throw new ApiError(190, 'a newer request has taken the place of this one');
  const trigger = status === 'Approved' ? 'approve' : 'ask';
  const changes = {
    ...said,
    request_status: stateAfter(REQUEST_LIFECYCLE, request.request_status, status),
    account_status: stateAfter(ACCOUNT_LIFECYCLE, request.account_status, trigger),
    updated_ip_address: ip,
    updated_at: nowUs,
  };
  return found(ACCOUNT_REQUEST, await writeRecord(db, ACCOUNT_REQUEST, of, changes));
}

/**
 * Closes the custody account that a request has opened, or that it asked for. Throws 404, and 190 when it is closed.
 */
export async function closeAccount(
  db: Db,
  of: { readonly clientId: string; readonly id: string },
  at: { readonly reason: string | null; readonly nowUs: number },
): Promise<CustodyAccountRequestRow> {
  const request = await heldRequest(db, of);
  const changes = {
    account_status: stateAfter(ACCOUNT_LIFECYCLE, request.account_status, 'close'),
    reason: at.reason,
    updated_at: at.nowUs,
  };
  return found(ACCOUNT_REQUEST, await writeRecord(db, ACCOUNT_REQUEST, of, changes));
}

/** The request, which nobody else moves before the transaction ends. */
async function heldRequest(
  db: Db,
  of: { readonly clientId: string; readonly id: string },
): Promise<CustodyAccountRequestRow> {
  return found(ACCOUNT_REQUEST, await holdRecord(db, ACCOUNT_REQUEST, of));
}
