export { ISSUER } from './issuer-kind.ts';
export { deleteIssuer, findIssuer, holdIssuer, issuerExists } from './issuer-records.ts';
export { issuersModule } from './issuers-module.ts';
