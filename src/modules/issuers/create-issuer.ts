import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { change } from '../shared/change/index.ts';
import { creationParameters } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { written, writtenSchema } from '../shared/values/index.ts';
import { ISSUER_FIELDS, issuerStatusFields, issuerStatusSchema } from './issuer-fields.ts';
import { insertIssuer } from './issuer-records.ts';

export function createIssuer(services: ModuleServices): Method {
  const { nowUs } = services;
  return defineMethod({
    name: 'createIssuer',
    verb: 'PUT',
    group: 'Issuers',
    summary: 'Creates an issuer',
    description: 'The issuer is Pending; an issuer can have offerings whatever its status. Answers its id and status.',
    parameters: creationParameters(ISSUER_FIELDS),
    response: Type.Object({ issuerDetails: writtenSchema(issuerStatusSchema) }),
    handler: change(
      services,
      async ({ client, values }, db) => {
        const row = await insertIssuer(db, client.clientId, values, nowUs());
        return { fields: { issuerDetails: written(issuerStatusFields(row)) } };
      },
      { ids: ['issuer'] },
    ),
  });
}
