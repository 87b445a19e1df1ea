/** The kinds of records of a client, and which parameters hold their ids. */
import type { Method } from '../../src/http/methods/method.ts';
import { isNumericId } from './samples.ts';

export type Kind =
  | 'issuer'
  | 'offering'
  | 'account'
  | 'party'
  | 'entity'
  | 'link'
  | 'accountDocument'
  | 'partyDocument'
  | 'entityDocument'
  | 'tradeDocument'
  | 'tradeNote'
  | 'offeringDocument'
  | 'documentedOffering'
  | 'trade'
  | 'template'
  | 'templatedOffering'
  | 'signature'
  | 'investor'
  | 'order'
  | 'match'
  | 'rfqOrder'
  | 'quote'
  | 'block'
  | 'blockToAnswer'
  | 'custodyRequest'
  | 'kycReview'
  | 'fundMove'
  | 'aiRequest'
  | 'aiDocument'
  | 'cardMove'
  | 'deposit'
  | 'disbursement'
  | 'receipt'
  | 'refund'
  | 'webhook';

/** Ids that look right and that nobody has. */
export const UNKNOWN: Readonly<Record<Kind, string>> = {
  issuer: '987654321',
  offering: '987654321',
  account: 'A98765432',
  party: 'P98765432',
  entity: 'E98765432',
  link: '987654321',
  accountDocument: 'zzzzz',
  partyDocument: 'zzzzz',
  entityDocument: 'zzzzz',
  tradeDocument: 'zzzzz',
  tradeNote: '987654321',
  offeringDocument: '987654321',
  documentedOffering: '987654321',
  trade: '987654321',
  template: '987654321',
  templatedOffering: '987654321',
  signature: '987654321',
  investor: 'A98765432',
  order: '987654321',
  match: '987654321',
  rfqOrder: '987654321',
  quote: '987654321',
  block: '987654321',
  blockToAnswer: '987654321',
  cardMove: '987654321',
  custodyRequest: 'zzzzz',
  kycReview: '987654321',
  fundMove: '987654321',
  aiRequest: 'zzzzz',
  aiDocument: 'zzzzz',
  deposit: '987654321',
  disbursement: '00000000-0000-0000-0000-000000000000',
  receipt: '987654321',
  refund: '987654321',
  webhook: 'W0123456789abcdef',
};

export const KINDS_OF_RECORDS = Object.keys(UNKNOWN) as Kind[];

/** What a parameter of this name (in lower case) holds the id of; null: of nothing that belongs to a client. */
const KINDS: Readonly<Record<string, Kind | null>> = {
  issuerid: 'issuer',
  offeringid: 'offering',
  ...{ securityid: 'offering', intosecurityid: 'offering' },
  accountid: 'account',
  partyid: 'party',
  entityid: 'entity',
  tradeid: 'trade',
  templateid: 'template',
  signatureid: 'signature',
  orderid: 'order',
  matchid: 'match',
  quoteid: 'quote',
  blockid: 'block',
  noteid: 'tradeNote',
  // The name of a closing: any text.
  closeid: null,
  firstentry: 'account',
  relatedentry: 'party',
  investorid: 'party',
  custaccrequestid: 'custodyRequest',
  refnum: 'fundMove',
  airequestid: 'aiRequest',
  referencenumber: 'deposit',
  requestid: 'disbursement',
  receiptid: 'receipt',
  refundid: 'refund',
  // Numbers of the identity provider are asked of the party that they were given for.
  idnumber: null,
  // Places in a list: of whose order the id is means nothing.
  before: null,
  after: null,
  matchesafter: null,
  // Custodians, escrow institutions and members of the venue are no records of the API, nor are tax ids.
  providerid: null,
  bankid: null,
  bankaccountid: null,
  // Filters of the log of the caller's own deliveries.
  webhookid: null,
  deliveryid: null,
  memberid: null,
  taxid: null,
  companytaxid: null,
  // Of a client, which only the operator may name.
  clientid: null,
  // Users and their sessions, which test/api/users.test.ts tests.
  userid: null,
  sessionid: null,
  passkeyid: null,
  // Of operators.
  alertid: null,
  actionid: null,
  tokenid: null,
  keyid: null,
  ruleid: null,
  issuer: null,
  subject: null,
  // Of the other side of a block: any client of the venue may be one (V59).
  counterpartyid: null,
};

