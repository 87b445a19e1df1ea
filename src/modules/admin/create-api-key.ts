import Type from 'typebox';
import type { Method } from '../../http/methods/index.ts';
import { choice, optional, required, yesNo } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { clientId } from './admin-parameters.ts';
import { keyFields, keySchema } from './key-fields.ts';
import { PRESETS, scopesNamed } from './permissions.ts';
import type { AdminServices } from './services.ts';

export function createApiKey({ keys, catalogue }: AdminServices): Method {
  return operatorMethod({
    name: 'createApiKey',
    summary: 'Creates a key of a client and shows it once',
    refusals: [190, 404],
    description:
      'A new key has all methods and field permissions, and all scopes (but drop_copy) or those of the preset (C91); ' +
      'two keys of a client can be active.',
    // An operator who could create a second operator alone could approve everything.
    fourEyes: ({ master }) => master === 'Yes',
    parameters: {
      clientId: required(clientId()),
      master: optional(yesNo({ description: 'Yes: reads all clients and may call these methods; No when absent' })),
      preset: optional(choice(PRESETS, { description: 'a named list of scopes (C91); absent: *' })),
    },
    response: Type.Object({ key: keySchema, developerAPIKey: Type.String({ description: 'not shown again' }) }),
    handler: async ({ values }) => {
      const { clientId: id, master, preset } = values;
      const { row, developerApiKey } = await keys.create(id, master === 'Yes', scopesNamed({ preset }, catalogue()));
      return { fields: { key: keyFields(row), developerAPIKey: developerApiKey } };
    },
  });
}
