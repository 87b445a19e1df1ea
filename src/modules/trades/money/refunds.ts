import { sql } from 'kysely';
import type { AccountMoney } from '../../accounts/index.ts';
import { ownedBy } from '../../shared/record/index.ts';

/** Refunds of investments, made or to be made, as money of their account, which keeps it from being deleted. */
export const refundMoney: AccountMoney = {
  underWay: async (transaction, { clientId, accountId }) => {
    const unwound = await transaction
      .selectFrom('trades')
      .select('trade_id')
      .where(ownedBy(clientId))
      .where('account_id', '=', accountId)
      .where('order_status', '=', 'UNWIND PENDING')
      .where('deleted_at', 'is', null)
      .limit(1)
      .executeTakeFirst();
    if (unwound !== undefined) return `the trade ${unwound.trade_id} is UNWIND PENDING`;
    const refund = await transaction
      .selectFrom('refunds')
      .select('refund_id')
      .where(ownedBy(clientId))
      .where('account_id', '=', accountId)
      .where('status', 'in', [sql.lit('Pending'), sql.lit('Submitted')])
      .limit(1)
      .executeTakeFirst();
    return refund && `the refund ${refund.refund_id} is under way`;
  },
};
