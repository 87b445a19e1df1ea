/** What people decide about, in words: actions of operators, and the fields of records. */
import { dollarText, numberIn, priceText, quantityText } from './amounts.ts';
import type { Fields } from './api.ts';
import type { Names } from './names.ts';
import type { Securities } from './securities.ts';
import { bothTimes, instantOf } from './times.ts';
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
  offeringId: 'offering',
  userId: 'user',
  askedByUser: 'asked by user',
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

const wordsOf = (deps: Deps, fields: Fields): string =>
  Object.entries(fields)
    .map(([name, value]) => [labelOf(name), valueWords(deps, name, value)] as const)
    .filter(([, words]) => words !== '')
    .map(([label, words]) => `${label} ${words}`)
    .join(', ');

/** As people read it: names with ids, numbers without zeros at the end, times of New York and of the reader. */
export function valueWords(deps: Deps, name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((one) => valueWords(deps, name, one)).join(', ');
  if (typeof value === 'object') return wordsOf(deps, value as Fields);
  const text = String(value);
  if (/^(security|offering)id$/i.test(name)) return deps.securities.fullTitleOf(text);
  if (/^[APECU]\d{1,15}$/.test(text)) return deps.names.titleOf(text);
  if (/^\d{4}-\d\d-\d\d[ T]\d\d:/.test(text)) return bothTimes(instantOf(text));
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text;
  if (/price/i.test(name)) return priceText(text);
  if (/amount|value$|fees/i.test(name)) return dollarText(text);
  return /shares|quantity/i.test(name) ? quantityText(numberIn(text)) : /id$/i.test(name) ? text : numberIn(text);
}
