import type { Method } from '../../http/methods/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { createOffering } from './create-offering.ts';
import { deleteIssuerMethod } from './delete-issuer.ts';
import { escrowMethod } from './escrow-method.ts';
import { getAllOffers } from './get-all-offers.ts';
import { getCustodianDetailsforOffering } from './get-custodian-details-for-offering.ts';
import { getOffering } from './get-offering.ts';
import { getOfferingDetails } from './get-offering-details.ts';
import { getOfferingPurchaseHistory } from './get-offering-purchase-history.ts';
import { getOfferingStatus } from './get-offering-status.ts';
import { getTradesForOffering } from './get-trades-for-offering.ts';
import { offeringEndingMethods } from './offering-ending-methods.ts';
import type { VoidingRail } from './offering-payments.ts';
import { searchOffering } from './search-offering.ts';
import { SecurityAnnouncer } from './security-announcer.ts';
import { updateOffering } from './update-offering.ts';

/**
 * Offerings of issuers. Each is a security of the venue; every change is announced to the venue once it is durable.
 * `rails`: the ways in which their trades are paid.
 */
export function offeringsModule(services: ModuleServices, rails: readonly VoidingRail[] = []): Method[] {
  const announcer = new SecurityAnnouncer(services.venue);
  return [
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
  ];
}
