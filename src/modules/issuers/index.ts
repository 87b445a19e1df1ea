export { findIssuer, issuerExists } from './issuer-records.ts';
export { issuersModule } from './issuers-module.ts';
