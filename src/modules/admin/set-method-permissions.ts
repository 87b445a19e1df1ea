import Type from 'typebox';
import type { Method } from '../../http/method.ts';
import { required } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/operator-method.ts';
import { names, recordId } from './admin-parameters.ts';
import { keyFields, keySchema, requireKnown } from './key-fields.ts';
import type { AdminServices } from './services.ts';

export function setMethodPermissions({ keys, catalogue, accessEnded }: AdminServices): Method {
  return operatorMethod({
    name: 'setMethodPermissions',
    summary: 'Replaces the list of methods that a key may not call',
    description: 'Takes effect with the next call. Names are those of methods or of their aliases.',
    refusals: [404],
    parameters: {
      keyId: required(recordId('K', 'id of the key')),
      deniedMethods: required(names('method names (111 for this key); an empty list allows all')),
    },
    response: Type.Object({ key: keySchema }),
    handler: async ({ values }) => {
      requireKnown('deniedMethods', values.deniedMethods, catalogue().methods);
      const key = await keys.setDeniedMethods(values.keyId, values.deniedMethods);
      accessEnded(key.client_id);
      return { fields: { key: keyFields(key) } };
    },
  });
}
