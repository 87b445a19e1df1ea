import type { ExampleIds } from './ids.ts';

/** Calls of the methods of transfer rules. */
export function transferRequests({ securityId, clientId }: ExampleIds) {
  return {
    setTransferRules: { securityId, holdersMax: 2000, firstRefusalHours: 48, firstRefusalUnanswered: 'Waive' },
    getTransferRules: { securityId },
    setHoldings: { securityId, holdings: [{ clientId, lots: [{ date: '2026-01-15', quantity: 5000 }] }] },
    getHoldings: { securityId },
    getOrdersForFirstRefusal: { securityId },
  };
}
