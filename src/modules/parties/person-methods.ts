/** The methods that parties and entities have alike, made once for each kind. */
import Type from 'typebox';
import { defineMethod, type Method } from '../../http/method.ts';
import { required, text } from '../../http/parameters/index.ts';
import { written, writtenSchema } from '../shared/answers.ts';
import { defineItem, defineList } from '../shared/list/index.ts';
import { refuseFutureBirth } from '../shared/personal-numbers.ts';
import { found, readerOf, shownTo, shownToSchema } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { readFields, readSchema, statusFields, statusSchema } from './person-answers.ts';
import { ENTITY, kindOf, PARTY, type PersonKind } from './person-kind.ts';
import { creationParameters, updateParameters, valuesOf } from './person-parameters.ts';
import { changePerson, deletePerson, findPerson, insertPerson, type Person } from './person-records.ts';
import { entityResource, partyResource } from './person-resource.ts';

/** What the methods of a kind are called. */
interface Names {
  readonly kind: PersonKind;
  /** Party or Entity, as method names have it. */
  readonly suffix: string;
  /** The key of answers. */
  readonly key: string;
  readonly what: string;
}

const GROUP = 'Parties';
const NAMES: readonly Names[] = [
  { kind: PARTY, suffix: 'Party', key: 'partyDetails', what: 'an individual party' },
  { kind: ENTITY, suffix: 'Entity', key: 'entityDetails', what: 'an entity' },
];

export function personMethods(services: ModuleServices): Method[] {
  return [...NAMES.flatMap((names) => methodsOf(names, services)), ...resourceMethods(services)];
}

function methodsOf(names: Names, services: ModuleServices): Method[] {
  return [
    createMethod(names, services),
    updateMethod(names, services),
    getMethod(names, services),
    deleteMethod(names, services),
  ];
}

function createMethod({ kind, suffix, key, what }: Names, { db, secrets, nowUs }: ModuleServices): Method {
  const isParty = kind === PARTY;
  return defineMethod({
    name: `create${suffix}`,
    verb: 'PUT',
    group: GROUP,
    summary: `Creates ${what}`,
    description: 'Answers its id, under which it is checked (performKycAml) and linked to accounts.',
    parameters: creationParameters(kind),
    response: Type.Object({ [key]: writtenSchema(isParty ? statusSchema : Type.Object({ partyId: Type.String() })) }),
    handler: async ({ client, values, ip }) => {
      const sent = valuesOf(kind, values);
      refuseFutureBirth(sent.dob, nowUs());
      // Who the record was made from is the caller's address, whatever createdIpAddress says (C55).
      const row = await insertPerson(db, secrets, { kind, clientId: client.clientId }, sent, { nowUs: nowUs(), ip });
      if (!isParty) return { fields: { [key]: written({ partyId: row.party_id }) } };
      return { fields: { [key]: written(statusFields(row)) }, webhook: statusFields(row) };
    },
  });
}

function updateMethod({ kind, suffix, key, what }: Names, { db, secrets, nowUs }: ModuleServices): Method {
  return defineMethod({
    name: `update${suffix}`,
    verb: ['POST', 'PUT'],
    group: GROUP,
    summary: `Changes ${what}; what is not sent keeps its value`,
    description: 'An id of the other kind answers as an unknown one (198).',
    refusals: [198],
    parameters: updateParameters(kind),
    response: Type.Object({ [key]: writtenSchema(statusSchema) }),
    handler: async ({ client, values, ip }) => {
      const of = { clientId: client.clientId, partyId: ofKind(kind, values.partyId) };
      const sent = valuesOf(kind, values);
      refuseFutureBirth(sent.dob, nowUs());
      const at = { nowUs: nowUs(), ip: values.updatedIpAddress ?? ip };
      const row = found(kind, await changePerson(db, secrets, of, sent, at));
      return { fields: { [key]: written(statusFields(row)) }, webhook: statusFields(row) };
    },
  });
}

function getMethod({ kind, suffix, key, what }: Names, { db, secrets }: ModuleServices): Method {
  return defineMethod({
    name: `get${suffix}`,
    verb: 'POST',
    group: GROUP,
    summary: `Reads ${what}`,
    description: 'Tax ids are masked. An id of the other kind answers as an unknown one (198).',
    refusals: [198],
    parameters: { partyId: partyId(kind) },
    response: Type.Object({ [key]: Type.Array(shownToSchema(readSchema(kind))) }),
    handler: async ({ client, values }) => {
      const row = found<Person>(kind, await findPerson(db, readerOf(client), ofKind(kind, values.partyId)));
      return { fields: { [key]: [shownTo(client, row, readFields(kind, row, secrets, client))] } };
    },
  });
}

function deleteMethod({ kind, suffix, what }: Names, { db, nowUs }: ModuleServices): Method {
  return defineMethod({
    name: `delete${suffix}`,
    verb: 'POST',
    group: GROUP,
    summary: `Deletes ${what} virtually`,
    description: 'The record is kept and no longer shown.',
    refusals: [198],
    parameters: { partyId: partyId(kind) },
    response: Type.Object({}),
    handler: async ({ client, values }) => {
      const of = { clientId: client.clientId, partyId: ofKind(kind, values.partyId) };
      found(kind, await deletePerson(db, of, nowUs()));
      return { statusDesc: 'Party deleted successfully!' };
    },
  });
}

function resourceMethods(services: ModuleServices): Method[] {
  const parties = partyResource(services, PARTY);
  const entities = entityResource(services, ENTITY);
  const common = { group: GROUP };
  return [
    defineList(parties, {
      ...common,
      name: 'listParties',
      path: '/v3/parties',
      key: 'parties',
      summary: 'Lists parties, newest first',
    }),
    defineItem(parties, {
      ...common,
      name: 'readParty',
      path: '/v3/parties/:partyId',
      key: 'party',
      summary: 'Reads a party',
    }),
    defineList(entities, {
      ...common,
      name: 'listEntities',
      path: '/v3/entities',
      key: 'entities',
      summary: 'Lists entities, newest first',
    }),
    defineItem(entities, {
      ...common,
      name: 'readEntity',
      path: '/v3/entities/:partyId',
      key: 'entity',
      summary: 'Reads an entity',
    }),
  ];
}

function partyId({ letter }: PersonKind) {
  return required(text({ description: `${letter} and 6 to 10 digits`, maxLength: 100 }));
}

/** The id, or one that nobody has when it is of the other kind or malformed: that answers as an unknown one (198). */
function ofKind(kind: PersonKind, id: string | undefined): string {
  return id !== undefined && kindOf(id) === kind ? id : '';
}
