import type { AccountMoney } from '../../accounts/index.ts';
import { ownedBy } from '../../shared/record/index.ts';

/** Refunds of investments, as money of their account, which keeps the account from being deleted. */
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
    return unwound && `the trade ${unwound.trade_id} is UNWIND PENDING`;
  },
};
