import Type from 'typebox';
import type { Method } from '../../http/methods/index.ts';
import { optional, required, yesNo } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/operator-method.ts';
import { clientId } from './admin-parameters.ts';
import { keyFields, keySchema } from './key-fields.ts';
import type { AdminServices } from './services.ts';

export function createApiKey({ keys }: AdminServices): Method {
  return operatorMethod({
    name: 'createApiKey',
    summary: 'Creates a key of a client and shows it once',
    refusals: [190, 404],
    description: 'A new key has all scopes, methods and field permissions; two keys of a client can be active.',
    // An operator who could create a second operator alone could approve everything.
    fourEyes: ({ master }) => master === 'Yes',
    parameters: {
      clientId: required(clientId()),
      master: optional(yesNo({ description: 'Yes: reads all clients and may call these methods; No when absent' })),
    },
    response: Type.Object({ key: keySchema, developerAPIKey: Type.String({ description: 'not shown again' }) }),
    handler: async ({ values }) => {
      const { row, developerApiKey } = await keys.create(values.clientId, values.master === 'Yes');
      return { fields: { key: keyFields(row), developerAPIKey: developerApiKey } };
    },
  });
}
