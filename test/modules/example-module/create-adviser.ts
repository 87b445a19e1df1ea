import Type from 'typebox';
import { defineMethod, type Method } from '../../../src/http/methods/method.ts';
import { change } from '../../../src/modules/shared/change/change.ts';
import { shortId } from '../../../src/modules/shared/ids/short-id.ts';
import {
  creationParameters,
  insertRecord,
  newRow,
  sealingOf,
  valuesOf,
} from '../../../src/modules/shared/record/index.ts';
import type { ModuleServices } from '../../../src/modules/shared/services.ts';
import { ADVISER_FIELDS, adviserFields, adviserSchema } from './adviser-fields.ts';
import { ADVISER } from './adviser-kind.ts';
import type { AdviserRow } from './adviser-table.ts';

export function createAdviser(services: ModuleServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'createAdviser',
    verb: 'PUT',
    group: 'Advisers',
    summary: 'Stores an adviser',
    parameters: creationParameters(ADVISER_FIELDS),
    response: Type.Object({ adviserDetails: Type.Object(adviserSchema) }),
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
      return { fields: { adviserDetails: fields }, webhook: fields };
    }),
  });
}
