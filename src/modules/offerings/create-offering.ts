import Type from 'typebox';
import { defineMethod, type Method } from '../../http/method.ts';
import { ApiError } from '../../http/status-codes.ts';
import { findIssuer, holdIssuer, ISSUER } from '../issuers/index.ts';
import { written, writtenSchema } from '../shared/answers.ts';
import { nextId } from '../shared/next-id.ts';
import { found } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { offeringStatusFields, offeringStatusSchema } from './offering-fields.ts';
import { creationParameters, newOfferingOf } from './offering-parameters.ts';
import { insertOffering } from './offering-records.ts';
import { checkTerms } from './offering-terms.ts';
import type { SecurityAnnouncer } from './security-announcer.ts';

export function createOffering({ db, nowUs }: ModuleServices, announcer: SecurityAnnouncer): Method {
  return defineMethod({
    name: 'createOffering',
    verb: 'PUT',
    group: 'Offerings',
    summary: 'Creates an offering of an issuer',
    description:
      'The offering is Pending. Once it is Approved (updateOffering), the venue has it as a security under its offering id.',
    refusals: [136, 503],
    parameters: creationParameters,
    response: Type.Object({ offeringDetails: writtenSchema(offeringStatusSchema) }),
    handler: async (call) => {
      const { client, values } = call;
      const offering = newOfferingOf(values, call.ip);
      checkTerms(offering);
      found(ISSUER, await findIssuer(db, client.clientId, values.issuerId));
      const id = await nextId(db, 'offering');
      const insert = () =>
        db.transaction().execute(async (transaction) => {
          if (!(await holdIssuer(transaction, client.clientId, values.issuerId))) throw new ApiError(ISSUER.unknown);
          return insertOffering(transaction, client.clientId, id, offering, nowUs());
        });
      const row = await announcer.announce(id, insert, call);
      return { fields: { offeringDetails: written(offeringStatusFields(row)) } };
    },
  });
}
