import { inGroup, type Method } from '../../http/methods/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { escrowMethod } from './custodian-details.ts';
import { deleteIssuerMethod } from './delete-issuer.ts';
import { createOffering, updateOffering } from './offering-changes.ts';
import { offeringEndingMethods } from './offering-ending-methods.ts';
import type { VoidingRail } from './offering-payments.ts';
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
import { SecurityAnnouncer } from './security-announcer.ts';

/**
 * Offerings of issuers. Each is a security of the venue; every change is announced to the venue once it is durable.
 * `rails`: the ways in which their trades are paid.
 */
export function offeringsModule(services: ModuleServices, rails: readonly VoidingRail[] = []): Method[] {
  const announcer = new SecurityAnnouncer(services.venue);
  return inGroup('Offerings', [
    createOffering(services, announcer),
    updateOffering(services, announcer, rails),
    getOffering(services),
    getOfferingStatus(services),
    getOfferingDetails(services),
    getAllOffers(services),
    searchOffering(services),
    getCustodianDetailsforOffering(services),
    getTradesForOffering(services),
    getOfferingPurchaseHistory(services),
    ...offeringEndingMethods(services, announcer, rails),
    deleteIssuerMethod(services, announcer, rails),
    escrowMethod(services),
  ]);
}
