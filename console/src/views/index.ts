/** Views of one subject that several places share: orders, clients, investors and securities. */

export { type Account, accountOf, readAccount } from './account.ts';
export { AccountForm } from './account-form.tsx';
export { Accreditation } from './accreditation.tsx';
export { ACTION_DATES, ACTION_KINDS, type ActionKind, actionLabels, actionTermWords } from './action-kinds.ts';
export { type AuctionPlan, auctionKindWords, hasAuctions, type PlanVersion } from './auctions.ts';
export { BankAccount, readBankAccount } from './bank-account.tsx';
export { Books, EntryCause, type LedgerEntry } from './books.tsx';
export { CancelOrder } from './cancel-order.tsx';
export { CheckResults } from './check-results.tsx';
export { type Client, clientColumns, findClient, readClients } from './clients.ts';
export { Contingent } from './contingent.tsx';
export { CustodySupplement } from './custody-supplement.tsx';
export { DIFFERENCE_KINDS, differenceWords } from './difference-kinds.ts';
export { FileLink, findTemplate, LinkedDocuments, readDocuments } from './documents.tsx';
export { Explanation, Waits } from './explanation.tsx';
export { useFoundByAccount } from './found-by-account.ts';
export { HostedPageLink } from './hosted-page-link.tsx';
export {
  INVESTMENT_STATES,
  type Investment,
  investmentOf,
  investmentState,
  investmentStateText,
  investmentStateWords,
  lacksOf,
  readInvestment,
} from './investment.ts';
export { InvestmentActions } from './investment-actions.tsx';
export { InvestmentForm, WAYS_TO_PAY } from './investment-form.tsx';
export {
  accountColumn,
  CheckState,
  companyFilters,
  findAccount,
  findOffering,
  findPerson,
  foundBy,
  personFilters,
} from './investors.tsx';
export { accountWords, eventWords, shownAmount } from './ledger-words.ts';
export { buyingPower, type LimitsUsed, useLimits } from './limits-used.ts';
export { LinkedCard, readCard } from './linked-card.tsx';
export { LinkList } from './links.tsx';
export { named, useColumns } from './named-columns.tsx';
export { Notes } from './notes.tsx';
export { OfSecurity } from './of-security.tsx';
export {
  type Offering,
  offeringState,
  offeringStateText,
  percentText,
  raisedOf,
  readOffering,
  readOfferings,
  shareSold,
  soldOf,
} from './offering.ts';
export { OfferingForm } from './offering-form.tsx';
export { countOpenOrders, countToCancel } from './open-orders.ts';
export { filledOf, stateWords, termsOf } from './order-words.ts';
export { filePages, saveCsv } from './paged-files.ts';
export { type Payment, PaymentList, paymentOf, paymentState, RAILS } from './payments.tsx';
export { type Person, type PersonKind, readNamed, readPeople, readPerson } from './person.ts';
export { PersonChecks } from './person-checks.tsx';
export { PersonForm } from './person-form.tsx';
export { ProviderAccounts } from './provider-accounts.tsx';
export { countBelonging, RecordEnds } from './record-ends.tsx';
export { isReminded, RemindButton, readTemplates, type WorkKind } from './remind.tsx';
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
export { findWebhookNames } from './webhook-names.ts';
