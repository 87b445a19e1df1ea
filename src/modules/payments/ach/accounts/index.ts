/** Bank accounts of investors and issuers, and what the operator set of debits for clients and accounts. */

export { updateAchBlock, updateAchSettings, validateABARoutingNumber } from './ach-client-methods.ts';
export { achClient, blockIfUnauthorized } from './ach-client-records.ts';
export type { AchDeps, AchSettings } from './ach-deps.ts';
export { type BankNumbers, openBankNumbers, openDetails, type SealedNumbers, sealDetails } from './bank-details.ts';
export { debitLimits, debitPermission, notBlocked } from './debit-limits.ts';
export { base64, externalAccountFields } from './external-account-fields.ts';
export * from './external-account-methods.ts';
export { EXTERNAL_ACCOUNT, findExternalAccount, putExternalAccount } from './external-account-records.ts';
export { bankLinkPage } from './link-page.ts';
