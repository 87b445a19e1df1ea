import Type from 'typebox';
import { defineMethod, type Method } from '../../../src/http/methods/method.ts';
import { required } from '../../../src/http/parameters/presence.ts';
import { text } from '../../../src/http/parameters/text.ts';
import { change } from '../../../src/modules/shared/change/change.ts';
import { shortId } from '../../../src/modules/shared/ids/short-id.ts';
import { resourceMethods } from '../../../src/modules/shared/list/index.ts';
import { deleteMethod, getMethod } from '../../../src/modules/shared/methods/index.ts';
import {
  changedRow,
  creationParameters,
  found,
  insertRecord,
  newRow,
  sealingOf,
  updateParameters,
  valuesOf,
  writeRecord,
} from '../../../src/modules/shared/record/index.ts';
import type { ModuleServices } from '../../../src/modules/shared/services.ts';
import { ADVISER, ADVISER_FIELDS, adviserFields, adviserResource, adviserSchema } from './adviser-fields.ts';
import type { AdviserRow } from './adviser-table.ts';

const idKind = text({ description: 'id of the adviser', maxLength: 100 });
const ADVISER_BY_ID = { group: 'Advisers', kind: ADVISER, id: { name: 'adviserId', kind: idKind } } as const;

export function advisersModule(services: ModuleServices): Method[] {
  const { db, secrets } = services;
  return [
    createAdviser(services),
    getMethod({
      ...ADVISER_BY_ID,
      db,
      name: 'getAdviser',
      summary: 'Reads an adviser',
      description: 'The tax id is shown in full.',
      key: 'adviserDetails',
      schema: adviserSchema,
      show: (row) => adviserFields(row, secrets),
    }),
    updateAdviser(services),
    deleteMethod({
      ...ADVISER_BY_ID,
      services,
      name: 'deleteAdviser',
      summary: 'Deletes an adviser virtually',
      description: 'The record is kept and no longer shown.',
      webhook: ({ adviser_id }) => ({ adviserId: adviser_id }),
    }),
    ...resourceMethods(adviserResource(services), {
      group: 'Advisers',
      many: 'advisers',
      one: { name: 'adviser', what: 'an adviser', id: 'adviserId' },
    }),
  ];
}

function createAdviser(services: ModuleServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'createAdviser',
    verb: 'PUT',
    group: 'Advisers',
    summary: 'Stores an adviser',
    parameters: creationParameters(ADVISER_FIELDS),
    response: Type.Object({ adviserDetails: Type.Array(adviserSchema) }),
    handler: change(services, async ({ client, values }, db) => {
      const adviser_id = shortId();
      const sealing = sealingOf(secrets, ADVISER.table, adviser_id);
      const row: AdviserRow = {
        ...newRow(ADVISER_FIELDS, valuesOf(ADVISER_FIELDS, values), sealing),
        adviser_id,
        client_id: client.clientId,
        created_at: nowUs(),
        updated_at: null,
        deleted_at: null,
      };
      await insertRecord(db, ADVISER, row);
      const fields = adviserFields(row, secrets);
      return { fields: { adviserDetails: [fields] }, webhook: fields };
    }),
  });
}

function updateAdviser(services: ModuleServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'updateAdviser',
    verb: 'POST',
    group: 'Advisers',
    summary: 'Changes an adviser; what is not sent keeps its value',
    refusals: [ADVISER.unknown],
    parameters: { adviserId: required(idKind), ...updateParameters(ADVISER_FIELDS, 'optional') },
    response: Type.Object({ adviserDetails: Type.Array(adviserSchema) }),
    handler: change(services, async ({ client, values }, db) => {
      const of = { clientId: client.clientId, id: values.adviserId };
      const sealing = sealingOf(secrets, ADVISER.table, values.adviserId);
      const changes = changedRow(ADVISER_FIELDS, valuesOf(ADVISER_FIELDS, values), sealing);
      const row = found(ADVISER, await writeRecord(db, ADVISER, of, { ...changes, updated_at: nowUs() }));
      const fields = adviserFields(row, secrets);
      return { fields: { adviserDetails: [fields] }, webhook: fields };
    }),
  });
}
