import Type from 'typebox';
import type { TradeRow } from '../../../database/schema/index.ts';
import { defineMethod, inPieces, type Method } from '../../../http/methods/index.ts';
import { required, text } from '../../../http/parameters/index.ts';
import { ACCOUNT, findAccount } from '../../accounts/index.ts';
import { LONG_LIST_MAX, pageRead } from '../../shared/list/index.ts';
import { found, readerOf } from '../../shared/record/index.ts';
import type { ModuleServices } from '../../shared/services.ts';
import { MASKED, textOrNull, textsSchema, timestamp } from '../../shared/values/index.ts';
import {
  type AccountOfTrade,
  accountsOf,
  anyTradeId,
  clientNames,
  findTrade,
  issueNames,
  NEWEST_MAX,
  newestTrades,
  ofAccount,
  TRADE,
  tradeRecord,
  tradeRecordSchema,
  tradesOfAccount,
} from '../records/index.ts';

export function getTrade({ db }: ModuleServices): Method {
  return defineMethod({
    name: 'getTrade',
    summary: 'Reads a trade of an account',
    description: 'The record is under the key partyDetails. Canceled trades are read too.',
    refusals: [TRADE.unknown],
    parameters: {
      accountId: required(text({ description: 'A and 6 to 10 digits', maxLength: 100 })),
      tradeId: required(anyTradeId()),
    },
    response: Type.Object({ partyDetails: Type.Array(tradeRecordSchema) }),
    handler: async ({ client, values }) => {
      const trade = await findTrade(db, readerOf(client), values.tradeId);
      return { fields: { partyDetails: [tradeRecord(found(TRADE, ofAccount(trade, values.accountId)))] } };
    },
  });
}

export function getTradeStatus({ db }: ModuleServices): Method {
  return defineMethod({
    name: 'getTradeStatus',
    summary: 'Reads a trade with its state',
    description: 'As getTrade, without the account.',
    refusals: [TRADE.unknown],
    parameters: { tradeId: required(anyTradeId()) },
    response: Type.Object({ tradeDetails: Type.Array(tradeRecordSchema) }),
    handler: async ({ client, values }) => {
      const trade = found(TRADE, await findTrade(db, readerOf(client), values.tradeId));
      return { fields: { tradeDetails: [tradeRecord(trade)] } };
    },
  });
}

export function getAllTrades(services: ModuleServices): Method {
  return defineMethod({
    name: 'getAllTrades',
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

export function getAccountTradeHistory(services: ModuleServices): Method {
  return defineMethod({
    name: 'getAccountTradeHistory',
    summary: `Reads the trades of an account, newest first, at most ${LONG_LIST_MAX.toLocaleString('en')}`,
    description: 'Canceled and archived trades are among them, with the present statuses of the account.',
    refusals: [ACCOUNT.unknown],
    parameters: { accountId: required(text({ description: 'A and 6 to 10 digits', maxLength: 100 })) },
    response: Type.Object({ accountDetails: Type.Array(historySchema) }),
    handler: async ({ client, values }) => {
      const reader = readerOf(client);
      const account = found(ACCOUNT, await findAccount(services.db, reader, values.accountId));
      const accountDetails = await tradesOfAccount(services, reader, account.account_id, (trade) => ({
        in_id: String(trade.trade_id),
        offeringId: String(trade.offering_id),
        orderId: String(trade.trade_id),
        partyId: trade.party_id,
        accountId: trade.account_id,
        totalAmount: trade.total_amount,
        esignStatus: trade.esign_status,
        clientId: MASKED,
        trade_developerAPIKey: MASKED,
        accountName: account.account_name,
        accreditedStatus: account.accredited_status,
        kycStatus: account.kyc_status,
        amlStatus: account.aml_status,
        issueName: trade.issue_name,
        transactionType: trade.transaction_type,
        orderStatus: trade.order_status,
        trade_createdDate: timestamp(trade.created_at),
      }));
      return { fields: { accountDetails } };
    },
  });
}

const historySchema = Type.Object({
  ...textsSchema(
    ...['in_id', 'offeringId', 'orderId', 'partyId', 'accountId', 'totalAmount', 'esignStatus', 'clientId'],
    ...['trade_developerAPIKey', 'accountName', 'accreditedStatus', 'kycStatus', 'amlStatus'],
    ...['transactionType', 'orderStatus', 'trade_createdDate'],
  ).properties,
  issueName: textOrNull('null when the offering is gone'),
});
