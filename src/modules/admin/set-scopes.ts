import Type from 'typebox';
import type { Method } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/operator-method.ts';
import { grant, recordId } from './admin-parameters.ts';
import { keyFields, keySchema, requireKnown } from './key-fields.ts';
import type { AdminServices } from './services.ts';

export function setScopes({ keys, catalogue }: AdminServices): Method {
  return operatorMethod({
    name: 'setScopes',
    summary: 'Replaces the scopes of a key',
    description: 'Takes effect with the next call. * grants all scopes.',
    refusals: [404],
    parameters: {
      keyId: required(recordId('K', 'id of the key')),
      scopes: required(grant('scopes, for example ["account.read","link.read"]')),
    },
    response: Type.Object({ key: keySchema }),
    handler: async ({ values }) => {
      requireKnown('scopes', values.scopes, catalogue().scopes);
      return { fields: { key: keyFields(await keys.setScopes(values.keyId, values.scopes)) } };
    },
  });
}
