import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import { found, readerOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { anyTradeId, tradeRecord, tradeRecordSchema } from './trade-fields.ts';
import { TRADE } from './trade-kind.ts';
import { findTrade } from './trade-records.ts';

export function getTradeStatus({ db }: ModuleServices): Method {
  return defineMethod({
    name: 'getTradeStatus',
    verb: 'POST',
    group: 'Trades',
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
