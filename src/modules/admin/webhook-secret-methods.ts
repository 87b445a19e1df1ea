import Type from 'typebox';
import type { WebhookTokenRow } from '../../database/tables/clients.ts';
import type { Method } from '../../http/method.ts';
import { type Kind, Malformed, optional, required, text, yesNo } from '../../http/parameters/index.ts';
import { ApiError } from '../../http/status-codes.ts';
import { ENCRYPTION_KEY_BYTES } from '../../webhooks/encryption.ts';
import { timestamp } from '../shared/times.ts';
import { adminMethod, clientId, recordId } from './admin-method.ts';
import type { AdminServices } from './services.ts';

const TOKEN = Type.Object({
  tokenId: Type.String(),
  parentId: Type.String(),
  token: Type.String({ description: 'its first characters, then stars' }),
  active: Type.String({ enum: ['Yes', 'No'] }),
  createdDate: Type.String(),
  retiredDate: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
});

export function webhookSecretMethods(services: AdminServices): Method[] {
  return [
    generateWebhookToken(services),
    getWebhookTokens(services),
    retireWebhookToken(services),
    setWebhookEncryptionKey(services),
  ];
}

function generateWebhookToken({ webhooks }: AdminServices): Method {
  return adminMethod({
    name: 'generateWebhookToken',
    summary: 'Makes an identification token, sent with all webhooks of the parent client, and shows it this once',
    refusals: [190, 404],
    description: 'To rotate: generate, change the receivers, retire the old one.',
    parameters: { clientId: required(clientId('the parent client or any client below it')) },
    response: Type.Object({ webhookToken: TOKEN, token: Type.String({ description: 'not shown again' }) }),
    handler: async ({ values }) => {
      const { row, token } = await webhooks.generateToken(values.clientId);
      return { fields: { webhookToken: shown(row), token } };
    },
  });
}

function getWebhookTokens({ clients, webhooks }: AdminServices): Method {
  return adminMethod({
    name: 'getWebhookTokens',
    summary: 'Lists the identification tokens of a parent client, masked, newest first',
    description: 'Of a token, the first characters are shown.',
    refusals: [404],
    parameters: { clientId: required(clientId('the parent client or any client below it')) },
    response: Type.Object({ webhookTokens: Type.Array(TOKEN) }),
    handler: async ({ values }) => {
      const { parent_id } = await clients.get(values.clientId);
      return { fields: { webhookTokens: (await webhooks.tokens(parent_id)).map(shown) } };
    },
  });
}

function retireWebhookToken({ webhooks }: AdminServices): Method {
  return adminMethod({
    name: 'retireWebhookToken',
    summary: 'Stops sending a token',
    description: 'Takes effect with the next delivery. The record stays.',
    refusals: [404],
    parameters: { tokenId: required(recordId('T', 'id of the token')) },
    response: Type.Object({ webhookToken: TOKEN }),
    handler: async ({ values }) => ({ fields: { webhookToken: shown(await webhooks.retireToken(values.tokenId)) } }),
  });
}

function setWebhookEncryptionKey({ clients, webhooks }: AdminServices): Method {
  return adminMethod({
    name: 'setWebhookEncryptionKey',
    summary: 'Sets or removes the key that encrypts the webhooks of a client',
    description: 'With a key, bodies are encrypted with AES-256-GCM from the next delivery on.',
    refusals: [404],
    parameters: {
      clientId: required(clientId()),
      key: optional(encryptionKey()),
      remove: optional(yesNo({ description: 'Yes: webhooks are sent plain from now on' })),
    },
    response: Type.Object({
      clientId: Type.String(),
      encrypted: Type.String({ enum: ['Yes', 'No'] }),
      key: Type.Optional(Type.String({ description: 'the base64 of a key that was made here; not shown again' })),
    }),
    handler: async ({ values }) => {
      const { client_id } = await clients.get(values.clientId);
      if (values.remove === 'Yes') {
        if (values.key !== undefined) throw new ApiError(106, 'key and remove exclude each other');
        await webhooks.removeEncryptionKey(client_id);
        return { fields: { clientId: client_id, encrypted: 'No' } };
      }
      const key = await webhooks.setEncryptionKey(client_id, values.key);
      return { fields: { clientId: client_id, encrypted: 'Yes', ...(values.key === undefined ? { key } : {}) } };
    },
  });
}

function encryptionKey(): Kind<Buffer> {
  const kind = text({
    description: `base64 of ${ENCRYPTION_KEY_BYTES} bytes; absent: a new key is made`,
    maxLength: 100,
  });
  const notKey = new Malformed(`must be the base64 of ${ENCRYPTION_KEY_BYTES} bytes`);
  return {
    ...kind,
    read: (value) => {
      const read = kind.read(value);
      if (read instanceof Malformed) return read;
      const key = Buffer.from(read, 'base64');
      return key.length === ENCRYPTION_KEY_BYTES && key.toString('base64') === read ? key : notKey;
    },
  };
}

function shown(row: WebhookTokenRow): Record<string, string | null> {
  return {
    tokenId: row.token_id,
    parentId: row.parent_id,
    token: row.masked,
    active: row.retired_at === null ? 'Yes' : 'No',
    createdDate: timestamp(row.created_at),
    retiredDate: row.retired_at === null ? null : timestamp(row.retired_at),
  };
}
