import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import { found, writeRecord } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { linkFields } from './link-fields.ts';
import { LINK } from './link-kind.ts';

export function deleteLink(services: ModuleServices): Method {
  const { nowUs } = services;
  return defineMethod({
    name: 'deleteLink',
    verb: 'POST',
    group: 'Links',
    summary: 'Deletes a link virtually',
    description: 'The record is kept and no longer shown; the records that it linked stay.',
    refusals: [404],
    parameters: { id: required(numericId({ description: 'link id' })) },
    response: Type.Object({}),
    handler: change(services, async ({ client, values }, db) => {
      const time = nowUs();
      const row = found(
        LINK,
        await writeRecord(
          db,
          LINK,
          { clientId: client.clientId, id: values.id },
          { deleted_at: time, updated_at: time },
        ),
      );
      return { webhook: linkFields(row) };
    }),
  });
}
