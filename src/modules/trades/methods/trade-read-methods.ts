import Type from 'typebox';
import type { AccountRow, Db, TradeRow } from '../../../database/schema/index.ts';
import { defineMethod, inPieces, type Method, namedObject } from '../../../http/methods/index.ts';
import { required, text } from '../../../http/parameters/index.ts';
import { ACCOUNT, findAccount } from '../../accounts/index.ts';
import type { ModuleDeps } from '../../shared/deps.ts';
import { LONG_LIST_MAX, pageRead } from '../../shared/list/index.ts';
import { found, readerOf } from '../../shared/record/index.ts';
import { at, MASKED, says, textOrNull, timestamp, view } from '../../shared/values/index.ts';
import { moneyFields, moneyOfTrade, moneySchema } from '../money/index.ts';
import {
  type AccountOfTrade,
  accountsOf,
  anyTradeId,
  clientNames,
  findTrade,
  issueNames,
  type NamedTrade,
  NEWEST_MAX,
  newestTrades,
  ofAccount,
  TRADE,
  tradeRecord,
  tradeRecordSchema,
  tradesOfAccount,
} from '../records/index.ts';

export function getTrade({ db }: ModuleDeps): Method {
  return defineMethod({
    name: 'getTrade',
    summary: 'Reads a trade of an account',
    description: 'The record is under the key partyDetails. Canceled trades are read too.',
    refusals: [TRADE.unknown],
    parameters: {
      accountId: required(text({ description: 'A and 6 to 10 digits', maxLength: 100 })),
      tradeId: required(anyTradeId()),
    },
    response: Type.Object({ partyDetails: Type.Array(paidTradeSchema) }),
    handler: async ({ client, values }) => {
      const trade = await findTrade(db, readerOf(client), values.tradeId);
      return { fields: { partyDetails: [await paidTrade(db, found(TRADE, ofAccount(trade, values.accountId)))] } };
    },
  });
}

export function getTradeStatus({ db }: ModuleDeps): Method {
  return defineMethod({
    name: 'getTradeStatus',
    summary: 'Reads a trade with its state',
    description: 'As getTrade, without the account.',
    refusals: [TRADE.unknown],
    parameters: { tradeId: required(anyTradeId()) },
    response: Type.Object({ tradeDetails: Type.Array(paidTradeSchema) }),
    handler: async ({ client, values }) => {
      const trade = found(TRADE, await findTrade(db, readerOf(client), values.tradeId));
      return { fields: { tradeDetails: [await paidTrade(db, trade)] } };
    },
  });
}

const paidTradeSchema = namedObject('PaidTrade', { ...tradeRecordSchema.properties, ...moneySchema.properties });

/** The record with what was paid, is due and is overpaid (T13). */
async function paidTrade(db: Db, trade: TradeRow) {
  return { ...tradeRecord(trade), ...moneyFields(await moneyOfTrade(db, trade)) };
}

export function getAllTrades(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'getAllTrades',
    summary: `Reads the ${NEWEST_MAX} newest trades; use GET /v3/trades`,
    description: 'With names and statuses of account, offering and client. Archived trades are left out.',
    deprecated: true,
    parameters: {},
    response: Type.Object({ TradeFinancialDetails: Type.Array(listedSchema) }),
    handler: async ({ client }) => {
      const { trades, accounts, issues, clients } = await pageRead(deps, NEWEST_MAX, async (db) => {
        const trades = await newestTrades(db, readerOf(client));
        const [accounts, issues] = [await accountsOf(db, trades), await issueNames(db, trades)];
        return { trades, accounts, issues, clients: await clientNames(db, trades) };
      });
      const TradeFinancialDetails = await inPieces(trades, (piece) =>
        piece.map((trade) => ({
          ...LISTED_VIEW.show(trade),
          ...ACCOUNT_VIEW.show(accounts.get(trade.account_id)),
          issueName: issues.get(trade.offering_id) ?? null,
          clientName: clients.get(trade.client_id) ?? client.name,
        })),
      );
      return { fields: { TradeFinancialDetails } };
    },
  });
}

const LISTED_VIEW = view<TradeRow>()({
  row_id: 'trade_id',
  createdDate: at('created_at'),
  accountId: 'account_id',
  orderId: 'trade_id',
  offeringId: 'offering_id',
  totalAmount: 'total_amount',
  transactionType: 'transaction_type',
  orderStatus: 'order_status',
  esignstatus: 'esign_status',
  field1: 'field1',
});

/** The names are null when the account or the offering is gone. */
const ACCOUNT_VIEW = view<AccountOfTrade | undefined>()({
  accountName: [textOrNull(), (account) => account?.account_name ?? null],
  approvalStatus: [textOrNull(), (account) => account?.approval_status ?? null],
  kycStatus: [textOrNull(), (account) => account?.kyc_status ?? null],
  amlStatus: [textOrNull(), (account) => account?.aml_status ?? null],
});

const listedSchema = Type.Object({
  ...LISTED_VIEW.schema.properties,
  ...ACCOUNT_VIEW.schema.properties,
  issueName: textOrNull(),
  clientName: Type.String(),
});

export function getAccountTradeHistory(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'getAccountTradeHistory',
    summary: `Reads the trades of an account, newest first, at most ${LONG_LIST_MAX.toLocaleString('en')}`,
    description: 'Canceled and archived trades are among them, with the present statuses of the account.',
    refusals: [ACCOUNT.unknown],
    parameters: { accountId: required(text({ description: 'A and 6 to 10 digits', maxLength: 100 })) },
    response: Type.Object({ accountDetails: Type.Array(HISTORY_VIEW.schema) }),
    handler: async ({ client, values }) => {
      const reader = readerOf(client);
      const account = found(ACCOUNT, await findAccount(deps.db, reader, values.accountId));
      const accountDetails = await tradesOfAccount(deps, reader, account.account_id, (trade) =>
        HISTORY_VIEW.show({ trade, account }),
      );
      return { fields: { accountDetails } };
    },
  });
}

interface OfAccount {
  readonly trade: NamedTrade;
  readonly account: AccountRow;
}

const HISTORY_VIEW = view<OfAccount>()({
  in_id: says(({ trade }) => String(trade.trade_id)),
  offeringId: says(({ trade }) => String(trade.offering_id)),
  orderId: says(({ trade }) => String(trade.trade_id)),
  partyId: says(({ trade }) => trade.party_id),
  accountId: says(({ trade }) => trade.account_id),
  totalAmount: says(({ trade }) => trade.total_amount),
  esignStatus: says(({ trade }) => trade.esign_status),
  clientId: says(() => MASKED),
  trade_developerAPIKey: says(() => MASKED),
  accountName: says(({ account }) => account.account_name),
  accreditedStatus: says(({ account }) => account.accredited_status),
  kycStatus: says(({ account }) => account.kyc_status),
  amlStatus: says(({ account }) => account.aml_status),
  issueName: [textOrNull('null when the offering is gone'), ({ trade }) => trade.issue_name],
  transactionType: says(({ trade }) => trade.transaction_type),
  orderStatus: says(({ trade }) => trade.order_status),
  trade_createdDate: says(({ trade }) => timestamp(trade.created_at)),
});
