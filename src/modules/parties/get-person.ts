import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { found, readerOf, shownTo, shownToSchema } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { readFields, readSchema } from './person-answers.ts';
import { ofKind, type PersonKind } from './person-kind.ts';
import { partyId } from './person-parameters.ts';
import { findPerson } from './person-records.ts';

/** getParty, getEntity. */
export function getPerson(kind: PersonKind, { db, secrets }: ModuleServices): Method {
  return defineMethod({
    name: `get${kind.suffix}`,
    verb: 'POST',
    group: 'Parties',
    summary: `Reads ${kind.what}`,
    description: 'Tax ids are masked. An id of the other kind is unknown (198).',
    refusals: [198],
    parameters: { partyId: partyId(kind) },
    response: Type.Object({ [kind.key]: Type.Array(shownToSchema(readSchema(kind))) }),
    handler: async ({ client, values }) => {
      const row = found(kind, await findPerson(db, readerOf(client), ofKind(kind, values.partyId)));
      return { fields: { [kind.key]: [shownTo(client, row, readFields(kind, row, secrets, client))] } };
    },
  });
}
