import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { change } from '../shared/change/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { refuseFutureBirth, written, writtenSchema } from '../shared/values/index.ts';
import { statusFields, statusSchema } from './person-answers.ts';
import { PARTY, type PersonKind } from './person-kind.ts';
import { personCreation } from './person-parameters.ts';
import { insertPerson } from './person-records.ts';

/** createParty, createEntity. */
export function createPerson(kind: PersonKind, services: ModuleServices): Method {
  const { secrets, nowUs } = services;
  const isParty = kind === PARTY;
  const response = isParty ? statusSchema : Type.Object({ partyId: Type.String() });
  return defineMethod({
    name: `create${kind.suffix}`,
    verb: 'PUT',
    group: 'Parties',
    summary: `Creates ${kind.what}`,
    description: 'Returns its id, for checks (performKycAml) and for links to accounts.',
    parameters: personCreation(kind),
    response: Type.Object({ [kind.key]: writtenSchema(response) }),
    handler: change(
      services,
      async ({ client, values, ip }, db) => {
        refuseFutureBirth(values.dob, nowUs());
        // The stored address is the caller's, whatever createdIpAddress says (C55).
        const row = await insertPerson({ db, secrets }, { kind, clientId: client.clientId }, values, {
          nowUs: nowUs(),
          ip,
        });
        if (!isParty) return { fields: { [kind.key]: written({ partyId: row.party_id }) } };
        return { fields: { [kind.key]: written(statusFields(row)) }, webhook: statusFields(row) };
      },
      { ids: [kind.kind] },
    ),
  });
}
