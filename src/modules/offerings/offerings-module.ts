import Type from 'typebox';
import { defineMethod, inGroup, type Method } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { deleteIssuer, ISSUER } from '../issuers/index.ts';
import { change } from '../shared/change/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { found, piiOf, piiTable, uniteLevels } from '../shared/record/index.ts';
import { CUSTODIAN_LEVELS, escrowMethod } from './custodian-details.ts';
import { createOffering, updateOffering } from './offering-changes.ts';
import { offeringEndingMethods } from './offering-ending-methods.ts';
import { OFFERING_FIELDS } from './offering-fields.ts';
import { type VoidingRail, voidPayments } from './offering-payments.ts';
import {
  getAllOffers,
  getCustodianDetailsforOffering,
  getOffering,
  getOfferingDetails,
  getOfferingPurchaseHistory,
  getOfferingStatus,
  getTradesForOffering,
  searchOffering,
} from './offering-reads.ts';
import { deleteOfferingsOf } from './offering-records.ts';
import { SecurityAnnouncer } from './security-announcer.ts';

/**
 * Offerings of issuers. Each is a security of the venue; every change is announced to the venue once it is durable.
 * `rails`: the ways in which their trades are paid.
 */
export function offeringsModule(deps: ModuleDeps, rails: readonly VoidingRail[] = []): Method[] {
  const announcer = new SecurityAnnouncer(deps.venue);
  return inGroup({ group: 'Offerings', levels: LEVELS }, [
    createOffering(deps, announcer),
    updateOffering(deps, announcer, rails),
    getOffering(deps),
    getOfferingStatus(deps),
    getOfferingDetails(deps),
    getAllOffers(deps),
    searchOffering(deps),
    getCustodianDetailsforOffering(deps),
    getTradesForOffering(deps),
    getOfferingPurchaseHistory(deps),
    ...offeringEndingMethods(deps, announcer, rails),
    deleteIssuerMethod(deps, announcer, rails),
    escrowMethod(deps),
  ]);
}

const LEVELS = uniteLevels(
  piiOf('issuer.read', OFFERING_FIELDS),
  CUSTODIAN_LEVELS,
  piiTable('issuer.read', {
    none: `clientId remainingShares subscribedAmount totalTrades createdAmount createdShares fundedAmount fundedShares
      unwindPendingAmount unwindPendingShares unwindSettledAmount unwindSettledShares settledAmount
      settledShares canceledAmount canceledShares createdDate OfferID offeringDetails`,
    pii_medium: 'createdIPAddress',
  }),
  piiTable('issuer.read', { none: ['Financial offering details'] }),
);

/**
 * A deleted issuer has no trading securities: its offerings are deleted with it, and announced to the venue once that
 * is durable.
 */
function deleteIssuerMethod(deps: ModuleDeps, announcer: SecurityAnnouncer, rails: readonly VoidingRail[]): Method {
  const { nowUs } = deps;
  return defineMethod({
    name: 'deleteIssuer',
    group: 'Issuers',
    summary: 'Deletes an issuer virtually, and its offerings with it',
    description: 'The records are kept and no longer shown. The securities stop trading; their orders end.',
    signInAgain: true,
    refusals: [136],
    parameters: { issuerId: required(numericId({ description: 'issuer id' })) },
    response: Type.Object({}),
    handler: change(deps, async (call, db) => {
      const { clientId } = call.client;
      const { issuerId } = call.values;
      const time = nowUs();
      found(ISSUER, await deleteIssuer(db, clientId, issuerId, time));
      const offerings = await deleteOfferingsOf(db, clientId, issuerId, time);
      const voidPaymentsOf = async () => {
        for (const { offering_id: offeringId } of offerings) {
          await voidPayments(deps, rails, { clientId, offeringId });
        }
      };
      return {
        statusDesc: 'Issuer deleted successfully!',
        afterCommit: () => Promise.all([announcer.announceDeleted(offerings, call), voidPaymentsOf()]),
      };
    }),
  });
}
