/** The handling of unknown fields, and the spelling in which a method takes its fields (C9, C88). */
import type { MethodDeclaration } from './method.ts';

/** The method-style calls of the specification. Callers of the specification send fields that we do not have. */
export const SPECIFICATION_METHODS: ReadonlySet<string> = new Set(
  `
  addAccountNote addCreditCard addDocumentsforOffering addSubscriptionsforOffering addTradeNote calculateSuitability
  cancelInvestment cancelOffering cancelOrder ccFundMove ccFundMovement closeOffering createAccount
  createCustodyAccountRequest createCustodyAccountSupplement createCustodyAgreementAttestation
  createCustodyFundDisbursement createCustodyFundMove createCustodyPartySupplement createEntity createEntitySupp
  createExternalAccount createIssuer createIssuerAccount createOffering createOrder createParty
  createSecurityMarketHours createTrade deleteAccount deleteAccountDocument deleteCreditCard
  deleteDocumentsforOffering deleteEntity deleteEntityDocument deleteExternalAccount deleteIssuer deleteIssuerAccount
  deleteKycAml deleteLink deleteOffering deleteParty deletePartyDocument deleteSecurityMarketHours
  deleteSubscriptionsforOffering deleteSuitability deleteTrade deleteTradeDocument deleteTradeNote editTrade
  editTradeUnits externalFundMove fetchSubscriptionDocuments fundReturnRequest getAccount getAccountDocument
  getAccountLinkId getAccountNotes getAccountTradeHistory getAchPendingId getAiDocument getAiLetter getAiRequest
  getAllAccounts getAllIssuers getAllLinks getAllOffers getAllSignedDocument getAllTrades getApiCount
  getCCFundMoveHistory getCCFundMoveInfo getClob getCreditCard getCustodianDetailsforOffering
  getCustodyAccountRequest getCustodyAccountSupplement getCustodyAgreementAttestation getCustodyFundDisbursements
  getCustodyFundMove getCustodyFundMoves getCustodyPartySupplement getDocumentsforOffering getEntity
  getEntityDocument getEntitySupp getExternalAccount getExternalFundMove getExternalFundMoveHistory
  getExternalFundMoveInfo getIssuer getIssuerAccount getIssuerApprovedSecurities getKycAml getKycAmlResponse getLink
  getLinkedAccounts getLinkedCreditCard getMarketHolidays getMarketHours getMatchedTrade getOffering
  getOfferingDetails getOfferingPurchaseHistory getOfferingStatus getOrder getParty getPartyDocument
  getSecurityMarketHours getSettlementStatus getSignedDocument getSubscriptionsforOffering getSuitability getTrade
  getTradeDocument getTradeNote getTradesForOffering getTradeStatus getTradeStatusesForOffering linkCreditCard
  linkExternalAccount notifySettlement performAml performKycAml performKycAmlBasic ping reopenOffering
  requestAiVerification requestForVoidACH requestForVoidCCTransaction requestForVoidCustodyACH requestKycAml
  resendSubscriptionDocuments searchAccount searchIssuer searchOffering sendNda sendSubscriptionDocument
  sendSubscriptionDocumentClient status updateAccount updateAccountArchiveStatus updateAiRequest updateAiVerification
  updateCCFundMoveApprovedStatus updateCCFundMoveStatus updateCreditCard updateCustodyAccountRequest
  updateCustodyAccountSupplement updateCustodyFundMove updateCustodyPartySupplement updateEntity updateEntitySupp
  updateExternalAccount updateExternalFundMoveApprovedStatus updateExternalFundMoveStatus updateIssuer
  updateIssuerAccount updateKycAml updateKycAmlStatus updateLinkedCreditCard updateLinkExternalAccount updateOffering
  updateOfferingDocument updateOrder updateParty updatePartyEntityArchivestatus updateSecurityMarketHours
  updateSubscriptionsforOffering updateSuitability updateTrade updateTradeArchivestatus updateTradeDocArchivestatus
  updateTradeNote updateTradeStatus updateTradeTransactionType uploadAccountDocument uploadEntityDocument
  uploadPartyDocument uploadTradeDocument uploadVerificationDocument validateABARoutingNumber
  `
    .trim()
    .split(/\s+/),
);

/** An order without the term that its sender misspelt would trade otherwise than the sender meant. */
export const ORDER_CHANGES: ReadonlySet<string> = new Set(['cancelOrder', 'createOrder', 'updateOrder']);

/** The header that names, separated by commas, the fields of a call that had no effect. */
export const IGNORED_FIELDS = 'Ignored-Fields';

/** The methods of the venue. */
const ANY_CASE_GROUP = 'ATS';

/** Whether a call with a field that the method does not have is refused; else the header Ignored-Fields names it. */
export function refusesUnknown({ name, style }: Pick<MethodDeclaration<never>, 'name' | 'style'>): boolean {
  return style === 'resource' || ORDER_CHANGES.has(name) || !SPECIFICATION_METHODS.has(name);
}

/** Whether the method reads the names of its fields in any case. */
export function readsAnyCase({ group }: Pick<MethodDeclaration<never>, 'group'>): boolean {
  return group === ANY_CASE_GROUP;
}
