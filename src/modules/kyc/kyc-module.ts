import type { Method } from '../../http/method.ts';
import { updateKycAml } from './answers-method.ts';
import { checkMethods } from './check-methods.ts';
import type { KycServices } from './kyc-services.ts';
import { operatorMethods } from './operator-methods.ts';
import { requestMethods } from './request-methods.ts';
import { statusMethods } from './status-methods.ts';

/** Checks of identities and watch lists, and reviews by people. */
export function kycModule(services: KycServices): Method[] {
  return [
    ...checkMethods(services),
    updateKycAml(services),
    ...statusMethods(services),
    ...requestMethods(services),
    ...operatorMethods(services),
  ];
}
