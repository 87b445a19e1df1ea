import Type from 'typebox';
import { defineMethod, type Method } from '../../http/method.ts';
import { numericId, required } from '../../http/parameters.ts';
import { ApiError } from '../../http/status-codes.ts';
import { findIssuer } from '../issuers/index.ts';
import { written, writtenSchema } from '../shared/answers.ts';
import { nextId } from '../shared/next-id.ts';
import type { ModuleServices } from '../shared/services.ts';
import { escrowMethod } from './escrow-method.ts';
import { offeringEndingMethods } from './offering-ending-methods.ts';
import {
  offeringFields,
  offeringSchema,
  offeringStatusFields,
  offeringStatusSchema,
  offeringWebhook,
} from './offering-fields.ts';
import { creationParameters, newOfferingOf, offeringChangesOf, updateParameters } from './offering-parameters.ts';
import { offeringReadMethods } from './offering-read-methods.ts';
import { changeOffering, findOffering, insertOffering } from './offering-records.ts';
import { checkTerms } from './offering-terms.ts';
import { SecurityAnnouncer } from './security-announcer.ts';

/** Offerings of issuers; each is a security of the venue, which is told of every change once it is durable. */
export function offeringsModule(services: ModuleServices): Method[] {
  const { db } = services;
  const announcer = new SecurityAnnouncer(services.venue);
  return [
    defineMethod({
      name: 'createOffering',
      verb: 'PUT',
      group: 'Offerings',
      summary: 'Creates an offering of an issuer',
      source: 'spec/2 Offerings, spec/4 2',
      parameters: creationParameters,
      response: Type.Object({ offeringDetails: writtenSchema(offeringStatusSchema) }),
      handler: async (call) => {
        const { client, values } = call;
        const offering = newOfferingOf(values);
        checkTerms(offering);
        if (!(await findIssuer(db, client.clientId, values.issuerId))) throw new ApiError(136);
        const id = await nextId(db, 'offering');
        const insert = () => insertOffering(db, client.clientId, id, offering, services.now());
        const row = await announcer.announce(id, insert, call);
        return { fields: { offeringDetails: written(offeringStatusFields(row)) } };
      },
    }),

    defineMethod({
      name: 'updateOffering',
      verb: 'POST',
      group: 'Offerings',
      summary: 'Changes an offering; what is not sent keeps its value',
      source: 'spec/4 2',
      parameters: updateParameters,
      response: Type.Object({ offeringDetails: writtenSchema(offeringStatusSchema) }),
      handler: async (call) => {
        const { client, values } = call;
        const changes = offeringChangesOf(values);
        const change = () => changeOffering(db, client.clientId, values.offeringId, changes, services.now());
        const row = await announcer.announce(values.offeringId, change, call);
        if (row === undefined) throw new ApiError(138);
        return { fields: { offeringDetails: written(offeringStatusFields(row)) }, webhook: offeringWebhook(row) };
      },
    }),

    defineMethod({
      name: 'getOffering',
      verb: 'POST',
      group: 'Offerings',
      summary: 'Reads an offering',
      source: 'spec/2 Offerings',
      parameters: { offeringId: required(numericId({ description: 'offering id' })) },
      response: Type.Object({ offeringDetails: Type.Array(offeringSchema) }),
      handler: async ({ client, values }) => {
        const row = await findOffering(db, client.clientId, values.offeringId);
        if (row === undefined) throw new ApiError(138);
        return { fields: { offeringDetails: [offeringFields(row)] } };
      },
    }),

    ...offeringReadMethods(services),
    ...offeringEndingMethods(services, announcer),
    escrowMethod(services),
  ];
}
