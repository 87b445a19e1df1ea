import type { Method } from '../../http/methods/index.ts';
import { deleteKycAml } from './delete-kyc-aml.ts';
import { getKycAml } from './get-kyc-aml.ts';
import { getKycAmlResponse } from './get-kyc-aml-response.ts';
import { getKycAmlReviews } from './get-kyc-aml-reviews.ts';
import type { KycServices } from './kyc-services.ts';
import { performAml } from './perform-aml.ts';
import { performKycAml } from './perform-kyc-aml.ts';
import { reloadWatchList } from './reload-watch-list.ts';
import { requestKycAml } from './request-kyc-aml.ts';
import { reviewKycAml } from './review-kyc-aml.ts';
import { updateKycAml } from './update-kyc-aml.ts';
import { updateKycAmlStatus } from './update-kyc-aml-status.ts';

/** Checks of identities and watch lists, and reviews by people. */
export function kycModule(services: KycServices): Method[] {
  return [
    performKycAml(services, 'performKycAml'),
    performKycAml(services, 'performKycAmlBasic'),
    performAml(services),
    updateKycAml(services),
    getKycAml(services),
    getKycAmlResponse(services),
    deleteKycAml(services),
    requestKycAml(services),
    updateKycAmlStatus(services),
    getKycAmlReviews(services),
    reviewKycAml(services),
    reloadWatchList(services),
  ];
}
