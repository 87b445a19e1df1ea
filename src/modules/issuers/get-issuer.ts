import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { found, readerOf, shownTo, shownToSchema } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { issuerFields, issuerSchema } from './issuer-fields.ts';
import { ISSUER } from './issuer-kind.ts';
import { findIssuer } from './issuer-records.ts';

export function getIssuer({ db }: ModuleServices): Method {
  return defineMethod({
    name: 'getIssuer',
    verb: 'POST',
    group: 'Issuers',
    summary: 'Reads an issuer',
    description: 'Returns everything that is stored about the issuer. An issuer of another client is unknown (136).',
    refusals: [136],
    parameters: { issuerId: required(numericId({ description: 'issuer id' })) },
    response: Type.Object({ issuerDetails: Type.Array(shownToSchema(issuerSchema)) }),
    handler: async ({ client, values }) => {
      const row = found(ISSUER, await findIssuer(db, readerOf(client), values.issuerId));
      return { fields: { issuerDetails: [shownTo(client, row, issuerFields(row))] } };
    },
  });
}
