import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { change } from '../shared/change/index.ts';
import { found } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { ofKind, type PersonKind } from './person-kind.ts';
import { partyId } from './person-parameters.ts';
import { deletePerson as remove } from './person-records.ts';

/** deleteParty, deleteEntity. */
export function deletePerson(kind: PersonKind, services: ModuleServices): Method {
  const { nowUs } = services;
  return defineMethod({
    name: `delete${kind.suffix}`,
    verb: 'POST',
    group: 'Parties',
    summary: `Deletes ${kind.what} virtually`,
    description: 'The record is kept and no longer shown.',
    refusals: [198],
    parameters: { partyId: partyId(kind) },
    response: Type.Object({}),
    handler: change(services, async ({ client, values }, db) => {
      const of = { clientId: client.clientId, partyId: ofKind(kind, values.partyId) };
      found(kind, await remove(db, of, nowUs()));
      return { statusDesc: 'Party deleted successfully!' };
    }),
  });
}
