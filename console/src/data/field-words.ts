/** What people decide about, in words: actions of operators, and the fields of records. */
import { dollarText, numberIn, priceText, quantityText } from './amounts.ts';
import type { Fields } from './api.ts';
import type { Names } from './names.ts';
import type { Securities } from './securities.ts';
import { instantOf, venueDateTime } from './times.ts';
import { inWords, sentence } from './words.ts';

interface Deps {
  readonly securities: Securities;
  readonly names: Names;
}

/** Of methods whose name says it in other words; others are their name. */
const ACTIONS: Readonly<Record<string, string>> = {
  ...{ createClient: 'Make a client', updateClient: 'Change a client', createUser: 'Make a user' },
  ...{
    updateUser: 'Change a user',
    inviteUser: 'Send an invitation',
    setLimits: 'Set limits',
    setFeeSchedule: 'Set fees',
  },
  ...{ createApiKey: 'Make an API key', revokeApiKey: 'Revoke an API key', rotateApiKey: 'Replace an API key' },
  ...{ unregisterWebhook: 'Remove a webhook', rotateWebhookSecret: 'Make a new webhook secret' },
  ...{ generateWebhookToken: 'Make a webhook token', retireWebhookToken: 'Stop sending a webhook token' },
  handOverVenue: 'Hand the venue over to another node',

  ...{ bustTrade: 'Bust a trade', adjustTrade: 'Adjust a trade', throwKillSwitch: 'Activate a kill switch' },
  ...{ releaseKillSwitch: 'Release a kill switch', cancelAllAfter: 'Set the timer of a mass cancel' },
  ...{ massQuote: 'Make and cancel many quotes', notifySettlement: 'Report that a trade settled or failed to' },
  ...{ setTransferRules: 'Set transfer rules', setAuctionPlan: 'Set the auctions of a security' },
  ...{ setHoldings: 'Import holders', setPosition: 'Set a position', loadPositions: 'Load positions' },
  ...{ setReferencePrice: 'Set a reference price', updateSecurityReference: 'Set the reference data of a security' },
  createSecurityMarketHours: 'Set the hours of a security',
  updateSecurityMarketHours: 'Change the hours of a security',
  deleteSecurityMarketHours: 'Remove the hours of a security',
  updateMarketHoliday: 'Set a date of the calendar',
  updateSelfTradePrevention: 'Set self-trade prevention',
  createCorporateAction: 'Announce a corporate action',
  cancelCorporateAction: 'Cancel a corporate action',

  ...{ createTrade: 'Make an investment', updateTrade: 'Change an investment', deleteTrade: 'Withdraw an investment' },
  ...{ editTrade: 'Change the units of an investment', editTradeUnits: 'Change price and units of an investment' },
  updateTradeStatus: 'Change the state of an investment',
  updateTradeTransactionType: 'Change how an investment is paid',
  updateTradeArchivestatus: 'Archive or restore an investment',
  updateTradeDocArchivestatus: 'Archive or restore a document',
  fundReturnRequest: 'Cancel an investment',
  ...{ addTradeNote: 'Add a note to an investment', updateTradeNote: 'Change a note of an investment' },
  ...{ deleteTradeNote: 'Delete a note of an investment', uploadTradeDocument: 'Upload a document of an investment' },
  deleteTradeDocument: 'Delete a document of an investment',
  addDocumentsforOffering: 'Add a document to an offering',
  deleteDocumentsforOffering: 'Remove a document of an offering',
  addSubscriptionsforOffering: 'Add a template to an offering',
  updateSubscriptionsforOffering: 'Change a template of an offering',
  deleteSubscriptionsforOffering: 'Remove a template of an offering',
  putOfferingEscrow: 'Set the escrow of an offering',
  putIssuerCustodianAccount: 'Set an account at a custodian',
  sendNda: 'Send an NDA',
  sendSubscriptionDocument: 'Send documents to sign',
  sendSubscriptionDocumentClient: 'Make addresses of documents to sign',
  resendSubscriptionDocuments: 'Send documents to sign again',

  ...{ createEntitySupp: 'Store details of a company', updateEntitySupp: 'Change details of a company' },
  ...{ createParty: 'Make a person', updateParty: 'Change a person', deleteParty: 'Delete a person' },
  ...{ createEntity: 'Make a company', updateEntity: 'Change a company', deleteEntity: 'Delete a company' },
  ...{ uploadPartyDocument: 'Upload a document of a person', deletePartyDocument: 'Delete a document of a person' },
  ...{ uploadEntityDocument: 'Upload a document of a company', deleteEntityDocument: 'Delete a document of a company' },
  requestUploadPartyDocument: 'Ask a person for a document',
  updateAccountArchiveStatus: 'Archive or restore an account',
  updateAccountArchivestatus: 'Archive or restore an account',
  updatePartyEntityArchiveStatus: 'Archive or restore a person or company',
  updatePartyEntityArchivestatus: 'Archive or restore a person or company',
  ...{ performAml: 'Check the watch list', performKycAml: 'Check identity, with questions' },
  ...{ performKycAmlBasic: 'Check identity', updateKycAml: 'Answer the questions of a check' },
  ...{ requestKycAml: 'Ask for a review', reviewKycAml: 'Decide on a check', deleteKycAml: 'Delete results of checks' },
  ...{ requestAiVerification: 'Ask to verify an accreditation', updateAiRequest: 'Change a request to verify' },
  updateAiVerification: 'Decide on an accreditation',
  uploadVerificationDocument: 'Upload a document to verify',
  calculateSuitability: 'Answer about suitability',
  takeInvestorTask: 'Take a task',

  ...{ createExternalAccount: 'Add a bank account', updateExternalAccount: 'Change a bank account' },
  ...{ deleteExternalAccount: 'Delete a bank account', linkExternalAccount: 'Make a page for a bank account' },
  updateLinkExternalAccount: 'Make a page for another bank account',
  ...{ externalFundMove: 'Debit a bank account', requestForVoidACH: 'Void a debit' },
  updateExternalFundMoveStatus: 'Record the outcome of a debit',
  updateExternalFundMoveApprovedStatus: 'Decide on a debit',
  ...{ updateAchSettings: 'Set debits of a client', updateAchBlock: 'Allow debits of an account' },
  ...{ ccFundMove: 'Take a payment by card', ccFundMovement: 'Take a payment by card of an amount' },
  ...{ requestForVoidCCTransaction: 'Void a payment by card', setCardLimit: 'Set the most of a payment by card' },
  updateCCFundMoveStatus: 'Record the outcome of a payment by card',
  updateCCFundMoveApprovedStatus: 'Decide on a payment by card',
  ...{ addCreditCard: 'Add a card', getCreditCard: 'Read a card', updateCreditCard: 'Change a card' },
  ...{ deleteCreditCard: 'Delete a card', linkCreditCard: 'Make a page for a card' },
  updateLinkedCreditCard: 'Make a page for another card',
  performRefund: 'Make a refund',
  updateRefundStatus: 'Record the outcome of a refund',
  returnReceipt: 'Return a wire or check',
  matchReceipt: 'Match a wire or check',
  createCustodyAccountRequest: 'Ask for a custody account',
  updateCustodyAccountRequest: 'Add to a request for a custody account',
  reviewCustodyAccountRequest: 'Decide on a custody account',
  requestCustodialAccount: 'Ask for an account at a custodian',
  updateCustodialAccountRequest: 'Change a request for an account at a custodian',
  createCustodyAgreementAttestation: 'Attest a custody agreement',
  ...{ createCustodyFundMove: 'Deposit into custody', updateCustodyFundMove: 'Void a deposit into custody' },
  ...{
    requestForVoidCustodyACH: 'Void a deposit into custody',
    createCustodyFundDisbursement: 'Disburse from custody',
  },
  updateCustodyFundMoveStatus: 'Record the outcome of a deposit',
  reviewCustodyFundDisbursement: 'Decide on a disbursement',
  setCustodyDepositLimit: 'Set the most of a deposit into custody',

  ...{ scriptCounterparty: 'Script the counterparty', scriptProvider: 'Script a bank or provider' },
};

