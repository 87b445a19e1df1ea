/** Views of one subject that several places share: orders, clients, investors and securities. */
export { type AuctionPlan, auctionKindWords, hasAuctions, type PlanVersion } from './auctions.ts';
export { Books } from './books.tsx';
export { CancelOrder } from './cancel-order.tsx';
export { CheckResults } from './check-results.tsx';
export { type Client, clientColumns, findClient, readClients } from './clients.ts';
export { DIFFERENCE_KINDS, differenceWords } from './difference-kinds.ts';
export { FileLink, findTemplate, LinkedDocuments, readDocuments } from './documents.tsx';
export { Explanation, Waits } from './explanation.tsx';
export { useFoundByAccount } from './found-by-account.ts';
export {
  accountColumn,
  CheckState,
  companyFilters,
  findAccount,
  findOffering,
  findPerson,
  foundBy,
  personFilters,
  personName,
} from './investors.tsx';
export { buyingPower, type LimitsUsed, useLimits } from './limits-used.ts';
export { LinkList } from './links.tsx';
export { named, useColumns } from './named-columns.tsx';
export { Notes } from './notes.tsx';
export { countOpenOrders, countToCancel } from './open-orders.ts';
export { filledOf, stateWords, termsOf } from './order-words.ts';
export { filePages, saveCsv } from './paged-files.ts';
export { type Payment, PaymentList, paymentOf, paymentState, RAILS } from './payments.tsx';
export { ProviderAccounts } from './provider-accounts.tsx';
export { Replace } from './replace.tsx';
export { findSecurity, SecurityPicker } from './security-picker.tsx';
export { SessionList } from './session-list.tsx';
export { SEVERITIES, severityText } from './severity.ts';
export {
  SIGNATURE_STATES,
  type Signature,
  SignatureList,
  signatureOf,
  signatureState,
  signatureWords,
} from './signatures.tsx';
export { historySteps, StatusHistory } from './status-history.tsx';
export { sharesFault, termsFault } from './typed-terms.ts';
export { unusualPrice, unusualTerms, worthOf } from './unusual-price.ts';
export { type Role, readRoles, readUser, readUsers, readUsersOf, type User } from './users.ts';
