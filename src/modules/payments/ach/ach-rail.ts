/** Debits for trades (A10): the payments of one instrument, and how they go to the bank. */
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

/** The payer knows the offering by its name, the bank by the number of its escrow account, or else by its id. */
export const achDebits = new InstrumentDebits(achRail, async (db, debits) => {
  const ids = [...new Set(debits.map(({ offering_id }) => offering_id))];
  const offerings = await db
    .selectFrom('offerings')
    .select(['offering_id', 'issue_name', 'escrow_account_number'])
    .where('offering_id', 'in', ids)
    .execute();
  const byId = new Map(offerings.map((offering) => [offering.offering_id, offering]));
  return ({ offering_id, full_name, description }) => ({
    batch: String(offering_id),
    companyName: byId.get(offering_id)?.issue_name ?? String(offering_id),
    discretionaryData: byId.get(offering_id)?.escrow_account_number ?? String(offering_id),
    entryDescription: 'INVESTMENT',
    receiverName: full_name,
    information: description,
  });
});
