/** Bank accounts of investors and issuers, and what the operator set of debits for clients and accounts. */

export { achClient, blockIfUnauthorized, blockOf, isDebited } from './ach-client-records.ts';
export type { AchMeans, AchServices } from './ach-services.ts';
export { type BankNumbers, openBankNumbers, openDetails, sealDetails } from './bank-details.ts';
export { createExternalAccount } from './create-external-account.ts';
export { deleteExternalAccount } from './delete-external-account.ts';
export { base64, externalAccountFields } from './external-account-fields.ts';
export { EXTERNAL_ACCOUNT } from './external-account-kind.ts';
export { findExternalAccount, putExternalAccount } from './external-account-records.ts';
export { getExternalAccount } from './get-external-account.ts';
export { linkExternalAccount } from './link-external-account.ts';
export { bankLinkPage } from './link-page.ts';
export { updateAchBlock } from './update-ach-block.ts';
export { updateAchSettings } from './update-ach-settings.ts';
export { updateExternalAccount } from './update-external-account.ts';
export { updateLinkExternalAccount } from './update-link-external-account.ts';
export { validateABARoutingNumber } from './validate-aba-routing-number.ts';
