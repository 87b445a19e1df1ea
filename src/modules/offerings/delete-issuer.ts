import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { deleteIssuer, ISSUER } from '../issuers/index.ts';
import { change } from '../shared/change/index.ts';
import { found } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { type VoidingRail, voidPayments } from './offering-payments.ts';
import { deleteOfferingsOf } from './offering-records.ts';
import type { SecurityAnnouncer } from './security-announcer.ts';

/**
 * A deleted issuer has no trading securities: its offerings are deleted with it, and announced to the venue once that
 * is durable.
 */
export function deleteIssuerMethod(
  services: ModuleServices,
  announcer: SecurityAnnouncer,
  rails: readonly VoidingRail[],
): Method {
  const { nowUs } = services;
  return defineMethod({
    name: 'deleteIssuer',
    group: 'Issuers',
    summary: 'Deletes an issuer virtually, and its offerings with it',
    description: 'The records are kept and no longer shown. The securities stop trading; their orders end.',
    refusals: [136],
    parameters: { issuerId: required(numericId({ description: 'issuer id' })) },
    response: Type.Object({}),
    handler: change(services, async (call, db) => {
      const { clientId } = call.client;
      const { issuerId } = call.values;
      const time = nowUs();
      found(ISSUER, await deleteIssuer(db, clientId, issuerId, time));
      const offerings = await deleteOfferingsOf(db, clientId, issuerId, time);
      const voidPaymentsOf = async () => {
        for (const { offering_id: offeringId } of offerings) {
          await voidPayments(services, rails, { clientId, offeringId });
        }
      };
      return {
        statusDesc: 'Issuer deleted successfully!',
        afterCommit: () => Promise.all([announcer.announceDeleted(offerings, call), voidPaymentsOf()]),
      };
    }),
  });
}
