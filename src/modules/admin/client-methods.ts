import Type from 'typebox';
import type { ClientRow } from '../../database/tables/clients.ts';
import type { Method } from '../../http/method.ts';
import { optional, required, text, wholeNumber, yesNo } from '../../http/parameters/index.ts';
import { ApiError } from '../../http/status-codes.ts';
import { timestamp } from '../shared/times.ts';
import { adminMethod, clientId } from './admin-method.ts';
import type { AdminServices } from './services.ts';

const CLIENT = Type.Object({
  clientId: Type.String(),
  parentId: Type.String({ description: 'the client itself when it is a parent' }),
  name: Type.String(),
  active: Type.String({ enum: ['Yes', 'No'] }),
  createdDate: Type.String(),
});

const clientName = () => text({ description: 'name of the client', maxLength: 200 });

export function clientMethods(services: AdminServices): Method[] {
  return [createClient(services), getClients(services), updateClient(services)];
}

function createClient({ clients }: AdminServices): Method {
  return adminMethod({
    name: 'createClient',
    summary: 'Creates a client, which then needs a key',
    description: 'A client is a parent itself, or has one (parentId). Its key is made with createApiKey.',
    refusals: [190, 404],
    parameters: {
      name: required(clientName()),
      parentId: optional(clientId('the parent client; absent: the new client is a parent')),
    },
    response: Type.Object({ client: CLIENT }),
    handler: async ({ values }) => ({ fields: { client: shown(await clients.create(values)) } }),
  });
}

function getClients({ clients }: AdminServices): Method {
  return adminMethod({
    name: 'getClients',
    summary: 'Lists the clients, oldest first',
    description: 'Also those whose access was stopped.',
    parameters: {
      offset: optional(wholeNumber({ description: 'clients to skip; 0 when absent', minimum: 0 })),
      limit: optional(wholeNumber({ description: 'most clients to list; 100 when absent', minimum: 1, maximum: 500 })),
    },
    response: Type.Object({ clients: Type.Array(CLIENT), totalRecords: Type.Integer() }),
    handler: async ({ values }) => {
      const rows = await clients.list(values.offset ?? 0, values.limit ?? 100);
      return { fields: { clients: rows.map(shown), totalRecords: await clients.count() } };
    },
  });
}

function updateClient({ clients, accessEnded }: AdminServices): Method {
  return adminMethod({
    name: 'updateClient',
    summary: 'Renames a client, or stops or resumes its access',
    refusals: [190, 404],
    description: 'The keys of an inactive client, and of the clients below it, are refused.',
    parameters: {
      clientId: required(clientId()),
      name: optional(clientName()),
      active: optional(yesNo({ description: 'No: its keys are refused from now on' })),
    },
    response: Type.Object({ client: CLIENT }),
    handler: async ({ values: { clientId: id, name, active }, client: caller }) => {
      if (name === undefined && active === undefined) throw new ApiError(106, 'name or active is needed');
      if (active === 'No' && (id === caller.clientId || id === caller.parentId)) {
        throw new ApiError(190, 'An operator cannot stop the own access');
      }
      const row = await clients.update(id, {
        ...(name === undefined ? {} : { name }),
        ...(active === undefined ? {} : { active: Number(active === 'Yes') }),
      });
      if (active === 'No') accessEnded(id);
      return { fields: { client: shown(row) } };
    },
  });
}

function shown(row: ClientRow): Record<string, string> {
  return {
    clientId: row.client_id,
    parentId: row.parent_id,
    name: row.name,
    active: row.active === 1 ? 'Yes' : 'No',
    createdDate: timestamp(row.created_at),
  };
}
