export { OFFERING_WEBHOOKS } from './offering-fields.ts';
export { approvedOfferings, findOffering, OFFERING, offeringExists } from './offering-records.ts';
export { reconcileSecurities } from './offering-security.ts';
export {
  type Holding,
  holdOffering,
  moveShares,
  NOTHING_HELD,
  offeringOfTrade,
  requireAccepting,
  takeShares,
} from './offering-shares.ts';
export { GIVEN_BACK } from './offering-subscriptions.ts';
export { remainingShares } from './offering-terms.ts';
export { listTrades } from './offering-trades.ts';
export { offeringsModule } from './offerings-module.ts';
