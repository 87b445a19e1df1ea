/** Views of one subject that several places share: orders, clients, investors and securities. */
export { CheckResults } from './check-results.ts';
export { type Client, clientColumns, findClient, readClients } from './clients.ts';
export { FileLink, findTemplate, LinkedDocuments, readDocuments } from './documents.ts';
export { Explanation, Waits } from './explanation.ts';
export { accountColumn, CheckState, findAccount, findOffering, findPerson, personName } from './investors.ts';
export { buyingPower, type LimitsUsed, useLimits } from './limits-used.ts';
export { LinkList } from './links.ts';
export { named, useColumns } from './named-columns.ts';
export { Notes } from './notes.ts';
export { cancelOrder, stateWords, termsOf } from './order-words.ts';
export { type Payment, PaymentList, paymentOf, paymentState, RAILS } from './payments.ts';
export { ProviderAccounts } from './provider-accounts.ts';
export { Replace } from './replace.ts';
export { findSecurity, SecurityPicker } from './security-picker.ts';
export { SessionList } from './session-list.ts';
export {
  SIGNATURE_STATES,
  type Signature,
  SignatureList,
  signatureOf,
  signatureState,
  signatureWords,
} from './signatures.ts';
export { historySteps, StatusHistory } from './status-history.ts';
export { sharesFault, termsFault } from './typed-terms.ts';
export { unusualPrice, unusualTerms, worthOf } from './unusual-price.ts';
export { type Role, readRoles, readUser, readUsers, readUsersOf, type User } from './users.ts';
