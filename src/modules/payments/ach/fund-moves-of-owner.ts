import type { Kysely } from 'kysely';
import type { AchFundMoveRow, Schema } from '../../../database/schema/index.ts';
import { ApiError } from '../../../http/methods/index.ts';
import { ACCOUNT } from '../../accounts/index.ts';
import { ISSUER } from '../../issuers/index.ts';
import { findRecord, found, type Reader } from '../../shared/record/index.ts';
import { achRail } from './ach-rail.ts';

/**
 * The id of the reader's account, or of its issuer, as `accountId` of the methods that read fund moves names it. Throws
 * ApiError 148.
 */
export async function requireOwner(db: Kysely<Schema>, reader: Reader, sent: string): Promise<string> {
  if (/^[0-9]{1,15}$/.test(sent)) {
    const issuer = await findRecord(db, ISSUER, reader, Number(sent));
    if (issuer === undefined) throw new ApiError(148);
    return String(issuer.issuer_id);
  }
  return found(ACCOUNT, await findRecord(db, ACCOUNT, reader, sent)).account_id;
}

/** The fund move of an account. Throws ApiError 148 for the account, 212 for the fund move. */
export async function fundMoveOfOwner(
  db: Kysely<Schema>,
  reader: Reader,
  accountId: string,
  refNum: number,
): Promise<AchFundMoveRow> {
  const ownerId = await requireOwner(db, reader, accountId);
  const debit = await achRail.find(db, reader, refNum);
  return found(achRail.instrument.kind, debit?.account_id === ownerId ? debit : undefined);
}
