import Type from 'typebox';
import type { Method } from '../../http/methods/index.ts';
import { optional, required } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { names, recordId } from './admin-parameters.ts';
import { keyFields, keySchema } from './key-fields.ts';
import { deniedOtherMethods } from './key-records.ts';
import { deniedBy, requireKnown, storedGrant } from './permissions.ts';
import type { AdminServices } from './services.ts';

export function setMethodPermissions({ keys, catalogue, accessEnded }: AdminServices): Method {
  return operatorMethod({
    name: 'setMethodPermissions',
    summary: 'Replaces the list of methods and fields that a key may not use',
    description:
      'Takes effect with the next call. A name is that of a method or of an alias (111 for its calls), or ' +
      '<method>.<field>: the key lacks the permission for the field, and a call that needs or sends it is 110.',
    refusals: [190, 404],
    // Allowing a method may let a master key approve.
    fourEyes: async ({ keyId, deniedMethods, expectedDeniedMethods }) => {
      const key = await keys.get(keyId);
      const denied = deniedBy(key);
      if (expectedDeniedMethods !== undefined && storedGrant(expectedDeniedMethods) !== key.denied_methods)
        throw deniedOtherMethods();
      const waits = key.master === 1 && denied.some((name) => !deniedMethods.includes(name));
      return { waits, against: { expectedDeniedMethods: denied } };
    },
    parameters: {
      keyId: required(recordId('K', 'id of the key')),
      deniedMethods: required(names('methods (111 for this key) and <method>.<field> (110); an empty list allows all')),
      expectedDeniedMethods: optional(names('the list that the caller read; 190 when the key has another one')),
    },
    response: Type.Object({ key: keySchema }),
    handler: async ({ values }) => {
      const { methods, parameters } = catalogue();
      requireKnown('deniedMethods', values.deniedMethods, methods.union(parameters));
      const key = await keys.setDeniedMethods(values.keyId, values.deniedMethods, values.expectedDeniedMethods);
      accessEnded(key.client_id);
      return { fields: { key: keyFields(key) } };
    },
  });
}
