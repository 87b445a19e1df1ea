import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { holdIssuer, ISSUER } from '../issuers/index.ts';
import { change } from '../shared/change/index.ts';
import { nextId } from '../shared/ids/index.ts';
import { newRow, valuesOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { written, writtenSchema } from '../shared/values/index.ts';
import { OFFERING_FIELDS, offeringStatusFields, offeringStatusSchema } from './offering-fields.ts';
import { offeringCreation } from './offering-parameters.ts';
import { insertOffering } from './offering-records.ts';
import { checkTerms } from './offering-terms.ts';
import type { SecurityAnnouncer } from './security-announcer.ts';

export function createOffering(services: ModuleServices, announcer: SecurityAnnouncer): Method {
  const { nowUs } = services;
  return defineMethod({
    name: 'createOffering',
    verb: 'PUT',
    group: 'Offerings',
    summary: 'Creates an offering of an issuer',
    description:
      'The offering is Pending. Once it is Approved (updateOffering), the venue has it as a security under its ' +
      'offering id.',
    refusals: [136, 503],
    parameters: offeringCreation,
    response: Type.Object({ offeringDetails: writtenSchema(offeringStatusSchema) }),
    handler: change(
      services,
      async (call, db) => {
        const { client, values } = call;
        const created_ip_address = values.createIPAddress ?? values.createdIPAddress ?? call.ip;
        const columns = newRow(OFFERING_FIELDS, valuesOf(OFFERING_FIELDS, values));
        const offering = { ...columns, created_ip_address };
        checkTerms(offering);
        if (!(await holdIssuer(db, client.clientId, values.issuerId))) throw new ApiError(ISSUER.unknown);
        const row = await insertOffering(
          db,
          { clientId: client.clientId, offeringId: await nextId(db, 'offering') },
          offering,
          nowUs(),
        );
        const fields = { offeringDetails: written(offeringStatusFields(row)) };
        return { fields, afterCommit: () => announcer.announce(row, call) };
      },
      { ids: ['offering'] },
    ),
  });
}
