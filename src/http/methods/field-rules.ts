/** The handling of unknown fields, and the spelling in which a method takes its fields (C9, C88). */
import type { MethodDeclaration } from './method.ts';

/**
 * The method-style calls of the specification, but for those that change an order: they ignore what they do not know,
 * as callers of the specification expect. All others refuse it.
 */
export const IGNORING_METHODS: ReadonlySet<string> = new Set(
  `
  addAccountNote addCreditCard addDocumentsforOffering addSubscriptionsforOffering addTradeNote
  calculateSuitability cancelInvestment cancelOffering ccFundMove ccFundMovement closeOffering createAccount
  createCustodyAccountRequest createCustodyAccountSupplement createCustodyAgreementAttestation
  createCustodyFundDisbursement createCustodyFundMove createCustodyPartySupplement createEntity createEntitySupp
  createExternalAccount createIssuer createIssuerAccount createLink createOffering createParty
  createSecurityMarketHours createTrade deleteAccountDocument deleteCreditCard deleteDocumentsforOffering
  deleteEntity deleteEntityDocument deleteExternalAccount deleteIssuer deleteIssuerAccount deleteKycAml deleteLink
  deleteOffering deleteParty deletePartyDocument deleteSecurityMarketHours deleteSubscriptionsforOffering
  deleteTrade deleteTradeDocument deleteTradeNote editTrade editTradeUnits externalFundMove
  fetchSubscriptionDocuments fundReturnRequest getAccount getAccountDocument getAccountLinkId
  getAccountTradeHistory getAchPendingId getAiDocument getAiLetter getAiRequest getAllIssuers getAllLinks
  getAllOffers getAllSignedDocument getAllTrades getApiCount getCCFundMoveHistory getCCFundMoveInfo getClob
  getCreditCard getCustodianDetailsforOffering getCustodyFundDisbursements getCustodyFundMove getCustodyFundMoves
  getDocumentsforOffering getEntity getExternalAccount getExternalFundMove getExternalFundMoveInfo getIssuer
  getIssuerAccount getIssuerApprovedSecurities getKycAml getKycAmlResponse getLink getLinkedAccounts
  getLinkedCreditCard getMarketHolidays getMarketHours getMatchedTrade getOffering getOfferingDetails
  getOfferingStatus getOrder getParty getTrade getTradeDocument getTradesForOffering getTradeStatusesForOffering
  linkCreditCard linkExternalAccount performAml performKycAml performKycAmlBasic ping reopenOffering
  requestAiVerification requestForVoidACH requestForVoidCCTransaction requestKycAml searchIssuer searchOffering
  status updateAccount updateAccountArchiveStatus updateAiRequest updateAiVerification
  updateCCFundMoveApprovedStatus updateCCFundMoveStatus updateCreditCard updateCustodyAccountRequest
  updateCustodyAccountSupplement updateCustodyFundMove updateCustodyPartySupplement updateEntity updateEntitySupp
  updateExternalAccount updateExternalFundMoveApprovedStatus updateExternalFundMoveStatus updateIssuer
  updateKycAml updateKycAmlStatus updateLinkedCreditCard updateLinkExternalAccount updateOffering updateParty
  updatePartyEntityArchivestatus updateTrade updateTradeArchivestatus updateTradeDocArchivestatus
  updateTradeStatus updateTradeTransactionType uploadAccountDocument uploadEntityDocument uploadPartyDocument
  uploadTradeDocument uploadVerificationDocument
  `
    .trim()
    .split(/\s+/),
);
/** The header that names, separated by commas, the fields of a call that had no effect. */
export const IGNORED_FIELDS = 'Ignored-Fields';

/** The methods of the venue. */
const ANY_CASE_GROUP = 'ATS';

/** Whether a call with a field that the method does not have is refused; else the header Ignored-Fields names it. */
export function refusesUnknown({ name, style }: Pick<MethodDeclaration<never>, 'name' | 'style'>): boolean {
  return style === 'resource' || !IGNORING_METHODS.has(name);
}

/** Whether the method reads the names of its fields in any case. */
export function readsAnyCase({ group }: Pick<MethodDeclaration<never>, 'group'>): boolean {
  return group === ANY_CASE_GROUP;
}
