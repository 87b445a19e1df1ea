import { inGroup, type Method } from '../../http/methods/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { resourceMethods } from '../shared/list/index.ts';
import { found, type RecordOwner } from '../shared/record/index.ts';
import type { TradeOptions } from './methods/index.ts';
import {
  addTradeNote,
  cancelInvestment,
  createTrade,
  deleteTrade,
  deleteTradeNote,
  editTrade,
  editTradeUnits,
  fundReturnRequest,
  getAccountTradeHistory,
  getAllTrades,
  getTrade,
  getTradeNote,
  getTradeStatus,
  tradeDocumentMethods,
  tradeResource,
  updateTrade,
  updateTradeArchivestatus,
  updateTradeDocArchivestatus,
  updateTradeNote,
  updateTradeStatus,
  updateTradeTransactionType,
} from './methods/index.ts';
import type { PaymentRail } from './money/index.ts';
import { findTrade, TRADE, TRADE_LEVELS } from './records/index.ts';

/** Investments of accounts in offerings. `rails`: the ways in which they are paid. */
export function tradesModule(
  deps: ModuleDeps,
  rails: readonly PaymentRail[] = [],
  options: TradeOptions = { enforcesLimits: true },
): Method[] {
  const trade = tradeOwner(deps);
  return inGroup({ group: 'Trades', levels: TRADE_LEVELS }, [
    createTrade(deps, options),
    getTrade(deps),
    getTradeStatus(deps),
    ...resourceMethods(tradeResource(deps), {
      many: 'trades',
      one: { name: 'trade', what: 'a trade', id: 'tradeId' },
      description: 'Fields above the PII level of the scope come back as REDACTED. Canceled trades are among them.',
    }),
    updateTrade(deps),
    updateTradeStatus(deps, rails),
    updateTradeTransactionType(deps, rails),
    updateTradeArchivestatus(deps),
    editTrade(deps, options),
    editTradeUnits(deps, options),
    deleteTrade(deps, rails),
    cancelInvestment(deps, rails),
    fundReturnRequest(deps, rails),
    getAccountTradeHistory(deps),
    getAllTrades(deps),
    addTradeNote(deps, trade),
    getTradeNote(deps, trade),
    updateTradeNote(deps),
    deleteTradeNote(deps),
    ...tradeDocumentMethods(deps, trade),
    updateTradeDocArchivestatus(deps, trade),
  ]);
}

/** The trade that documents and notes belong to; text that is no number names no trade. */
function tradeOwner({ db }: ModuleDeps): RecordOwner {
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
