export { kycModule } from './kyc-module.ts';
export type { KycServices } from './kyc-services.ts';
export { KYC_WEBHOOKS } from './kyc-webhooks.ts';
export { type ScreeningRun, screenPiece } from './screening-runs.ts';
