import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { required, text } from '../../http/parameters/index.ts';
import { found, readerOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { anyTradeId, tradeRecord, tradeRecordSchema } from './trade-fields.ts';
import { TRADE } from './trade-kind.ts';
import { findTrade, ofAccount } from './trade-records.ts';

export function getTrade({ db }: ModuleServices): Method {
  return defineMethod({
    name: 'getTrade',
    verb: 'POST',
    group: 'Trades',
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
