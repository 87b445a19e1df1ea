import Type from 'typebox';
import { ApiError, type Method } from '../../http/methods/index.ts';
import { choice, optional, required } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { grant, recordId } from './admin-parameters.ts';
import { keyFields, keySchema } from './key-fields.ts';
import { allowsChanges, type Grant, PRESETS, type Preset, scopesNamed } from './permissions.ts';
import type { AdminServices } from './services.ts';

export function setScopes({ keys, catalogue, accessEnded }: AdminServices): Method {
  const grantOf = (values: { readonly scopes: Grant | undefined; readonly preset: Preset | undefined }): Grant => {
    const granted = scopesNamed(values, catalogue());
    if (granted === undefined) throw new ApiError(106, 'scopes or preset is needed');
    return granted;
  };
  return operatorMethod({
    name: 'setScopes',
    summary: 'Replaces the scopes of a key',
    description:
      'Takes effect with the next call. Takes either scopes or preset, and returns the list. * grants all scopes but ' +
      'drop_copy. A key whose scopes all end in .read (with or without a level), or are drop_copy, changes ' +
      'nothing (C90).',
    refusals: [404],
    // A master key that may change something may approve.
    fourEyes: async (values) => allowsChanges(grantOf(values)) && (await keys.get(values.keyId)).master === 1,
    parameters: {
      keyId: required(recordId('K', 'id of the key')),
      scopes: optional(grant('scopes, for example ["account.read","link.read"]')),
      preset: optional(choice(PRESETS, { description: 'a named list of scopes (C91)' })),
    },
    response: Type.Object({ key: keySchema }),
    handler: async ({ values }) => {
      const key = await keys.setScopes(values.keyId, grantOf(values));
      accessEnded(key.client_id);
      return { fields: { key: keyFields(key) } };
    },
  });
}
