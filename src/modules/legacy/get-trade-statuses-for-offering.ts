import Type from 'typebox';
import type { TradeRow } from '../../database/schema/index.ts';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, optional, required } from '../../http/parameters/index.ts';
import { findOffering, listTrades, OFFERING } from '../offerings/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { LONG_LIST_MAX } from '../shared/list/index.ts';
import { found, readerOf } from '../shared/record/index.ts';
import { line, view } from '../shared/values/index.ts';

const PURCHASED = 'Offering purchased details';

const MOST = LONG_LIST_MAX.toLocaleString('en');

export function getTradeStatusesForOffering(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'getTradeStatusesForOffering',
    host: 'legacy',
    summary: `Trades of an offering, oldest first, at most ${MOST}; use getTradesForOffering`,
    description: 'Primary investments with the two statuses of each.',
    refusals: [138],
    deprecated: true,
    parameters: {
      offeringId: required(numericId({ description: 'offering id' })),
      tradeStatus: optional(line('only trades in this state, for example CREATED')),
    },
    response: Type.Object({ [PURCHASED]: Type.Array(TRADE_VIEW.schema) }),
    handler: async ({ client, values }) => {
      const offering = found(OFFERING, await findOffering(deps.db, readerOf(client), values.offeringId));
      const which = { offeringId: offering.offering_id, state: values.tradeStatus };
      return { fields: { [PURCHASED]: await listTrades(deps, which, TRADE_VIEW.show) } };
    },
  });
}

const TRADE_VIEW = view<TradeRow>()({
  tradeId: 'trade_id',
  accountId: 'account_id',
  transactionType: 'transaction_type',
  totalShares: 'total_shares',
  unitPrice: 'unit_price',
  totalAmount: 'total_amount',
  tradeStatus: 'order_status',
  RRApprovalStatus: 'rr_approval_status',
  PrincipalApprovalStatus: 'principal_approval_status',
  field1: 'field1',
  field2: 'field2',
  field3: 'field3',
  esignStatus: 'esign_status',
});
