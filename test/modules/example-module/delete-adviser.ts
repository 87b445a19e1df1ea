import Type from 'typebox';
import { defineMethod, type Method } from '../../../src/http/methods/method.ts';
import { change } from '../../../src/modules/shared/change/change.ts';
import { found, writeRecord } from '../../../src/modules/shared/record/index.ts';
import type { ModuleServices } from '../../../src/modules/shared/services.ts';
import { ADVISER } from './adviser-kind.ts';
import { adviserId } from './adviser-parameters.ts';

export function deleteAdviser(services: ModuleServices): Method {
  return defineMethod({
    name: 'deleteAdviser',
    verb: 'POST',
    group: 'Advisers',
    summary: 'Deletes an adviser virtually',
    refusals: [ADVISER.unknown],
    parameters: { adviserId },
    response: Type.Object({}),
    handler: change(services, async ({ client, values }, db) => {
      const of = { clientId: client.clientId, id: values.adviserId };
      found(ADVISER, await writeRecord(db, ADVISER, of, { deleted_at: services.nowUs() }));
      return { webhook: { adviserId: values.adviserId } };
    }),
  });
}
