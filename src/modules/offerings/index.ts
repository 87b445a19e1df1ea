export { remainingShares } from './offering-fields.ts';
export { OFFERING } from './offering-kind.ts';
export { approvedOfferings, findOffering, offeringExists } from './offering-records.ts';
export { holdOffering, moveShares, offeringOfTrade, requireAccepting, takeShares } from './offering-shares.ts';
export { listTrades } from './offering-trades.ts';
export { OFFERING_WEBHOOKS } from './offering-webhooks.ts';
export { offeringsModule } from './offerings-module.ts';
export { reconcileSecurities } from './reconcile-securities.ts';
