import Type from 'typebox';
import { defineMethod, inGroup, type Method } from '../../http/methods/index.ts';
import { optional, type Parameter, required, text } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { documentMethods } from '../shared/documents/index.ts';
import { nextId } from '../shared/ids/index.ts';
import { resourceMethods } from '../shared/list/index.ts';
import { archiveMethod } from '../shared/methods/index.ts';
import {
  creationParameters,
  found,
  insertRecord,
  newOwned,
  type RecordOwner,
  readerOf,
  sealingOf,
  shownTo,
  shownToSchema,
  updateParameters,
} from '../shared/record/index.ts';
import { ipAddress, notUsed, refuseFutureBirth, written, writtenSchema } from '../shared/values/index.ts';
import { askForScreening, changeScreened, isApprovedStatus, LIST_CHANGED, screeningOf } from './due-screenings.ts';
import { entitySupplementMethods } from './entity-supplement.ts';
import { readFields, readSchema, STATUS_VIEW } from './person-answers.ts';
import {
  ENTITY,
  findPerson,
  ofKind,
  PARTY,
  PERSON,
  type PersonKind,
  deletePerson as remove,
  setArchived,
} from './person-records.ts';
import { entityResource, PERSON_LEVELS, partyResource } from './person-resource.ts';

/** The holders of accounts: individual parties and entities, their documents and supplements. */
export function partiesModule(deps: ModuleDeps): Method[] {
  const { nowUs } = deps;
  const owner = personOwner(deps);
  return inGroup({ group: 'Parties', levels: PERSON_LEVELS }, [
    ...[PARTY, ENTITY].flatMap((kind) => [
      createPerson(kind, deps),
      updatePerson(kind, deps),
      getPerson(kind, deps),
      deletePerson(kind, deps),
    ]),
    ...resourceMethods(partyResource(deps), {
      many: 'parties',
      one: { name: 'party', what: 'a party', id: 'partyId' },
    }),
    ...resourceMethods(entityResource(deps), {
      many: 'entities',
      one: { name: 'entity', what: 'an entity', id: 'partyId' },
    }),
    ...personDocumentMethods(deps, owner),
    archiveMethod({
      deps,
      name: 'updatePartyEntityArchivestatus',
      aliases: ['updatePartyEntityArchiveStatus'],
      key: 'partyDetails',
      owner,
      setArchived: (db, { clientId, id }, archived) =>
        setArchived(db, { clientId, partyId: String(id) }, archived, nowUs()),
    }),
    ...entitySupplementMethods(deps),
  ]);
}

/** createParty, createEntity. */
function createPerson(kind: PersonKind, deps: ModuleDeps): Method {
  const { secrets, nowUs } = deps;
  const isParty = kind === PARTY;
  const response = isParty ? STATUS_VIEW.schema : Type.Object({ partyId: Type.String() });
  return defineMethod({
    name: `create${kind.suffix}`,
    verb: 'PUT',
    summary: `Creates ${kind.what}`,
    description: 'Returns its id, for checks (performKycAml) and for links to accounts.',
    parameters: personCreation(kind),
    response: Type.Object({ [kind.key]: writtenSchema(response) }),
    handler: change(deps, async ({ client, values, ip }, db) => {
      const at = nowUs();
      refuseFutureBirth(values.dob, at);
      const party_id = `${kind.letter}${await nextId(db, kind.kind)}`;
      const kept = {
        party_id,
        ...newOwned(client.clientId, at),
        esign_status: 'NOTSIGNED',
        document_key: '',
        archived: 0,
        // The caller's, whatever createdIpAddress says (C55).
        created_ip_address: ip,
        updated_ip_address: null,
        updated_at: at,
      };
      const row = kind.rowOf(kept, values, sealingOf(secrets, kind.table, party_id));
      await insertRecord(db, kind, row);
      // Approved by the client, without a check here (C98).
      if (isApprovedStatus(row.aml_status)) await askForScreening(db, screeningOf(row, LIST_CHANGED, at));
      if (!isParty) return { fields: { [kind.key]: written({ partyId: row.party_id }) } };
      const fields = STATUS_VIEW.show(row);
      return { fields: { [kind.key]: written(fields) }, webhook: fields };
    }),
  });
}

