import Type from 'typebox';
import type { Method } from '../../http/methods/index.ts';
import { optional, required } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { clientId } from './admin-parameters.ts';
import { clientFields, clientName, clientSchema } from './client-fields.ts';
import type { AdminServices } from './services.ts';

export function createClient({ clients }: AdminServices): Method {
  return operatorMethod({
    name: 'createClient',
    summary: 'Creates a client, which then needs a key',
    description: 'A client is a parent itself, or has one (parentId). Its key is made with createApiKey.',
    refusals: [190, 404],
    parameters: {
      name: required(clientName()),
      parentId: optional(clientId('the parent client; absent: the new client is a parent')),
    },
    response: Type.Object({ client: clientSchema }),
    handler: async ({ values }) => ({ fields: { client: clientFields(await clients.create(values)) } }),
  });
}
