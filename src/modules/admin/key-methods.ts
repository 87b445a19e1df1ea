import Type from 'typebox';
import type { ApiKeyRow } from '../../database/tables/clients.ts';
import type { Method } from '../../http/method.ts';
import { optional, required, yesNo } from '../../http/parameters/index.ts';
import { ApiError } from '../../http/status-codes.ts';
import { timestamp } from '../shared/times.ts';
import { adminMethod, clientId, grant, names, recordId } from './admin-method.ts';
import { ALL, type Grant, readGrant } from './permissions.ts';
import type { AdminServices } from './services.ts';

const GRANT = Type.Unsafe<Grant>({
  anyOf: [
    { type: 'string', const: ALL },
    { type: 'array', items: { type: 'string' } },
  ],
});

const KEY = Type.Object({
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

export function keyMethods(services: AdminServices): Method[] {
  return [
    createApiKey(services),
    getApiKeys(services),
    revokeApiKey(services),
    setScopes(services),
    setMethodPermissions(services),
    setFieldPermissions(services),
  ];
}

function createApiKey({ keys }: AdminServices): Method {
  return adminMethod({
    name: 'createApiKey',
    summary: 'Creates a key of a client and shows it this once',
    refusals: [190, 404],
    description: 'A new key has all scopes, methods and field permissions; two keys of a client can be active.',
    parameters: {
      clientId: required(clientId()),
      master: optional(yesNo({ description: 'Yes: reads all clients and may call these methods; No when absent' })),
    },
    response: Type.Object({ key: KEY, developerAPIKey: Type.String({ description: 'not shown again' }) }),
    handler: async ({ values }) => {
      const { row, developerApiKey } = await keys.create(values.clientId, values.master === 'Yes');
      return { fields: { key: shown(row), developerAPIKey: developerApiKey } };
    },
  });
}

function getApiKeys({ clients, keys }: AdminServices): Method {
  return adminMethod({
    name: 'getApiKeys',
    summary: 'Lists the keys of a client (never their text), newest first',
    description: 'Also those that were revoked.',
    refusals: [404],
    parameters: { clientId: required(clientId()) },
    response: Type.Object({ keys: Type.Array(KEY) }),
    handler: async ({ values }) => {
      await clients.get(values.clientId);
      return { fields: { keys: (await keys.list(values.clientId)).map(shown) } };
    },
  });
}

function revokeApiKey({ keys, accessEnded }: AdminServices): Method {
  return adminMethod({
    name: 'revokeApiKey',
    summary: 'Ends a key at once',
    refusals: [190, 404],
    description: 'The last master key cannot be revoked (190).',
    parameters: { keyId: required(recordId('K', 'id of the key')) },
    response: Type.Object({ key: KEY }),
    handler: async ({ values }) => {
      const key = await keys.revoke(values.keyId);
      accessEnded(key.client_id);
      return { fields: { key: shown(key) } };
    },
  });
}

function setScopes({ keys, catalogue }: AdminServices): Method {
  return adminMethod({
    name: 'setScopes',
    summary: 'Replaces the scopes of a key',
    description: 'Takes effect with the next call. * grants every scope that there is.',
    refusals: [404],
    parameters: {
      keyId: required(recordId('K', 'id of the key')),
      scopes: required(grant('scopes, for example ["account.read","link.read"]')),
    },
    response: Type.Object({ key: KEY }),
    handler: async ({ values }) => {
      requireKnown('scopes', values.scopes, catalogue().scopes);
      return { fields: { key: shown(await keys.setScopes(values.keyId, values.scopes)) } };
    },
  });
}

function setMethodPermissions({ keys, catalogue, accessEnded }: AdminServices): Method {
  return adminMethod({
    name: 'setMethodPermissions',
    summary: 'Replaces the list of methods that a key may not call',
    description: 'Takes effect with the next call. Names are those of methods or of their aliases.',
    refusals: [404],
    parameters: {
      keyId: required(recordId('K', 'id of the key')),
      deniedMethods: required(names('method names (111 for this key); an empty list allows all')),
    },
    response: Type.Object({ key: KEY }),
    handler: async ({ values }) => {
      requireKnown('deniedMethods', values.deniedMethods, catalogue().methods);
      const key = await keys.setDeniedMethods(values.keyId, values.deniedMethods);
      accessEnded(key.client_id);
      return { fields: { key: shown(key) } };
    },
  });
}

function setFieldPermissions({ keys, catalogue }: AdminServices): Method {
  return adminMethod({
    name: 'setFieldPermissions',
    summary: 'Replaces the field permissions of a key',
    refusals: [404],
    description: 'A parameter marked required by permission is enforced only for keys that hold its permission.',
    parameters: {
      keyId: required(recordId('K', 'id of the key')),
      fieldPermissions: required(grant('field permissions, <method>.<field>')),
    },
    response: Type.Object({ key: KEY }),
    handler: async ({ values }) => {
      requireKnown('fieldPermissions', values.fieldPermissions, catalogue().fieldPermissions);
      return { fields: { key: shown(await keys.setFieldPermissions(values.keyId, values.fieldPermissions)) } };
    },
  });
}

function requireKnown(field: string, granted: Grant, known: ReadonlySet<string>): void {
  if (granted === ALL) return;
  const unknown = granted.find((name) => !known.has(name));
  if (unknown !== undefined) throw new ApiError(106, `${field}: there is no "${unknown}"`);
}

function shown(row: ApiKeyRow): Record<string, unknown> {
  return {
    keyId: row.key_id,
    clientId: row.client_id,
    master: row.master === 1 ? 'Yes' : 'No',
    scopes: readGrant(row.scopes),
    deniedMethods: readGrant(row.denied_methods),
    fieldPermissions: readGrant(row.field_permissions),
    active: row.revoked_at === null ? 'Yes' : 'No',
    createdDate: timestamp(row.created_at),
    revokedDate: row.revoked_at === null ? null : timestamp(row.revoked_at),
  };
}
