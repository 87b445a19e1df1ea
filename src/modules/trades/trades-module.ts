import type { Method } from '../../http/methods/index.ts';
import { resourceMethods } from '../shared/list/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { addTradeNote } from './add-trade-note.ts';
import { cancelInvestment } from './cancel-investment.ts';
import { createTrade } from './create-trade.ts';
import { deleteTrade } from './delete-trade.ts';
import { deleteTradeNote } from './delete-trade-note.ts';
import { editTrade } from './edit-trade.ts';
import { editTradeUnits } from './edit-trade-units.ts';
import { fundReturnRequest } from './fund-return-request.ts';
import { getAccountTradeHistory } from './get-account-trade-history.ts';
import { getAllTrades } from './get-all-trades.ts';
import { getTrade } from './get-trade.ts';
import { getTradeNote } from './get-trade-note.ts';
import { getTradeStatus } from './get-trade-status.ts';
import type { PaymentRail } from './payment-rail.ts';
import { tradeDocumentMethods } from './trade-documents.ts';
import type { TradeOptions } from './trade-options.ts';
import { tradeOwner } from './trade-owner.ts';
import { tradeResource } from './trade-resource.ts';
import { updateTrade } from './update-trade.ts';
import { updateTradeArchivestatus } from './update-trade-archive-status.ts';
import { updateTradeDocArchivestatus } from './update-trade-doc-archive-status.ts';
import { updateTradeNote } from './update-trade-note.ts';
import { updateTradeStatus } from './update-trade-status.ts';
import { updateTradeTransactionType } from './update-trade-transaction-type.ts';

/** Investments of accounts in offerings. `rails`: the ways in which they are paid. */
export function tradesModule(
  services: ModuleServices,
  rails: readonly PaymentRail[] = [],
  options: TradeOptions = { enforcesLimits: true },
): Method[] {
  const trade = tradeOwner(services);
  return [
    createTrade(services, options),
    getTrade(services),
    getTradeStatus(services),
    ...resourceMethods(tradeResource(services), {
      group: 'Trades',
      many: 'trades',
      one: { name: 'trade', what: 'a trade', id: 'tradeId' },
      description: 'Fields above the PII level of the scope come back as REDACTED. Canceled trades are among them.',
    }),
    updateTrade(services),
    updateTradeStatus(services, rails),
    updateTradeTransactionType(services, rails),
    updateTradeArchivestatus(services),
    editTrade(services, rails, options),
    editTradeUnits(services, rails, options),
    deleteTrade(services, rails),
    cancelInvestment(services, rails),
    fundReturnRequest(services, rails),
    getAccountTradeHistory(services),
    getAllTrades(services),
    addTradeNote(services, trade),
    getTradeNote(services, trade),
    updateTradeNote(services),
    deleteTradeNote(services),
    ...tradeDocumentMethods(services, trade),
    updateTradeDocArchivestatus(services, trade),
  ];
}
