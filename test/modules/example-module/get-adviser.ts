import Type from 'typebox';
import { defineMethod, type Method } from '../../../src/http/methods/method.ts';
import { findRecord, found, readerOf, shownTo, shownToSchema } from '../../../src/modules/shared/record/index.ts';
import type { ModuleServices } from '../../../src/modules/shared/services.ts';
import { adviserFields, adviserSchema } from './adviser-fields.ts';
import { ADVISER } from './adviser-kind.ts';
import { adviserId } from './adviser-parameters.ts';

export function getAdviser({ db, secrets }: ModuleServices): Method {
  return defineMethod({
    name: 'getAdviser',
    verb: 'POST',
    group: 'Advisers',
    summary: 'Reads an adviser',
    refusals: [ADVISER.unknown],
    parameters: { adviserId },
    response: Type.Object({ adviserDetails: shownToSchema(Type.Object(adviserSchema)) }),
    handler: async ({ client, values }) => {
      const row = found(ADVISER, await findRecord(db, ADVISER, readerOf(client), values.adviserId));
      return { fields: { adviserDetails: shownTo(client, row, adviserFields(row, secrets)) } };
    },
  });
}
