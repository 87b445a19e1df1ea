/** Debits for trades (A10): the payments of one instrument, and how they go to the bank. */
import type { Db } from '../../../database/schema/index.ts';
import { toMillionths } from '../../shared/values/index.ts';
import { InstrumentRail, PAYMENT_LIFECYCLE, stateFields } from '../lifecycle/index.ts';
import { blockIfUnauthorized, debitLimits } from './accounts/index.ts';
import { InstrumentDebits } from './batch/index.ts';

export const achRail = new InstrumentRail({
  kind: { table: 'ach_fund_moves', id: 'ref_num', unknown: 212 },
  state: 'fund_status',
  approval: 'transaction_status',
  lifecycle: PAYMENT_LIFECYCLE,
  noErrors: null,
  webhooks: (debit, trigger) => {
    const method = trigger === 'void' ? 'requestForVoidACH' : 'updateExternalFundMoveStatus';
    return [{ clientId: debit.client_id, method, fields: stateFields(debit) }];
  },
  limits: debitLimits,
  received: ({ amount }) => toMillionths(amount),
  afterStep: blockIfUnauthorized,
});

/** The investor knows the offering by its name, the bank by the number of its escrow account, or else by its id. */
export async function escrowHeadings(db: Db, moves: readonly { readonly offering_id: number }[]) {
  const ids = [...new Set(moves.map(({ offering_id }) => offering_id))];
  const offerings = await db
    .selectFrom('offerings')
    .select(['offering_id', 'issue_name', 'escrow_account_number'])
    .where('offering_id', 'in', ids)
    .execute();
  const byId = new Map(offerings.map((offering) => [offering.offering_id, offering]));
  return ({ offering_id }: { readonly offering_id: number }) => ({
    companyName: byId.get(offering_id)?.issue_name ?? String(offering_id),
    discretionaryData: byId.get(offering_id)?.escrow_account_number ?? String(offering_id),
  });
}

export const achDebits = new InstrumentDebits(achRail, async (db, debits) => {
  const headingOf = await escrowHeadings(db, debits);
  return (debit) => ({
    ...headingOf(debit),
    batch: String(debit.offering_id),
    entryDescription: 'INVESTMENT',
    receiverName: debit.full_name,
    information: debit.description,
  });
});
