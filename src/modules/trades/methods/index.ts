/** The methods of trades. */
export { cancelInvestment, deleteTrade, endingTakeBack, fundReturnRequest } from './cancellation.ts';
export { createTrade } from './create-trade.ts';
export { editTrade, editTradeUnits, updateTrade, updateTradeTransactionType } from './edit-trade.ts';
export { updateTradeArchivestatus, updateTradeDocArchivestatus } from './trade-archive-methods.ts';
export { tradeDocumentMethods } from './trade-documents.ts';
export { addTradeNote, deleteTradeNote, getTradeNote, updateTradeNote } from './trade-note-methods.ts';
export type { TradeOptions } from './trade-options.ts';
export { getAccountTradeHistory, getAllTrades, getTrade, getTradeStatus } from './trade-read-methods.ts';
export { tradeResource } from './trade-resource.ts';
export { updateTradeStatus } from './update-trade-status.ts';
