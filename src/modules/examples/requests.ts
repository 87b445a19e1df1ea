/** A call of each method that works in a fresh sandbox, in the order in which `npm run record:answers` makes them. */

import { adminRequests, deletionRequests, webhookRequests } from './admin-requests.ts';
import type { ExampleIds } from './ids.ts';
import {
  accountRequests,
  accreditationRequests,
  kycRequests,
  linkRequests,
  partyRequests,
} from './investor-requests.ts';
import {
  blockRequests,
  marketRequests,
  quoteRequests,
  settlementRequests,
  transferRequests,
} from './market-requests.ts';
import { achRequests, cardRequests, custodyRequests } from './payment-requests.ts';
import { issuerRequests, offeringRequests, signatureRequests, tradeRequests } from './raise-requests.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Values by method; methods of the legacy host have the prefix `legacy.`. Later calls may need records of earlier ones.
 */
export function exampleRequests(ids: ExampleIds): Readonly<Record<string, Values>> {
  return {
    ping: {},
    getCapabilities: {},
    getRoles: {},
    getVenueHealth: {},
    status: {},
    ...issuerRequests(ids),
    ...offeringRequests(ids),
    ...partyRequests(ids),
    ...kycRequests(ids),
    ...accountRequests(ids),
    ...linkRequests(ids),
    ...tradeRequests(ids),
    ...achRequests(ids),
    ...signatureRequests(ids),
    ...cardRequests(ids),
    ...custodyRequests(ids),
    ...accreditationRequests(ids),
    ...marketRequests(ids),
    ...quoteRequests(ids),
    ...blockRequests(ids),
    ...settlementRequests(ids),
    ...transferRequests(ids),
    ...webhookRequests(ids),
    ...adminRequests(ids),
    ...deletionRequests(ids),
  };
}

/** Methods without an example, each with the reason. */
export const WITHOUT_EXAMPLE: Readonly<Record<string, string>> = {
  answerFirstRefusal: 'no order of the sandbox waits for it',
  confirmBlock: 'another client than the one of the examples confirms',
  declineBlock: 'another client than the one of the examples declines',
  addCreditCard: 'it only refuses',
  getApiCount: 'it only refuses',
  getCreditCard: 'it only refuses',
  updateCreditCard: 'it only refuses',
  requestForVoidCustodyACH: 'the deposit of the examples is voided',
  updateCustodyFundMoveStatus: 'the deposit of the examples is voided',
  removePasskey: 'a key has no passkey',
  getAction: 'no action needs approval while FOUR_EYES is off',
  approveAction: 'no action needs approval while FOUR_EYES is off',
  rejectAction: 'no action needs approval while FOUR_EYES is off',
  getReport: 'no trading day has ended in a new sandbox',
  getTradeFiles: 'no trading day has ended in a new sandbox',
  getStatement: 'its answer is a PDF file',
  getAlert: 'a new sandbox has no alert yet',
  updateAlert: 'a new sandbox has no alert yet',
  handOverVenue: 'the sandbox has one node',
  getMarketReplay: 'a new sandbox has no past yet',
  getVenueMetrics: 'a new sandbox has kept no metrics yet',
  reloadWatchList: 'the sandbox has no WATCH_LIST_DIR',
  updateOrder: 'no order needs approval in a new sandbox',
};
