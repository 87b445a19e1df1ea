import Type from 'typebox';
import type { Method } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { grant, recordId } from './admin-parameters.ts';
import { keyFields, keySchema } from './key-fields.ts';
import { requireKnown } from './permissions.ts';
import type { AdminServices } from './services.ts';

export function setFieldPermissions({ keys, catalogue }: AdminServices): Method {
  return operatorMethod({
    name: 'setFieldPermissions',
    summary: 'Replaces the field permissions of a key',
    refusals: [404],
    description: 'A parameter marked required by permission is enforced only for keys that hold its permission.',
    parameters: {
      keyId: required(recordId('K', 'id of the key')),
      fieldPermissions: required(grant('field permissions, <method>.<field>')),
    },
    response: Type.Object({ key: keySchema }),
    handler: async ({ values }) => {
      requireKnown('fieldPermissions', values.fieldPermissions, catalogue().fieldPermissions);
      return { fields: { key: keyFields(await keys.setFieldPermissions(values.keyId, values.fieldPermissions)) } };
    },
  });
}
