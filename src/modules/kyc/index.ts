export type { KycDeps } from './kyc-deps.ts';
export { kycModule } from './kyc-module.ts';
export { KYC_WEBHOOKS } from './kyc-webhooks.ts';
export { type ScreeningRun, screenPiece } from './screening-runs.ts';
