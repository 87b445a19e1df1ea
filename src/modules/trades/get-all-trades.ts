import Type from 'typebox';
import type { TradeRow } from '../../database/schema/index.ts';
import { defineMethod, inPieces, type Method } from '../../http/methods/index.ts';
import { pageRead } from '../shared/list/index.ts';
import { readerOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { textOrNull, textsSchema, timestamp } from '../shared/values/index.ts';
import { type AccountOfTrade, accountsOf, clientNames, issueNames, NEWEST_MAX, newestTrades } from './trade-reads.ts';

export function getAllTrades(services: ModuleServices): Method {
  return defineMethod({
    name: 'getAllTrades',
    verb: 'POST',
    group: 'Trades',
    summary: `Reads the ${NEWEST_MAX} newest trades; use GET /v3/trades`,
    description: 'With names and statuses of account, offering and client. Archived trades are left out.',
    deprecated: true,
    parameters: {},
    response: Type.Object({ TradeFinancialDetails: Type.Array(listedSchema) }),
    handler: async ({ client }) => {
      const { trades, accounts, issues, clients } = await pageRead(services, NEWEST_MAX, async (db) => {
        const trades = await newestTrades(db, readerOf(client));
        const [accounts, issues] = [await accountsOf(db, trades), await issueNames(db, trades)];
        return { trades, accounts, issues, clients: await clientNames(db, trades) };
      });
      const TradeFinancialDetails = await inPieces(trades, (piece) =>
        piece.map((trade) => ({
          ...tradeFields(trade),
          ...accountFields(accounts.get(trade.account_id)),
          issueName: issues.get(trade.offering_id) ?? null,
          clientName: clients.get(trade.client_id) ?? client.name,
        })),
      );
      return { fields: { TradeFinancialDetails } };
    },
  });
}

const NAMES_OF_OTHERS = ['issueName', 'accountName', 'approvalStatus', 'kycStatus', 'amlStatus'] as const;

const listedSchema = Type.Object({
  ...textsSchema(
    ...['row_id', 'createdDate', 'accountId', 'orderId', 'offeringId', 'totalAmount', 'transactionType'],
    ...['orderStatus', 'esignstatus', 'clientName', 'field1'],
  ).properties,
  // Null when the account or the offering is gone.
  ...Object.fromEntries(NAMES_OF_OTHERS.map((name) => [name, textOrNull()])),
});

function tradeFields(trade: TradeRow) {
  return {
    row_id: String(trade.trade_id),
    createdDate: timestamp(trade.created_at),
    accountId: trade.account_id,
    orderId: String(trade.trade_id),
    offeringId: String(trade.offering_id),
    totalAmount: trade.total_amount,
    transactionType: trade.transaction_type,
    orderStatus: trade.order_status,
    esignstatus: trade.esign_status,
    field1: trade.field1,
  };
}

function accountFields(account: AccountOfTrade | undefined) {
  return {
    accountName: account?.account_name ?? null,
    approvalStatus: account?.approval_status ?? null,
    kycStatus: account?.kyc_status ?? null,
    amlStatus: account?.aml_status ?? null,
  };
}
