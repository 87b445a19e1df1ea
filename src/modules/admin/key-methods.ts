import Type from 'typebox';
import { formatInstant } from '../../calendar/format-time.ts';
import type { ApiKeyRow } from '../../database/schema/index.ts';
import { malformedCall } from '../../http/body/index.ts';
import { ApiError, type Method, namedObject, personOf } from '../../http/methods/index.ts';
import { choice, optional, required, text, wholeNumber, yesNo } from '../../http/parameters/index.ts';
import { MINUTE_US } from '../../time/units.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { clientId, instant, textOrNull, timestamp, timestampOrNull } from '../shared/values/index.ts';
import { grant, names, recordId } from './admin-parameters.ts';
import type { AdminDeps } from './deps.ts';
import { deniedOtherMethods, isActive, type KeyRecords, type NewKey } from './key-records.ts';
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

/** Of a rotation: a day, and at most 30 days. */
const OVERLAP_MINUTES = 24 * 60;
const OVERLAP_MINUTES_MAX = 30 * OVERLAP_MINUTES;

const GRANT = Type.Unsafe<Grant>({
  anyOf: [
    { type: 'string', const: ALL },
    { type: 'array', items: { type: 'string' } },
  ],
});

const keySchema = namedObject('ApiKey', {
  keyId: Type.String(),
  clientId: Type.String(),
  name: textOrNull('what it is for'),
  madeBy: textOrNull('the user who made it, in a session or with another key of that user; null where none is known'),
  handedTo: textOrNull('the user who answers for it since its maker has left (P27); null: its maker'),
  master: Type.String({ enum: ['Yes', 'No'] }),
  scopes: GRANT,
  deniedMethods: Type.Array(Type.String()),
  fieldPermissions: GRANT,
  active: Type.String({ enum: ['Yes', 'No'], description: 'No: revoked, or past its end' }),
  createdDate: Type.String(),
  lastUsedDate: textOrNull('about a minute late; null: never'),
  expiresAt: textOrNull('when it ends by itself, RFC 3339; null: it does not'),
  revokedDate: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
});

function keyFields(row: ApiKeyRow, nowUs: number) {
  return {
    keyId: row.key_id,
    clientId: row.client_id,
    name: row.name,
    madeBy: row.made_by,
    handedTo: row.handed_to,
    master: row.master === 1 ? 'Yes' : 'No',
    scopes: readGrant(row.scopes),
    deniedMethods: deniedBy(row),
    fieldPermissions: readGrant(row.field_permissions),
    active: isActive(row, nowUs) ? 'Yes' : 'No',
    createdDate: timestamp(row.created_at),
    lastUsedDate: timestampOrNull(row.last_used_at),
    expiresAt: row.expires_at === null ? null : formatInstant(row.expires_at),
    revokedDate: timestampOrNull(row.revoked_at),
  };
}

export function createApiKey({ keys, catalogue }: AdminDeps): Method {
  return operatorMethod({
    name: 'createApiKey',
    summary: 'Creates a key of a client and shows it once',
    signInAgain: true,
    refusals: [190, 404],
    description:
      'A new key may call everything, with all scopes but drop_copy or those of the preset (C91). ' +
      'A client has two at most.',
    // With it an operator alone could approve, or act as the client without a second operator.
    fourEyes: ({ master, preset }) => master === 'Yes' || allowsChanges(scopesNamed({ preset }, catalogue()) ?? ALL),
    parameters: {
      clientId: required(clientId()),
      master: optional(yesNo({ description: 'Yes: reads all clients and may call these methods; No when absent' })),
      preset: optional(choice(PRESETS, { description: 'a named list of scopes (C91); absent: *' })),
      name: optional(text({ description: 'what it is for', maxLength: 100 })),
      expiresAt: optional(instant('when it ends by itself (C94), in the future; it does not when absent.')),
    },
    response: Type.Object({ key: keySchema, developerAPIKey: Type.String({ description: 'not shown again' }) }),
    handler: async ({ client, values }) => {
      const { clientId: id, master, preset, name, expiresAt } = values;
      if (expiresAt !== undefined && expiresAt <= keys.nowUs())
        throw malformedCall('method', 'expiresAt', 'must be in the future');
      const terms = { scopes: scopesNamed({ preset }, catalogue()), name, expiresAt, madeBy: personOf(client) };
      return { fields: shownOnce(await keys.create(id, master === 'Yes', terms), keys) };
    },
  });
}

function shownOnce({ row, developerApiKey }: NewKey, keys: KeyRecords) {
  return { key: keyFields(row, keys.nowUs()), developerAPIKey: developerApiKey };
}

