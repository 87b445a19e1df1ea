import Type, { type TObject } from 'typebox';
import type { AchFundMoveRow, Db } from '../../../database/schema/index.ts';
import { ApiError } from '../../../http/methods/index.ts';
import { numericId } from '../../../http/parameters/index.ts';
import { ACCOUNT } from '../../accounts/index.ts';
import { ISSUER } from '../../issuers/index.ts';
import { findRecord, found, type Reader, type Secrets } from '../../shared/record/index.ts';
import { textOrNull, textsSchema, timestamp } from '../../shared/values/index.ts';
import { base64, openDetails } from './accounts/index.ts';
import { achRail } from './ach-rail.ts';

export const DETAILS_KEY = 'investorExternalAccountDetails';

/** The reference number of a debit, as methods take it; one that no debit has answers 212. */
export function refNum() {
  return numericId({ description: 'reference number of the fund move' });
}

/** In the place of a routing number's check: it was made when the funds were moved. */
const VERIFIED = 'Verified';

const PENDING_SCHEMA = {
  ...textsSchema('accountId', 'tradeId', 'offeringId').properties,
  Bankname: textOrNull(),
  ...textsSchema('totalAmount', 'Accountnumber', 'Routingnumber', 'Accountfullname', 'transactionstatus').properties,
  ...textsSchema('routingNumberStatus', 'fundStatus', 'createdDate').properties,
};

/** Of getAchPendingId. */
export const pendingMoveSchema: TObject = Type.Object(PENDING_SCHEMA);

export const fundMoveSchema: TObject = Type.Object({
  ...PENDING_SCHEMA,
  RefNum: Type.String(),
  errors: textOrNull('why the bank returned it'),
});

/** The numbers of bank and account in base64. */
export function pendingMoveFields(row: AchFundMoveRow, secrets: Secrets) {
  const { routingNumber, accountNumber } = openDetails(secrets, 'ach_fund_moves', row.ref_num, row);
  return {
    accountId: row.account_id,
    tradeId: String(row.trade_id),
    offeringId: String(row.offering_id),
    Bankname: row.bank_name,
    totalAmount: row.amount,
    Accountnumber: base64(accountNumber),
    Routingnumber: base64(routingNumber),
    Accountfullname: row.full_name,
    transactionstatus: row.transaction_status,
    routingNumberStatus: VERIFIED,
    fundStatus: row.fund_status,
    createdDate: timestamp(row.created_at),
  };
}

export function fundMoveFields(row: AchFundMoveRow, secrets: Secrets) {
  return { ...pendingMoveFields(row, secrets), RefNum: String(row.ref_num), errors: row.errors };
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
