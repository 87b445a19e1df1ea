import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { required, text } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import { changedRow, found, updateParameters, valuesOf, writeRecord } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { written, writtenSchema } from '../shared/values/index.ts';
import { ISSUER_FIELDS, issuerStatusFields, issuerStatusSchema } from './issuer-fields.ts';
import { ISSUER } from './issuer-kind.ts';

export function updateIssuer(services: ModuleServices): Method {
  const { nowUs } = services;
  return defineMethod({
    name: 'updateIssuer',
    verb: 'POST',
    group: 'Issuers',
    summary: 'Changes an issuer; what is not sent keeps its value',
    description: 'An issuerId that is not a number is unknown (136). issuerStatus is any text, for example Approved.',
    refusals: [136],
    parameters: {
      // An id that is not numeric is an unknown one here (C47), not a malformed one.
      issuerId: required(text({ description: 'issuer id', maxLength: 100 })),
      ...updateParameters(ISSUER_FIELDS, 'requiredByPermission'),
    },
    response: Type.Object({ issuerDetails: writtenSchema(issuerStatusSchema) }),
    handler: change(services, async ({ client, values }, db) => {
      const issuerId = /^[0-9]{1,15}$/.test(values.issuerId) ? Number(values.issuerId) : 0;
      const of = { clientId: client.clientId, id: issuerId };
      const changes = changedRow(ISSUER_FIELDS, valuesOf(ISSUER_FIELDS, values));
      const row = found(ISSUER, await writeRecord(db, ISSUER, of, { ...changes, updated_at: nowUs() }));
      return { fields: { issuerDetails: written(issuerStatusFields(row)) } };
    }),
  });
}