/** Parameters that mean something else in one method. */
const KINDS_OF_METHODS: Readonly<Record<string, Kind | null>> = {
  // Filters of the orders of the caller: what nothing fits cancels nothing.
  'cancelOrders.securityid': null,
  'cancelOrders.accountid': null,
  'getPositions.securityid': null,
  // For master keys only.
  'throwKillSwitch.securityid': null,
  'releaseKillSwitch.securityid': null,
  'getCCFundMoveInfo.RefNum': 'cardMove',
  'requestForVoidCCTransaction.RefNum': 'cardMove',
  'requestForVoidCustodyACH.RefNum': 'deposit',
  'notifySettlement.tradeID': 'match',
  'getSettlementStatus.tradeID': 'match',
  'confirmBlock.blockId': 'blockToAnswer',
  'declineBlock.blockId': 'blockToAnswer',
  'createQuote.orderid': 'rfqOrder',
  'getQuotes.orderid': 'rfqOrder',
  'cancelQuotes.orderid': null,
  'cancelQuotes.securityid': null,
  'cancelQuotes.accountid': null,
  'getEntity.partyId': 'entity',
  'updateEntity.partyId': 'entity',
  'deleteEntity.partyId': 'entity',
  'readEntity.partyId': 'entity',
  'uploadEntityDocument.partyId': 'entity',
  'getEntityDocument.partyId': 'entity',
  'deleteEntityDocument.partyId': 'entity',
  'getEntityDocument.documentId': 'entityDocument',
  'deleteEntityDocument.documentId': 'entityDocument',
  'getPartyDocument.documentId': 'partyDocument',
  'deletePartyDocument.documentId': 'partyDocument',
  'getAccountDocument.documentId': 'accountDocument',
  'deleteAccountDocument.documentId': 'accountDocument',
  'getTradeDocument.documentId': 'tradeDocument',
  'deleteTradeDocument.documentId': 'tradeDocument',
  'updateTradeDocArchivestatus.documentId': 'tradeDocument',
  'getSubscriptionsforOffering.offeringId': 'templatedOffering',
  'sendSubscriptionDocument.accountId': 'investor',
  'sendSubscriptionDocumentClient.accountId': 'investor',
  'resendSubscriptionDocuments.accountId': 'investor',
  'getDocumentsforOffering.offeringId': 'documentedOffering',
  'updateOfferingDocument.documentId': 'offeringDocument',
  'deleteDocumentsforOffering.documentId': 'offeringDocument',
  'getAiDocument.documentId': 'aiDocument',
  'getLink.id': 'link',
  'deleteLink.id': 'link',
  'readKycReview.requestId': 'kycReview',
  'reviewKycAml.requestId': 'kycReview',
  'scriptProvider.requestId': 'kycReview',
  'bustTrade.tradeID': 'match',
  'adjustTrade.tradeID': 'match',
  'updateCCFundMoveStatus.RefNum': 'cardMove',
  'updateCCFundMoveApprovedStatus.RefNum': 'cardMove',
  'readAtsOrder.id': 'order',
  'readAtsTrade.id': 'match',
  'rotateWebhookSecret.id': 'webhook',
  'unregisterWebhook.id': 'webhook',
  'sendTestWebhook.id': 'webhook',
  'replayDeliveries.id': 'webhook',
  // Of the one clock of all; a list, of which test/modules/ats has what others get.
  ...{ 'getClockAdvance.advanceId': null, 'getSecurities.securityIds': null },
  // There are no scripts and no faults where there is no clock: see test/service/clock.
  ...{ 'cancelScript.scriptId': null, 'endFault.faultId': null, 'startRecording.clientId': null },
  // What is searched for may be an id.
  'searchIssuer.searchKeyword': 'issuer',
  'searchOffering.searchKeyword': 'offering',
  'searchAccount.searchKeyword': 'account',
};

/**
 * The kind of record whose id the parameter takes; undefined when it takes none. Throws for an id of an unknown kind.
 */
export function kindOfParameter(method: Method, name: string): Kind | undefined {
  const own = KINDS_OF_METHODS[`${method.name}.${name}`];
  const known = own === undefined ? KINDS[name.toLowerCase()] : own;
  if (known !== undefined) return known ?? undefined;
  if (/(id|ids|entry|keyword)$/i.test(name) || isNumericId(method.parameters[name]!))
    throw new Error(`${method.name}.${name} looks like an id: say in test/api/kinds.ts of what`);
  return undefined;
}

/** Methods that take no id; a new one is either here or has a parameter of a known kind. */
export const WITHOUT_IDS: readonly string[] = [
  'addCreditCard',
  'advanceClock',
  'cancelAllAfter',
  'cancelOrders',
  'cancelQuotes',
  'cancelScript',
  'createAccount',
  'createEntity',
  'createFault',
  'createIssuer',
  'createParty',
  ...['endFault', 'endRecording', 'endSession'],
  'fetchSubscriptionDocuments',
  'getAllAccounts',
  'getAllIssuers',
  'getAllOffers',
  'getAllTrades',
  'getApiCount',
  'getBlocks',
  'getCapabilities',
  'getClock',
  'getClockAdvance',
  'getCreditCard',
  'getCustodyFundDisbursements',
  'getDeliveryLog',
  'getEvents',
  'getFaults',
  'getFeeInvoice',
  'getInvestorTasks',
  'getKillSwitches',
  'getMarketCalendar',
  'getMarketHolidays',
  'getMarketHours',
  'getNotices',
  'getPasskeys',
  'getProviderAccounts',
  'getQuoteProtection',
  ...['getReconciliation', 'getRecording', 'getReminderTemplates'],
  'getRoles',
  'getScripts',
  'getSecurities',
  'getSessions',
  'getTops',
  'getTradeFiles',
  'getWebhookRegistrations',
  'listAccounts',
  'listAiRequests',
  'listAtsOrders',
  'listAtsTrades',
  'listCustodyAccounts',
  'listEntities',
  'listIssuers',
  'listKycReviews',
  'listLinks',
  'listParties',
  'listSignatures',
  'listTrades',
  'ping',
  'registerWebhook',
  'remindInvestor',
  'removePasskey',
  'removeProviderAccount',
  'setClock',
  'setQuoteProtection',
  'setReminderTemplate',
  'startRecording',
  'status',
  'takeInvestorTask',
  'updateCreditCard',
  'validateABARoutingNumber',
];
