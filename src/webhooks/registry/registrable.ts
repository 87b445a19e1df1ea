/**
 * The methods for which a client may register webhook URLs: those of the platform,
 * of custody and of the venue (V31). One list, because registration, delivery and documentation must agree.
 */

const ACCOUNTS = [
  'createAccount',
  'updateAccount',
  'getAccount',
  'getAccountLinkId',
  'updateAccountArchivestatus',
  'uploadAccountDocument',
] as const;

const PARTIES = [
  'createParty',
  'updateParty',
  'updateEntity',
  'updatePartyEntityArchivestatus',
  'uploadPartyDocument',
  'requestUploadPartyDocument',
  'createEntitySupp',
  'updateEntitySupp',
] as const;

const LINKS = ['createLink', 'deleteLink'] as const;

const KYC_AND_ACCREDITATION = [
  'performKycAml',
  'performKycAmlBasic',
  'performAml',
  'updateKycAml',
  'updateKycAmlRequest',
  'updateKycAmlStatus',
  'screenedAgain',
  'requestAiVerification',
  'updateAiVerification',
  'updateAiRequest',
  'uploadVerificationDocument',
] as const;

const OFFERINGS = [
  'updateOffering',
  'closeOffering',
  'cancelOffering',
  'reopenOffering',
  'admitOffering',
  'deleteOffering',
  'updateEligibleToCloseStatus',
] as const;

const TRADES = [
  'createTrade',
  'updateTrade',
  'updateTradeStatus',
  'editTrade',
  'editTradeUnits',
  'updateTradeTransactionType',
  'updateTradeArchivestatus',
  'deleteTrade',
  'cancelInvestment',
  'uploadTradeDocument',
  'updateTradeDocArchivestatus',
  'updateDocuSignStatus',
  'updateNdaDocuSignStatus',
] as const;

const ACH = [
  'createExternalAccount',
  'updateExternalAccount',
  'deleteExternalAccount',
  'linkExternalAccount',
  'updateLinkExternalAccount',
  'externalFundMove',
  'updateExternalFundMoveStatus',
  'updateExternalFundMoveApprovedStatus',
  'requestForVoidACH',
] as const;

const CARDS = [
  'ccFundMove',
  'ccFundMovement',
  'stripePaymentProcess',
  'updateCCFundMoveStatus',
  'updateCCFundMoveApprovedStatus',
  'requestForVoidCCTransaction',
] as const;

/** With their older names, which integrations still call (C40: register the name that is called). */
const CUSTODY = [
  'createCustodyAccountRequest',
  'requestCustodialAccount',
  'updateCustodyAccountRequest',
  'updateCustodialAccountRequest',
  'createCustodyFundMove',
  'fundCustodyAccount',
  'updateCustodyFundMove',
  'requestForVoidCustodyACH',
  'createCustodyFundDisbursement',
] as const;

const ATS = [
  'createOrder',
  'updateOrder',
  'replaceOrder',
  'cancelOrder',
  'matchedTradenotify',
  'notifySettlement',
  'orderForApproval',
  'orderForFirstRefusal',
  'createQuote',
  'updateQuote',
  'blockReported',
  'updateBlock',
  'bustTrade',
  'adjustTrade',
  'notice',
] as const;

/** Every registrable method name, by group. */
export const REGISTRABLE_METHODS = [
  ...ACCOUNTS,
  ...PARTIES,
  ...LINKS,
  ...KYC_AND_ACCREDITATION,
  ...OFFERINGS,
  ...TRADES,
  ...ACH,
  ...CARDS,
  ...CUSTODY,
  ...ATS,
] as const;

export type RegistrableMethod = (typeof REGISTRABLE_METHODS)[number];

/**
 * The webhook of each method: its own, but for methods whose webhook goes by another name. The path spells Status with
 * a capital (updateAccountArchiveStatus; its siblings alike), and entity documents have the webhook of party documents
 * (C40).
 */
const WEBHOOKS: ReadonlyMap<string, RegistrableMethod> = new Map([
  ...REGISTRABLE_METHODS.map((name) => [name, name] as const),
  ['updateAccountArchiveStatus', 'updateAccountArchivestatus'],
  ['updatePartyEntityArchiveStatus', 'updatePartyEntityArchivestatus'],
  ['updateTradeArchiveStatus', 'updateTradeArchivestatus'],
  ['updateTradeDocArchiveStatus', 'updateTradeDocArchivestatus'],
  ['uploadEntityDocument', 'uploadPartyDocument'],
]);

/** Webhooks of the venue without, and of the platform with identifying headers, each to its registrations (V33). */
export const TWO_FORMS: ReadonlySet<string> = new Set(['matchedTradenotify']);

/** The registrable name of the webhook that a method sends, or undefined when it sends none. */
export function webhookNameOf(methodName: string): RegistrableMethod | undefined {
  return WEBHOOKS.get(methodName);
}