const LABELS: Readonly<Record<string, string>> = {
  number_shares: 'shares',
  price_per_share: 'price',
  tradeID: 'trade',
  tradeId: 'trade',
  orderId: 'order',
  actionId: 'action',
  clientId: 'client',
  accountId: 'account',
  accountid: 'account',
  securityId: 'security',
  securityid: 'security',
  intoSecurityId: 'into security',
  fractions: 'parts of a share',
  cashPrice: 'price for parts of a share',
  redeemedShares: 'bought shares',
  mostShares: 'shares to buy at most',
  offeringId: 'offering',
  userId: 'user',
  askedByUser: 'asked by user',
  RefNum: 'payment',
  refNum: 'payment',
  partyId: 'person or company',
  referenceNumber: 'payment',
  requestId: 'request',
  keyId: 'key',
  issuerId: 'issuer',
  maxOrderQuantity: 'shares of an order',
  maxOrderValue: 'value of an order',
  maxOpenOrders: 'live orders',
  maxOpenValue: 'value of live orders',
  maxOrdersPerSecond: 'orders a second',
  priceBand: 'price band, %',
  allowedSecurities: 'only in these securities',
  restrictedSecurities: 'not in these securities',
  amountMax: 'most of one payment',
  singleAmountMax: 'most of one debit',
  enabled: 'debits are made',
  blocked: 'blocked for debits',
  orderStatus: 'state',
  fundStatus: 'state',
  active: 'has access',
  kycStatus: 'identity (KYC)',
  rrApprovalStatus: 'representative',
  principalApprovalStatus: 'principal',
  amlStatus: 'watch list (AML)',
};

