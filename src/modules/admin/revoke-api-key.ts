import Type from 'typebox';
import type { Method } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { recordId } from './admin-parameters.ts';
import { keyFields, keySchema } from './key-fields.ts';
import type { AdminServices } from './services.ts';

export function revokeApiKey({ keys, accessEnded }: AdminServices): Method {
  return operatorMethod({
    name: 'revokeApiKey',
    summary: 'Revokes a key at once',
    refusals: [190, 404],
    description: 'The last master key cannot be revoked (190).',
    parameters: { keyId: required(recordId('K', 'id of the key')) },
    response: Type.Object({ key: keySchema }),
    handler: async ({ values }) => {
      const key = await keys.revoke(values.keyId);
      accessEnded(key.client_id);
      return { fields: { key: keyFields(key) } };
    },
  });
}
