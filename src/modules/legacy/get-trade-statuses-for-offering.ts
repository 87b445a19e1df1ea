import Type from 'typebox';
import type { TradeRow } from '../../database/schema/index.ts';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, optional, required } from '../../http/parameters/index.ts';
import { findOffering, listTrades, OFFERING } from '../offerings/index.ts';
import { LONG_LIST_MAX } from '../shared/list/index.ts';
import { found, readerOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { line, textsSchema } from '../shared/values/index.ts';

const PURCHASED = 'Offering purchased details';

const MOST = LONG_LIST_MAX.toLocaleString('en');

export function getTradeStatusesForOffering(services: ModuleServices): Method {
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
    response: Type.Object({ [PURCHASED]: Type.Array(tradeSchema) }),
    handler: async ({ client, values }) => {
      const offering = found(OFFERING, await findOffering(services.db, readerOf(client), values.offeringId));
      const which = { offeringId: offering.offering_id, state: values.tradeStatus };
      return { fields: { [PURCHASED]: await listTrades(services, which, tradeFields) } };
    },
  });
}

const tradeSchema = textsSchema(
  ...['tradeId', 'accountId', 'transactionType', 'totalShares', 'unitPrice', 'totalAmount', 'tradeStatus'],
  ...['RRApprovalStatus', 'PrincipalApprovalStatus', 'field1', 'field2', 'field3', 'esignStatus'],
);

function tradeFields(trade: TradeRow) {
  return {
    tradeId: String(trade.trade_id),
    accountId: trade.account_id,
    transactionType: trade.transaction_type,
    totalShares: trade.total_shares,
    unitPrice: trade.unit_price,
    totalAmount: trade.total_amount,
    tradeStatus: trade.order_status,
    RRApprovalStatus: trade.rr_approval_status,
    PrincipalApprovalStatus: trade.principal_approval_status,
    field1: trade.field1,
    field2: trade.field2,
    field3: trade.field3,
    esignStatus: trade.esign_status,
  };
}
