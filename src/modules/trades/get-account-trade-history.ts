import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { required, text } from '../../http/parameters/index.ts';
import { ACCOUNT, findAccount } from '../accounts/index.ts';
import { LONG_LIST_MAX } from '../shared/list/index.ts';
import { found, readerOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { MASKED, textOrNull, textsSchema, timestamp } from '../shared/values/index.ts';
import { tradesOfAccount } from './trade-reads.ts';

export function getAccountTradeHistory(services: ModuleServices): Method {
  return defineMethod({
    name: 'getAccountTradeHistory',
    verb: 'POST',
    group: 'Trades',
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
