import Type from 'typebox';
import type { Method } from '../../http/methods/index.ts';
import { optional, wholeNumber } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { clientFields, clientSchema } from './client-fields.ts';
import type { AdminServices } from './services.ts';

export function getClients({ clients }: AdminServices): Method {
  return operatorMethod({
    name: 'getClients',
    summary: 'Lists the clients, oldest first',
    description: 'Includes clients whose access was stopped.',
    parameters: {
      offset: optional(wholeNumber({ description: 'clients to skip; 0 when absent', minimum: 0 })),
      limit: optional(wholeNumber({ description: 'most clients to list; 100 when absent', minimum: 1, maximum: 500 })),
    },
    response: Type.Object({ clients: Type.Array(clientSchema), totalRecords: Type.Integer() }),
    handler: async ({ values }) => {
      const rows = await clients.list(values.offset ?? 0, values.limit ?? 100);
      return { fields: { clients: rows.map(clientFields), totalRecords: await clients.count() } };
    },
  });
}
