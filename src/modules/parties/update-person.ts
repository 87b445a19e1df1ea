import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { change } from '../shared/change/index.ts';
import { found } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { refuseFutureBirth, written, writtenSchema } from '../shared/values/index.ts';
import { statusFields, statusSchema } from './person-answers.ts';
import { ofKind, type PersonKind } from './person-kind.ts';
import { personUpdate } from './person-parameters.ts';
import { changePerson } from './person-records.ts';

/** updateParty, updateEntity. */
export function updatePerson(kind: PersonKind, services: ModuleServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: `update${kind.suffix}`,
    verb: ['POST', 'PUT'],
    group: 'Parties',
    summary: `Changes ${kind.what}; what is not sent keeps its value`,
    description: 'An id of the other kind is unknown (198).',
    refusals: [198],
    parameters: personUpdate(kind),
    response: Type.Object({ [kind.key]: writtenSchema(statusSchema) }),
    handler: change(services, async ({ client, values, ip }, db) => {
      const of = { clientId: client.clientId, partyId: ofKind(kind, values.partyId) };
      refuseFutureBirth(values.dob, nowUs());
      const at = { nowUs: nowUs(), ip: values.updatedIpAddress ?? ip };
      const row = found(kind, await changePerson({ db, secrets }, of, values, at));
      return { fields: { [kind.key]: written(statusFields(row)) }, webhook: statusFields(row) };
    }),
  });
}
