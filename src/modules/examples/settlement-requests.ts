import type { ExampleIds } from './ids.ts';

/** Calls of the methods of settlement. */
export function settlementRequests({ issuerId, matchId }: ExampleIds) {
  return {
    notifySettlement: { memberid: '1', issuerid: issuerId, tradeID: matchId, tradeStatus: 'Settled' },
    getSettlementStatus: { tradeID: matchId },
    adjustTrade: { tradeID: matchId, price: '10.20', quantity: 40, reason: 'The price was entered by mistake' },
    bustTrade: { tradeID: matchId, reason: 'Entered by mistake, as both sides agree' },
  };
}
