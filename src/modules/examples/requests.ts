/** A call of each method that works in a fresh sandbox, in the order in which `npm run record:answers` makes them. */

import {
  adminRequests,
  clockRequests,
  deletionRequests,
  faultRequests,
  scriptRequests,
  webhookRequests,
} from './admin-requests.ts';
import type { ExampleIds } from './ids.ts';
import {
  accountRequests,
  accreditationRequests,
  investorWorkRequests,
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
import { achRequests, cardRequests, custodyRequests, receiptRequests, refundRequests } from './payment-requests.ts';
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
    ...receiptRequests(ids),
    ...refundRequests(ids),
    ...accreditationRequests(ids),
    ...investorWorkRequests(ids),
    ...marketRequests(ids),
    ...quoteRequests(ids),
    ...blockRequests(ids),
    ...settlementRequests(ids),
    ...transferRequests(ids),
    ...webhookRequests(ids),
    ...adminRequests(ids),
    ...scriptRequests(ids),
    ...faultRequests(ids),
    ...deletionRequests(ids),
    ...clockRequests(ids),
  };
}
