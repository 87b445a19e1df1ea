import Type from 'typebox';
import { defineMethod, inGroup, type Method } from '../../../src/http/methods/index.ts';
import { required, text } from '../../../src/http/parameters/index.ts';
import { change } from '../../../src/modules/shared/change/index.ts';
import type { ModuleDeps } from '../../../src/modules/shared/deps.ts';
import { shortId } from '../../../src/modules/shared/ids/index.ts';
import { resourceMethods } from '../../../src/modules/shared/list/index.ts';
import { deleteMethod, getMethod } from '../../../src/modules/shared/methods/index.ts';
import {
  changedRow,
  creationParameters,
  found,
  insertRecord,
  listFields,
  newOwned,
  newRow,
  sealingOf,
  updateParameters,
  writeRecord,
} from '../../../src/modules/shared/record/index.ts';
import { ADVISER, ADVISER_FIELDS, ADVISER_LEVELS, adviserFields, adviserSchema } from './adviser-fields.ts';
import type { AdviserRow } from './adviser-row.ts';

const idKind = text({ description: 'id of the adviser', maxLength: 100 });
const response = Type.Object({ adviserDetails: Type.Array(adviserSchema) });

export function advisersModule(deps: ModuleDeps): Method[] {
  const show = (row: AdviserRow) => adviserFields(row, deps.secrets);
  const byId = { deps, kind: ADVISER, id: { name: 'adviserId', kind: idKind } };
  return inGroup({ group: 'Advisers', levels: ADVISER_LEVELS }, [
    createAdviser(deps),
    getMethod({
      ...byId,
      name: 'getAdviser',
      summary: 'Reads an adviser',
      key: 'adviserDetails',
      schema: adviserSchema,
      show,
    }),
    updateAdviser(deps),
    deleteMethod({
      ...byId,
      name: 'deleteAdviser',
      summary: 'Deletes an adviser virtually',
      webhook: ({ adviser_id }) => ({ adviserId: adviser_id }),
    }),
    ...resourceMethods(
      {
        ...{ ...ADVISER, deps, hides: 'deleted', scope: 'adviser.read', levels: ADVISER_LEVELS },
        fields: listFields(ADVISER_FIELDS),
        itemSchema: adviserSchema,
        items: (rows) => rows.map(show),
      },
      { many: 'advisers', one: { name: 'adviser', what: 'an adviser', id: 'adviserId' } },
    ),
  ]);
}

function createAdviser(deps: ModuleDeps): Method {
  const { secrets, nowUs } = deps;
  return defineMethod({
    name: 'createAdviser',
    verb: 'PUT',
    summary: 'Stores an adviser',
    parameters: creationParameters(ADVISER_FIELDS),
    response,
    handler: change(deps, async ({ client, values }, db) => {
      const adviser_id = shortId();
      const sent = newRow(ADVISER_FIELDS, values, sealingOf(secrets, ADVISER.table, adviser_id));
      const row = { adviser_id, ...newOwned(client.clientId, nowUs()), ...sent };
      await insertRecord(db, ADVISER, row);
      const fields = adviserFields(row, secrets);
      return { fields: { adviserDetails: [fields] }, webhook: fields };
    }),
  });
}

function updateAdviser(deps: ModuleDeps): Method {
  const { secrets, nowUs } = deps;
  return defineMethod({
    name: 'updateAdviser',
    verb: 'POST',
    summary: 'Changes an adviser; what is not sent keeps its value',
    refusals: [ADVISER.unknown],
    parameters: { adviserId: required(idKind), ...updateParameters(ADVISER_FIELDS, 'optional') },
    response,
    handler: change(deps, async ({ client, values }, db) => {
      const of = { clientId: client.clientId, id: values.adviserId };
      const sent = changedRow(ADVISER_FIELDS, values, sealingOf(secrets, ADVISER.table, of.id));
      const row = found(ADVISER, await writeRecord(db, ADVISER, of, { ...sent, updated_at: nowUs() }));
      const fields = adviserFields(row, secrets);
      return { fields: { adviserDetails: [fields] }, webhook: fields };
    }),
  });
}
