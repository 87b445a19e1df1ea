import Type from 'typebox';
import type { Method } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { clientId } from './admin-parameters.ts';
import { keyFields, keySchema } from './key-fields.ts';
import type { AdminServices } from './services.ts';

export function getApiKeys({ clients, keys }: AdminServices): Method {
  return operatorMethod({
    name: 'getApiKeys',
    summary: 'Lists the keys of a client (never their text), newest first',
    description: 'Includes revoked keys.',
    refusals: [404],
    parameters: { clientId: required(clientId()) },
    response: Type.Object({ keys: Type.Array(keySchema) }),
    handler: async ({ values }) => {
      await clients.get(values.clientId);
      return { fields: { keys: (await keys.list(values.clientId)).map(keyFields) } };
    },
  });
}
