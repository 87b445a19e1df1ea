export { type ApprovedOffering, approvedOfferings, offeringExists } from './offering-records.ts';
export { offeringsModule } from './offerings-module.ts';
export { reconcileSecurities } from './reconcile-securities.ts';