/** A column of the database is named as its field: `kyc_status` of kycStatus. */
const fieldOf = (column: string): string => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

export const labelOf = (name: string): string => LABELS[name] ?? LABELS[fieldOf(name)] ?? inWords(name);

/** What a method does: `Create issuer` of createIssuer. A command of the host stays: `admin user create`. */
export const methodWords = (method: string): string =>
  /\s/.test(method) ? `Command ${method}` : (ACTIONS[method] ?? sentence(inWords(method)));

/** `Bust a trade: trade 101400, reason A wrong price` */
export function actionWords(deps: Deps, { method, values }: Fields): string {
  const title = methodWords(String(method));
  const words = wordsOf(deps, values as Fields);
  return words === '' ? title : `${title}: ${words}`;
}

/** In dollars, of an action that moves an amount, or shares at a price. */
export function worthOf({ method, values }: Fields): number | null {
  const { amount, price, quantity } = values as Fields;
  // Its amount is that of a share.
  if (method === 'createCorporateAction') return null;
  const worth = amount === undefined ? Number(price) * Number(quantity) : Number(amount);
  return Number.isFinite(worth) ? worth : null;
}

const wordsOf = (deps: Deps, fields: Fields): string =>
  Object.entries(fields)
    .map(([name, value]) => [labelOf(name), valueWords(deps, name, value)] as const)
    .filter(([, words]) => words !== '')
    .map(([label, words]) => `${label} ${words}`)
    .join(', ');

/** As people read it: names with ids, numbers without zeros at the end, times of New York. */
export function valueWords(deps: Deps, name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((one) => valueWords(deps, name, one)).join(', ');
  if (typeof value === 'object') return wordsOf(deps, value as Fields);
  const text = String(value);
  if (/(security|offering)id$/i.test(name)) return deps.securities.fullTitleOf(text);
  if (/^[APECU]\d{1,15}$/.test(text)) return deps.names.titleOf(text);
  if (/^\d{4}-\d\d-\d\d[ T]\d\d:/.test(text)) return `${venueDateTime(instantOf(text))} New York`;
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text;
  if (/price/i.test(name)) return priceText(text);
  if (/amount|value$|fees/i.test(name)) return dollarText(text);
  return /shares|quantity/i.test(name) ? quantityText(numberIn(text)) : /id$/i.test(name) ? text : numberIn(text);
}
