import type { ExampleIds } from './ids.ts';

/** Calls of the methods of settlement. */
export function settlementRequests({ issuerId, matchId }: ExampleIds) {
  return {
    notifySettlement: { memberid: '1', issuerid: issuerId, tradeID: matchId, tradeStatus: 'Settled' },
    getSettlementStatus: { tradeID: matchId },
    bustTrade: { tradeID: matchId, reason: 'Entered by mistake, as both sides agree' },
  };
}
