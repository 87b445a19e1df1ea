import Type from 'typebox';
import { defineMethod, inGroup, type Method } from '../../../src/http/methods/index.ts';
import { required, text } from '../../../src/http/parameters/index.ts';
import { change } from '../../../src/modules/shared/change/index.ts';
import { shortId } from '../../../src/modules/shared/ids/index.ts';
import { resourceMethods } from '../../../src/modules/shared/list/index.ts';
import { deleteMethod, getMethod } from '../../../src/modules/shared/methods/index.ts';
import {
  changedRow,
  creationParameters,
  found,
  insertRecord,
  newOwned,
  newRow,
  sealingOf,
  updateParameters,
  writeRecord,
} from '../../../src/modules/shared/record/index.ts';
import type { ModuleServices } from '../../../src/modules/shared/services.ts';
import { ADVISER, ADVISER_FIELDS, adviserFields, adviserResource, adviserSchema } from './adviser-fields.ts';

const idKind = text({ description: 'id of the adviser', maxLength: 100 });
const BY_ID = { kind: ADVISER, id: { name: 'adviserId', kind: idKind } } as const;
const response = Type.Object({ adviserDetails: Type.Array(adviserSchema) });

export function advisersModule(services: ModuleServices): Method[] {
  const { db, secrets } = services;
  return inGroup('Advisers', [
    createAdviser(services),
    getMethod({
      ...BY_ID,
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
      ...BY_ID,
      services,
      name: 'deleteAdviser',
      summary: 'Deletes an adviser virtually',
      description: 'The record is kept and no longer shown.',
      webhook: ({ adviser_id }) => ({ adviserId: adviser_id }),
    }),
    ...resourceMethods(adviserResource(services), {
      many: 'advisers',
      one: { name: 'adviser', what: 'an adviser', id: 'adviserId' },
    }),
  ]);
}

function createAdviser(services: ModuleServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'createAdviser',
    verb: 'PUT',
    summary: 'Stores an adviser',
    parameters: creationParameters(ADVISER_FIELDS),
    response,
    handler: change(services, async ({ client, values }, db) => {
      const adviser_id = shortId();
      const sealing = sealingOf(secrets, ADVISER.table, adviser_id);
      const owned = newOwned(client.clientId, nowUs());
      const row = { adviser_id, ...owned, ...newRow(ADVISER_FIELDS, values, sealing) };
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
    summary: 'Changes an adviser; what is not sent keeps its value',
    refusals: [ADVISER.unknown],
    parameters: { adviserId: required(idKind), ...updateParameters(ADVISER_FIELDS, 'optional') },
    response,
    handler: change(services, async ({ client, values }, db) => {
      const of = { clientId: client.clientId, id: values.adviserId };
      const sealing = sealingOf(secrets, ADVISER.table, values.adviserId);
      const changes = changedRow(ADVISER_FIELDS, values, sealing);
      const row = found(ADVISER, await writeRecord(db, ADVISER, of, { ...changes, updated_at: nowUs() }));
      const fields = adviserFields(row, secrets);
      return { fields: { adviserDetails: [fields] }, webhook: fields };
    }),
  });
}
