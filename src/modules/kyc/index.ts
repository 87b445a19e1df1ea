export { kycModule } from './kyc-module.ts';
export type { KycServices } from './kyc-services.ts';
