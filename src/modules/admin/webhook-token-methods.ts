import Type from 'typebox';
import type { WebhookTokenRow } from '../../database/schema/index.ts';
import { type Method, namedObject } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { clientId, timestamp, timestampOrNull } from '../shared/values/index.ts';
import { recordId } from './admin-parameters.ts';
import type { AdminDeps } from './deps.ts';

const tokenSchema = namedObject('WebhookToken', {
  tokenId: Type.String(),
  parentId: Type.String(),
  token: Type.String({ description: 'its first characters, then stars' }),
  active: Type.String({ enum: ['Yes', 'No'] }),
  createdDate: Type.String(),
  retiredDate: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
});

function tokenFields(row: WebhookTokenRow) {
  return {
    tokenId: row.token_id,
    parentId: row.parent_id,
    token: row.masked,
    active: row.retired_at === null ? 'Yes' : 'No',
    createdDate: timestamp(row.created_at),
    retiredDate: timestampOrNull(row.retired_at),
  };
}

export function generateWebhookToken({ webhooks }: AdminDeps): Method {
  return operatorMethod({
    name: 'generateWebhookToken',
    summary: 'Creates an identification token, sent with all webhooks of the parent client, and shows it once',
    signInAgain: true,
    // Whoever has it speaks to the receivers of a client as the venue does.
    fourEyes: true,
    refusals: [190, 404],
    description: 'To rotate: generate a token, change the receivers, retire the old token.',
    parameters: { clientId: required(clientId('the parent client or any client below it')) },
    response: Type.Object({ webhookToken: tokenSchema, token: Type.String({ description: 'not shown again' }) }),
    handler: async ({ values }) => {
      const { row, token } = await webhooks.generateToken(values.clientId);
      return { fields: { webhookToken: tokenFields(row), token } };
    },
  });
}

export function getWebhookTokens({ clients, webhooks }: AdminDeps): Method {
  return operatorMethod({
    name: 'getWebhookTokens',
    summary: 'Lists the identification tokens of a parent client, masked, newest first',
    description: 'Shows the first characters of each token.',
    refusals: [404],
    parameters: { clientId: required(clientId('the parent client or any client below it')) },
    response: Type.Object({ webhookTokens: Type.Array(tokenSchema) }),
    handler: async ({ values }) => {
      const { parent_id } = await clients.get(values.clientId);
      return { fields: { webhookTokens: (await webhooks.tokens(parent_id)).map(tokenFields) } };
    },
  });
}

export function retireWebhookToken({ webhooks }: AdminDeps): Method {
  return operatorMethod({
    name: 'retireWebhookToken',
    summary: 'Stops sending a token',
    description: 'Takes effect with the next delivery. The record stays.',
    refusals: [404],
    parameters: { tokenId: required(recordId('T', 'id of the token')) },
    response: Type.Object({ webhookToken: tokenSchema }),
    handler: async ({ values }) => ({
      fields: { webhookToken: tokenFields(await webhooks.retireToken(values.tokenId)) },
    }),
  });
}