export function rotateApiKey({ keys, accessEnded }: AdminDeps): Method {
  return operatorMethod({
    name: 'rotateApiKey',
    summary: 'Creates a key that follows another one, which ends after an overlap',
    signInAgain: true,
    refusals: [190, 404],
    description:
      'An extension (C94). The new key has the name, the rights and the end of the old one. ' +
      'Until that ends both may call.',
    // As createApiKey with these rights.
    fourEyes: async ({ keyId }) => {
      const { master, scopes } = await keys.get(keyId);
      return master === 1 || allowsChanges(readGrant(scopes));
    },
    parameters: {
      keyId: required(recordId('K', 'id of the key to follow')),
      overlapMinutes: optional(
        wholeNumber({
          description: `until the other key ends; ${OVERLAP_MINUTES} (a day) when absent, 0: at once`,
          minimum: 0,
          maximum: OVERLAP_MINUTES_MAX,
        }),
      ),
    },
    response: Type.Object({
      key: keySchema,
      developerAPIKey: Type.String({ description: 'not shown again' }),
      endingKey: keySchema,
    }),
    handler: async ({ client, values: { keyId, overlapMinutes = OVERLAP_MINUTES } }) => {
      const made = await keys.rotate(keyId, {
        overlapUs: overlapMinutes * MINUTE_US,
        madeBy: personOf(client) ?? null,
      });
      accessEnded(made.old.client_id);
      return { fields: { ...shownOnce(made, keys), endingKey: keyFields(made.old, keys.nowUs()) } };
    },
  });
}

export function getApiKeys({ clients, keys }: AdminDeps): Method {
  return operatorMethod({
    name: 'getApiKeys',
    summary: 'Lists the keys of a client (never their text), newest first',
    description: 'Includes revoked keys.',
    refusals: [404],
    parameters: { clientId: required(clientId()) },
    response: Type.Object({ keys: Type.Array(keySchema) }),
    handler: async ({ values }) => {
      await clients.get(values.clientId);
      return { fields: { keys: (await keys.list(values.clientId)).map((row) => keyFields(row, keys.nowUs())) } };
    },
  });
}

export function revokeApiKey({ keys, accessEnded }: AdminDeps): Method {
  return operatorMethod({
    name: 'revokeApiKey',
    summary: 'Revokes a key at once',
    signInAgain: true,
    refusals: [190, 404],
    description: 'The last master key cannot be revoked (190).',
    parameters: { keyId: required(recordId('K', 'id of the key')) },
    response: Type.Object({ key: keySchema }),
    handler: async ({ values }) => {
      const key = await keys.revoke(values.keyId);
      accessEnded(key.client_id);
      return { fields: { key: keyFields(key, keys.nowUs()) } };
    },
  });
}

export function setScopes({ keys, catalogue, accessEnded }: AdminDeps): Method {
  const grantOf = (values: { readonly scopes: Grant | undefined; readonly preset: Preset | undefined }): Grant => {
    const granted = scopesNamed(values, catalogue());
    if (granted === undefined) throw new ApiError(106, 'scopes or preset is needed');
    return granted;
  };
  return operatorMethod({
    name: 'setScopes',
    summary: 'Replaces the scopes of a key',
    description:
      'Takes effect with the next call. Takes scopes or preset. * is all scopes but drop_copy. ' +
      'A key whose scopes all end in .read (with or without a level), or are drop_copy, only reads (C90).',
    signInAgain: true,
    refusals: [404],
    // As createApiKey with these scopes.
    fourEyes: (values) => allowsChanges(grantOf(values)),
    parameters: {
      keyId: required(recordId('K', 'id of the key')),
      scopes: optional(grant('scopes, for example ["account.read","link.read"]')),
      preset: optional(choice(PRESETS, { description: 'a named list of scopes (C91)' })),
    },
    response: Type.Object({ key: keySchema }),
    handler: async ({ values }) => {
      const key = await keys.setScopes(values.keyId, grantOf(values));
      accessEnded(key.client_id);
      return { fields: { key: keyFields(key, keys.nowUs()) } };
    },
  });
}

export function setMethodPermissions({ keys, catalogue, accessEnded }: AdminDeps): Method {
  return operatorMethod({
    name: 'setMethodPermissions',
    summary: 'Replaces the list of methods and fields that a key may not use',
    description:
      'Takes effect with the next call. A name is that of a method or of an alias (111 for its calls), or ' +
      '<method>.<field>: the key lacks the permission for the field, and a call that needs or sends it is 110.',
    signInAgain: true,
    refusals: [190, 404],
    // Allowing a method may let a key approve, or use the methods of a client that wait.
    fourEyes: async ({ keyId, deniedMethods, expectedDeniedMethods }) => {
      const key = await keys.get(keyId);
      const denied = deniedBy(key);
      if (expectedDeniedMethods !== undefined && storedGrant(expectedDeniedMethods) !== key.denied_methods)
        throw deniedOtherMethods();
      const waits = denied.some((name) => !deniedMethods.includes(name));
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
      return { fields: { key: keyFields(key, keys.nowUs()) } };
    },
  });
}

export function setFieldPermissions({ keys, catalogue }: AdminDeps): Method {
  return operatorMethod({
    name: 'setFieldPermissions',
    summary: 'Replaces the field permissions of a key',
    signInAgain: true,
    refusals: [404],
    description: 'A parameter marked required by permission is enforced only for keys that hold its permission.',
    parameters: {
      keyId: required(recordId('K', 'id of the key')),
      fieldPermissions: required(grant('field permissions, <method>.<field>')),
    },
    response: Type.Object({ key: keySchema }),
    handler: async ({ values }) => {
      requireKnown('fieldPermissions', values.fieldPermissions, catalogue().fieldPermissions);
      return {
        fields: { key: keyFields(await keys.setFieldPermissions(values.keyId, values.fieldPermissions), keys.nowUs()) },
      };
    },
  });
}
