import type { ExampleIds } from './ids.ts';

/** Calls of the methods of limits, positions and kill switches. */
export function limitRequests({ clientId, accountId, securityId }: ExampleIds) {
  const limits = { maxOrderQuantity: 100000, maxOrderValue: '5000000', maxOpenOrders: 1000, priceBand: '50' };
  return {
    setReferencePrice: { securityid: securityId, price: '10.25' },
    setLimits: { clientId, limits },
    tightenLimits: { accountid: accountId, limits: { maxOrderQuantity: 50000, noShortSale: 'No' } },
    getLimits: { accountid: accountId },
    setPosition: { clientId, securityid: securityId, quantity: 2500 },
    loadPositions: { positions: `clientId,accountId,securityId,quantity\n${clientId},,${securityId},2500\n` },
    getPositions: { securityid: securityId },
    throwKillSwitch: { scope: 'account', accountid: accountId, reason: 'An algorithm is out of control' },
    getKillSwitches: {},
    releaseKillSwitch: { scope: 'account', accountid: accountId },
  };
}
