/**
 * The methods of the API that no screen of the console calls, each with the reason. A method that gets a screen leaves
 * this list; a new method has a screen, or a reason here. The words say which screen does the same, or that none does.
 */
import type { MethodName } from '../../src/client/index.ts';

/** Older names and forms of calls that the console makes by their newer ones. */
const OLDER: Partial<Readonly<Record<MethodName, string>>> = {
  addCreditCard: 'does nothing; linkCreditCard makes the page on which the investor enters the card',
  updateCreditCard: 'does nothing; updateLinkedCreditCard makes the page',
  getCreditCard: 'does nothing; getLinkedCreditCard reads the card',
  addCustodyAccountSupplement: 'an older name of createCustodyAccountSupplement',
  addCustodyPartySupplement: 'an older name of createCustodyPartySupplement',
  fundCustodyAccount: 'an older name of createCustodyFundMove',
  fundReturnRequest: 'an older form of cancelInvestment',
  requestCustodialAccount: 'an older name of createCustodyAccountRequest',
  getCustodialAccountRequest: 'an older name of readCustodyAccount',
  updateCustodialAccountRequest: 'an older name of updateCustodyAccountRequest',
  requestForVoidCustodyACH: 'an older name of updateCustodyFundMove',
  requestUploadPartyDocument: 'an older name of uploadPartyDocument',
  updateAccountArchivestatus: 'another spelling of updateAccountArchiveStatus',
  updatePartyEntityArchiveStatus: 'another spelling of updatePartyEntityArchivestatus',
  updateSecurityMarketHours: 'createSecurityMarketHours sets hours that are there, too',
  getApiCount: 'is refused here: the count is on the legacy host',
  getTape: 'an older form of the stream, which the market uses',
};

/** Reads of what another method shows whole: the lists and the reads of records in the resource style. */
const READ_ELSEWHERE: Partial<Readonly<Record<MethodName, string>>> = {
  getAccount: 'readAccount',
  getAccountLinkId: 'listLinks',
  getAccountTradeHistory: 'listTrades of the account',
  getAchPendingId: 'getPayments',
  getAiRequests: 'listAiRequests',
  getAllAccounts: 'listAccounts',
  getAllIssuers: 'listIssuers',
  getAllLinks: 'listLinks',
  getAllSignedDocument: 'listSignatures',
  getAllTrades: 'listTrades',
  getCCFundMoveHistory: 'getPayments',
  getCCFundMoveInfo: 'getPayments',
  getCustodyAccountRequest: 'readCustodyAccount',
  getCustodyAccountReviews: 'listCustodyAccounts',
  getCustodyAgreementAttestation: 'the attestation is made with the request, which the record of the account shows',
  getCustodyFundMove: 'getPayments',
  getCustodyFundMoves: 'getPayments',
  getEntity: 'readEntity',
  getParty: 'readParty',
  getExternalFundMove: 'getPayments',
  getExternalFundMoveHistory: 'getPayments',
  getExternalFundMoveInfo: 'getPayments',
  getIssuerApprovedSecurities: 'getSecurities',
  getKycAml: 'readParty and readEntity have the states',
  getLink: 'listLinks',
  getMarketHolidays: 'the calendar of a year in Markets and calendar',
  getMarketHours: 'getSecurities has the market of each security with its next change',
  getMarketStatus: 'getSecurities',
  getMatchedTrade: 'listAtsTrades',
  readAtsTrade: 'listAtsTrades',
  readAtsOrder: 'getOrder',
  getOfferingPurchaseHistory: 'getTradesForOffering',
  getOfferingStatus: 'getOffering',
  getSignedDocument: 'readSignature',
  getTops: 'the stream',
  getDepth: 'the stream',
  getTrade: 'readTrade',
  getTradeStatus: 'readTrade',
  getTradeFiles: 'listReports and getReport',
  getAction: 'getPendingActions; what was decided is in the audit log',
  getAudit: 'getAuditLog',
  searchAccount: 'listAccounts, which pickers and the search of the table ask',
  searchIssuer: 'listIssuers',
  searchOffering: 'getAllOffers',
};

/** What a person does by another way of the console. */
const DONE_ELSEWHERE: Partial<Readonly<Record<MethodName, string>>> = {
  changeAccount: 'updateAccount changes the same fields',
  ccFundMovement: 'a part of the amount by card; the console charges what the investment comes to (ccFundMove)',
  deleteTrade: 'cancelInvestment ends an investment in any state, and says where the money goes',
  deleteSuitability: 'new answers take the place of old ones (calculateSuitability)',
  updateTradeDocArchivestatus: 'a document of an investment is deleted where it is wrong; hiding one has no screen',
  ping: 'for programs that check the connection; the console shows the state of the stream',
};

/** For programs, or for the one who runs the server: a screen would be a second way to a command. */
const FOR_PROGRAMS: Partial<Readonly<Record<MethodName, string>>> = {
  cancelAllAfter: 'a dead man’s timer, which a program sets again every few seconds',
  createWebhook: 'an operator registers in place of a client, which has its own screen (registerWebhook)',
  deleteWebhook: 'as createWebhook',
  generateWebhookToken: 'set up once with the receiver of a parent client, by npm run admin',
  retireWebhookToken: 'as generateWebhookToken',
  getWebhookTokens: 'as generateWebhookToken',
  setWebhookEncryptionKey: 'set up once with the receiver, by npm run admin',
  setFieldPermissions: 'set when a key is made for a program that sends such fields',
  getBilledCalls: 'a month’s counts for the bill, which a program reads',
  loadPositions: 'a file of positions of a broker that moves in, sent by a program',
  setPosition: 'as loadPositions, for one',
  getFees: 'a line for each order of a match, for a program; people read the sums and the file of getFeeInvoice',
  readBankFiles: 'the next read by itself comes within minutes',
  reloadWatchList: 'called by whoever puts a new list on the server',
  massQuote: 'a market maker’s program quotes many securities at once',
  replaceQuote: 'as massQuote; people cancel a quote and send another one',
};

export const METHODS_WITHOUT_SCREEN = { ...OLDER, ...READ_ELSEWHERE, ...DONE_ELSEWHERE, ...FOR_PROGRAMS };
