import { found, type RecordOwner } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { TRADE } from './trade-kind.ts';
import { findTrade } from './trade-records.ts';

/** The trade that documents and notes belong to; what is no number is no trade. */
export function tradeOwner({ db }: ModuleServices): RecordOwner {
  return {
    name: 'tradeId',
    description: 'trade id',
    unknown: TRADE.unknown,
    find: async (reader, sent) => {
      const tradeId = /^[0-9]{1,15}$/.test(sent) ? Number(sent) : 0;
      const trade = found(TRADE, await findTrade(db, reader, tradeId));
      return { id: String(trade.trade_id), clientId: trade.client_id };
    },
  };
}
