import Type from 'typebox';
import type { TradeRow } from '../../database/tables/trades.ts';
import { defineMethod, type Method } from '../../http/method.ts';
import { numericId, optional, required } from '../../http/parameters/index.ts';
import { findOffering, listTrades, OFFERING, TRADES_MAX } from '../offerings/index.ts';
import { MASKED, textOrNull, textsSchema } from '../shared/answers.ts';
import { line } from '../shared/parameters.ts';
import { found, readerOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { timestamp } from '../shared/times.ts';

const PURCHASED = 'Offering purchased details';

/** The legacy host's reads of trades. */
export function tradeMethods({ db }: ModuleServices): Method[] {
  return [
    defineMethod({
      name: 'getTradeStatusesForOffering',
      verb: 'POST',
      host: 'legacy',
      group: 'Legacy',
      summary: `Trades of an offering, oldest first, at most ${TRADES_MAX.toLocaleString('en')}; use getTradesForOffering`,
      description: 'Primary investments with the two statuses of each.',
      refusals: [138],
      deprecated: true,
      parameters: {
        offeringId: required(numericId({ description: 'offering id' })),
        tradeStatus: optional(line('only trades in this state, for example CREATED')),
      },
      response: Type.Object({ [PURCHASED]: Type.Array(tradeSchema) }),
      handler: async ({ client, values }) => {
        const offering = found(OFFERING, await findOffering(db, readerOf(client), values.offeringId));
        const trades = await listTrades(db, offering.offering_id, values.tradeStatus);
        return { fields: { [PURCHASED]: trades.map(tradeFields) } };
      },
    }),

    defineMethod({
      name: 'getAccount',
      verb: 'POST',
      host: 'legacy',
      group: 'Legacy',
      summary: `Trades of a security, oldest first, at most ${TRADES_MAX.toLocaleString('en')}`,
      description: 'On the v3 host getAccount is the lookup of an account by its id.',
      refusals: [138],
      deprecated: true,
      parameters: { securityid: required(numericId({ description: 'offering id' })) },
      response: Type.Object({ tradeDetails: Type.Array(tradeRecordSchema) }),
      handler: async ({ client, values }) => {
        const offering = found(OFFERING, await findOffering(db, readerOf(client), values.securityid));
        const trades = await listTrades(db, offering.offering_id, undefined);
        return { fields: { tradeDetails: trades.map(tradeRecordFields) } };
      },
    }),
  ];
}

/** The fields of a trade record that are always text, and those that may be null (C69). */
const tradeRecordSchema = Type.Object({
  ...textsSchema(
    'id',
    'developerAPIKey',
    'offeringId',
    'accountId',
    'partyId',
    'party_type',
    'orderId',
    'transactionType',
    'totalAmount',
    'totalShares',
    'orderStatus',
    'createdDate',
    'esignStatus',
    'field1',
    'field2',
    'field3',
    'RRApprovalStatus',
    'PrincipalApprovalStatus',
    'archived_status',
  ).properties,
  ...Object.fromEntries(
    [
      'escrowId',
      'createdIpAddress',
      'errors',
      'documentKey',
      'RRName',
      'RRApprovalDate',
      'PrincipalName',
      'PrincipalDate',
      'closeId',
    ].map((name) => [name, textOrNull()]),
  ),
});

function tradeRecordFields(trade: TradeRow): Record<string, string | null> {
  return {
    id: String(trade.trade_id),
    developerAPIKey: MASKED,
    offeringId: String(trade.offering_id),
    accountId: trade.account_id,
    partyId: trade.party_id,
    party_type: 'IndivACParty',
    escrowId: null,
    orderId: String(trade.trade_id),
    transactionType: trade.transaction_type,
    totalAmount: trade.total_amount,
    totalShares: trade.total_shares,
    orderStatus: trade.order_status,
    createdDate: timestamp(trade.created_at),
    createdIpAddress: trade.created_ip_address,
    errors: trade.errors,
    documentKey: trade.document_key,
    esignStatus: trade.esign_status,
    field1: trade.field1,
    field2: trade.field2,
    field3: trade.field3,
    RRApprovalStatus: trade.rr_approval_status,
    RRName: trade.rr_name,
    RRApprovalDate: trade.rr_approval_date,
    PrincipalApprovalStatus: trade.principal_approval_status,
    PrincipalName: trade.principal_name,
    PrincipalDate: trade.principal_date,
    archived_status: String(trade.archived),
    closeId: trade.close_id,
  };
}

const tradeSchema = textsSchema(
  'tradeId',
  'accountId',
  'transactionType',
  'totalShares',
  'unitPrice',
  'totalAmount',
  'tradeStatus',
  'RRApprovalStatus',
  'PrincipalApprovalStatus',
  'field1',
  'field2',
  'field3',
  'esignStatus',
);

function tradeFields(trade: TradeRow): Record<string, string> {
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
