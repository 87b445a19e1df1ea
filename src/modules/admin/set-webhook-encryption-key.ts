import Type from 'typebox';
import { ApiError, type Method } from '../../http/methods/index.ts';
import { type Kind, Malformed, optional, required, text, yesNo } from '../../http/parameters/index.ts';
import { ENCRYPTION_KEY_BYTES } from '../../webhooks/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { clientId } from './admin-parameters.ts';
import type { AdminServices } from './services.ts';

export function setWebhookEncryptionKey({ clients, webhooks }: AdminServices): Method {
  return operatorMethod({
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
      key: Type.Optional(Type.String({ description: 'base64 of a new key; not shown again' })),
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
    description: `base64 of ${ENCRYPTION_KEY_BYTES} bytes; absent: a new key is generated`,
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
