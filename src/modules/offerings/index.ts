export { OFFERING_WEBHOOKS, remainingShares } from './offering-fields.ts';
export { approvedOfferings, findOffering, OFFERING, offeringExists } from './offering-records.ts';
export { reconcileSecurities } from './offering-security.ts';
export { holdOffering, moveShares, offeringOfTrade, requireAccepting, takeShares } from './offering-shares.ts';
export { listTrades } from './offering-trades.ts';
export { offeringsModule } from './offerings-module.ts';
