import type { PaymentRail } from '../../trades/index.ts';

/** Wires and checks as the methods of trades ask them: what is matched has come, nothing of it can be voided (T10). */
export const receiptRail: PaymentRail = {
  liveState: async (transaction, { trade_id }) => {
    const matched = transaction
      .selectFrom('receipt_matches')
      .select('receipt_id')
      .where('trade_id', '=', trade_id)
      .where('amount', '<>', '0.000000')
      .limit(1);
    return (await matched.executeTakeFirst()) && 'Settled';
  },
  voidPending: async () => [],
};
