export { ISSUER } from './issuer-fields.ts';
export { deleteIssuer, findIssuer, holdIssuer, issuerExists } from './issuer-records.ts';
export { issuersModule } from './issuers-module.ts';