/** updateParty, updateEntity. */
function updatePerson(kind: PersonKind, deps: ModuleDeps): Method {
  const { secrets, nowUs } = deps;
  return defineMethod({
    name: `update${kind.suffix}`,
    verb: ['POST', 'PUT'],
    summary: `Changes ${kind.what}; what is not sent keeps its value`,
    description: 'An id of the other kind is unknown (198).',
    refusals: [198],
    parameters: personUpdate(kind),
    response: Type.Object({ [kind.key]: writtenSchema(STATUS_VIEW.schema) }),
    handler: change(deps, async ({ client, values, ip }, db) => {
      const of = { clientId: client.clientId, partyId: ofKind(kind, values.partyId) };
      refuseFutureBirth(values.dob, nowUs());
      const at = { nowUs: nowUs(), ip: values.updatedIpAddress ?? ip };
      const row = found(kind, await changeScreened({ db, secrets }, of, values, at));
      const fields = STATUS_VIEW.show(row);
      return { fields: { [kind.key]: written(fields) }, webhook: fields };
    }),
  });
}

/** getParty, getEntity. */
function getPerson(kind: PersonKind, { db, secrets }: ModuleDeps): Method {
  return defineMethod({
    name: `get${kind.suffix}`,
    summary: `Reads ${kind.what}`,
    description: 'Tax ids are masked. An id of the other kind is unknown (198).',
    refusals: [198],
    parameters: { partyId: partyId(kind) },
    response: Type.Object({ [kind.key]: Type.Array(shownToSchema(readSchema(kind))) }),
    handler: async ({ client, values }) => {
      const row = found(kind, await findPerson(db, readerOf(client), ofKind(kind, values.partyId)));
      return { fields: { [kind.key]: [shownTo(client, row, readFields(kind, row, secrets))] } };
    },
  });
}

/** deleteParty, deleteEntity. */
function deletePerson(kind: PersonKind, deps: ModuleDeps): Method {
  const { nowUs } = deps;
  return defineMethod({
    name: `delete${kind.suffix}`,
    summary: `Deletes ${kind.what} virtually`,
    description: 'The record is kept and no longer shown. Its links are deleted, each with the webhook deleteLink.',
    refusals: [198],
    parameters: { partyId: partyId(kind) },
    response: Type.Object({}),
    handler: change(deps, async ({ client, values }, db) => {
      const of = { clientId: client.clientId, partyId: ofKind(kind, values.partyId) };
      const alsoFires = found(kind, await remove(db, of, nowUs()));
      return { statusDesc: 'Party deleted successfully!', alsoFires };
    }),
  });
}

/** Documents of parties and of entities: two names for each method, which take the ids of both. */
function personDocumentMethods(deps: ModuleDeps, owner: RecordOwner): Method[] {
  return ['Party', 'Entity'].flatMap((suffix) =>
    documentMethods({
      deps,
      documents: deps.documents,
      kind: 'party',
      owner,
      upload: {
        name: `upload${suffix}Document`,
        aliases: suffix === 'Party' ? ['requestUploadPartyDocument'] : [],
        key: 'document_details',
      },
      get: { name: `get${suffix}Document`, key: 'partyDocumentDetails', ownerKey: 'partyid' },
      delete: {
        name: `delete${suffix}Document`,
        key: 'partyDocumentDetails',
        message: 'Document deleted successfully',
      },
    }),
  );
}

/** The party or entity that documents and the archive switch belong to. */
function personOwner({ db }: ModuleDeps): RecordOwner {
  return {
    name: 'partyId',
    description: 'party id (P) or entity id (E)',
    ...PERSON,
    find: async (reader, sent) => {
      const person = found(PERSON, await findPerson(db, reader, sent));
      return { id: person.party_id, clientId: person.client_id };
    },
  };
}

/** The parameters of the methods of parties and entities. */

type PersonParameters = Readonly<Record<string, Parameter<string>>>;

function personCreation({ fields }: PersonKind): PersonParameters {
  return { ...creationParameters(fields), createdIpAddress: optional(notUsed('not used (C55)')) };
}

/** The id is required; what is not sent keeps its value. */
function personUpdate(kind: PersonKind): PersonParameters {
  return {
    partyId: partyId(kind),
    ...updateParameters(kind.fields, 'optional'),
    updatedIpAddress: optional(ipAddress()),
  };
}

/** The id of a party or of an entity. */
function partyId({ letter }: PersonKind) {
  return required(text({ description: `${letter} and 6 to 10 digits`, maxLength: 100 }));
}
