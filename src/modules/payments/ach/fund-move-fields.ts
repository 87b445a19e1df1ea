import type { AchFundMoveRow, Db } from '../../../database/schema/index.ts';
import { ApiError } from '../../../http/methods/index.ts';
import { numericId } from '../../../http/parameters/index.ts';
import { ACCOUNT } from '../../accounts/index.ts';
import { ISSUER } from '../../issuers/index.ts';
import { findRecord, found, type Reader, type Secrets } from '../../shared/record/index.ts';
import { at, orNull, says, view } from '../../shared/values/index.ts';
import { type BankNumbers, base64, openDetails } from './accounts/index.ts';
import { achRail } from './ach-rail.ts';

export const DETAILS_KEY = 'investorExternalAccountDetails';

/** The reference number of a debit, as methods take it; one that no debit has answers 212. */
export function refNum() {
  return numericId({ description: 'reference number of the fund move' });
}

/** A debit, and the numbers of bank and account in base64. */
type Opened = AchFundMoveRow & BankNumbers;

/** Of getAchPendingId. The routing number was checked when the funds were moved. */
const PENDING_MOVE_VIEW = view<Opened>()({
  accountId: 'account_id',
  tradeId: 'trade_id',
  offeringId: 'offering_id',
  Bankname: orNull('bank_name'),
  totalAmount: 'amount',
  Accountnumber: 'accountNumber',
  Routingnumber: 'routingNumber',
  Accountfullname: 'full_name',
  transactionstatus: 'transaction_status',
  routingNumberStatus: says(() => 'Verified'),
  fundStatus: 'fund_status',
  createdDate: at('created_at'),
});

const MOVE_VIEW = view<Opened>('AchDebit')({
  ...PENDING_MOVE_VIEW.parts,
  RefNum: 'ref_num',
  errors: orNull('errors', 'why the bank returned it'),
});

export const pendingMoveSchema = PENDING_MOVE_VIEW.schema;
export const fundMoveSchema = MOVE_VIEW.schema;

function opened(row: AchFundMoveRow, secrets: Secrets): Opened {
  const { routingNumber, accountNumber } = openDetails(secrets, 'ach_fund_moves', row.ref_num, row);
  return { ...row, routingNumber: base64(routingNumber), accountNumber: base64(accountNumber) };
}

export function pendingMoveFields(row: AchFundMoveRow, secrets: Secrets) {
  return PENDING_MOVE_VIEW.show(opened(row, secrets));
}

export function fundMoveFields(row: AchFundMoveRow, secrets: Secrets) {
  return MOVE_VIEW.show(opened(row, secrets));
}

/**
 * The id of the reader's account, or of its issuer, as `accountId` of the methods that read fund moves names it. Throws
 * ApiError 148.
 */
export async function requireOwner(db: Db, reader: Reader, sent: string): Promise<string> {
  if (/^[0-9]{1,15}$/.test(sent)) {
    const issuer = await findRecord(db, ISSUER, reader, Number(sent));
    if (issuer === undefined) throw new ApiError(148);
    return String(issuer.issuer_id);
  }
  return found(ACCOUNT, await findRecord(db, ACCOUNT, reader, sent)).account_id;
}

/** The fund move of an account. Throws ApiError 148 for the account, 212 for the fund move. */
export async function fundMoveOfOwner(
  db: Db,
  reader: Reader,
  accountId: string,
  refNum: number,
): Promise<AchFundMoveRow> {
  const ownerId = await requireOwner(db, reader, accountId);
  const debit = await achRail.find(db, reader, refNum);
  return found(achRail.instrument.kind, debit?.account_id === ownerId ? debit : undefined);
}
