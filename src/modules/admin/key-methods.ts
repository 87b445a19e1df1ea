import Type from 'typebox';
import type { ApiKeyRow } from '../../database/schema/index.ts';
import { ApiError, type Method } from '../../http/methods/index.ts';
import { choice, optional, required, yesNo } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { timestamp, timestampOrNull } from '../shared/values/index.ts';
import { clientId, grant, names, recordId } from './admin-parameters.ts';
import { deniedOtherMethods } from './key-records.ts';
import {
  ALL,
  allowsChanges,
  deniedBy,
  type Grant,
  PRESETS,
  type Preset,
  readGrant,
  requireKnown,
  scopesNamed,
  storedGrant,
} from './permissions.ts';
import type { AdminServices } from './services.ts';

const GRANT = Type.Unsafe<Grant>({
  anyOf: [
    { type: 'string', const: ALL },
    { type: 'array', items: { type: 'string' } },
  ],
});

const keySchema = Type.Object({
  keyId: Type.String(),
  clientId: Type.String(),
  master: Type.String({ enum: ['Yes', 'No'] }),
  scopes: GRANT,
  deniedMethods: Type.Array(Type.String()),
  fieldPermissions: GRANT,
  active: Type.String({ enum: ['Yes', 'No'] }),
  createdDate: Type.String(),
  revokedDate: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
});

function keyFields(row: ApiKeyRow) {
  return {
    keyId: row.key_id,
    clientId: row.client_id,
    master: row.master === 1 ? 'Yes' : 'No',
    scopes: readGrant(row.scopes),
    deniedMethods: deniedBy(row),
    fieldPermissions: readGrant(row.field_permissions),
    active: row.revoked_at === null ? 'Yes' : 'No',
    createdDate: timestamp(row.created_at),
    revokedDate: timestampOrNull(row.revoked_at),
  };
}

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
