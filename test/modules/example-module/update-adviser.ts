import Type from 'typebox';
import { defineMethod, type Method } from '../../../src/http/methods/method.ts';
import { change } from '../../../src/modules/shared/change/change.ts';
import {
  changedRow,
  found,
  sealingOf,
  updateParameters,
  valuesOf,
  writeRecord,
} from '../../../src/modules/shared/record/index.ts';
import type { ModuleServices } from '../../../src/modules/shared/services.ts';
import { ADVISER_FIELDS, adviserFields, adviserSchema } from './adviser-fields.ts';
import { ADVISER } from './adviser-kind.ts';
import { adviserId } from './adviser-parameters.ts';

export function updateAdviser(services: ModuleServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'updateAdviser',
    verb: 'POST',
    group: 'Advisers',
    summary: 'Changes an adviser; what is not sent keeps its value',
    refusals: [ADVISER.unknown],
    parameters: { adviserId, ...updateParameters(ADVISER_FIELDS, 'optional') },
    response: Type.Object({ adviserDetails: Type.Object(adviserSchema) }),
    handler: change(services, async ({ client, values }, db) => {
      const of = { clientId: client.clientId, id: values.adviserId };
      const sealing = sealingOf(secrets, ADVISER.table, values.adviserId);
      const changes = changedRow(ADVISER_FIELDS, valuesOf(ADVISER_FIELDS, values), sealing);
      const row = found(ADVISER, await writeRecord(db, ADVISER, of, { ...changes, updated_at: nowUs() }));
      const fields = adviserFields(row, secrets);
      return { fields: { adviserDetails: fields }, webhook: fields };
    }),
  });
}
