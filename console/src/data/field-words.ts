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

/** Of methods whose name says it in another order; others are their name in words. */
const ACTIONS: Readonly<Record<string, string>> = {
  bustTrade: 'Bust a trade',
  adjustTrade: 'Adjust a trade',
  releaseKillSwitch: 'Release a kill switch',
  setLimits: 'Set limits',
  createApiKey: 'Make an API key',
  updateUser: 'Change a user',
  createUser: 'Make a user',
  inviteUser: 'Invite a user',
  setTransferRules: 'Set transfer rules',
  setFeeSchedule: 'Set fees',
  setAuctionPlan: 'Set the auctions of a security',
  setHoldings: 'Import holders',
  setCardLimit: 'Set the most of a payment by card',
  setCustodyDepositLimit: 'Set the most of a deposit into custody',
  updateAchSettings: 'Set debits of a client',
  updateAchBlock: 'Allow debits of an account',
  updateClient: 'Change a client',
  updateTradeStatus: 'Change the state of an investment',
  updateExternalFundMoveStatus: 'Record the outcome of a debit',
  updateExternalFundMoveApprovedStatus: 'Decide on a debit',
  updateCCFundMoveStatus: 'Record the outcome of a payment by card',
  updateCCFundMoveApprovedStatus: 'Decide on a payment by card',
  updateCustodyFundMoveStatus: 'Record the outcome of a deposit',
  reviewCustodyFundDisbursement: 'Decide on a disbursement',
  putOfferingEscrow: 'Set the escrow of an offering',
  putIssuerCustodianAccount: 'Set an account at a custodian',
  performRefund: 'Make a refund',
  setPosition: 'Set a position',
  loadPositions: 'Load positions',
  setReferencePrice: 'Set a reference price',
  createCorporateAction: 'Announce a corporate action',
  cancelCorporateAction: 'Cancel a corporate action',
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
  amlStatus: 'watch list (AML)',
};

export const labelOf = (name: string): string => LABELS[name] ?? inWords(name);

/** What a method does: `Create issuer` of createIssuer; a path or a command of the host as it is. */
export const methodWords = (method: string): string => ACTIONS[method] ?? sentence(inWords(method));

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
