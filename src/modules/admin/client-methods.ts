import Type from 'typebox';
import type { ClientRow } from '../../database/schema/index.ts';
import { malformedCall } from '../../http/body/index.ts';
import { ApiError, callerOf, type Method, namedObject } from '../../http/methods/index.ts';
import { optional, required, text, yesNo } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { clientId, pageFrom, timestamp, totalSchema } from '../shared/values/index.ts';
import type { AdminDeps } from './deps.ts';

const clientSchema = namedObject('Client', {
  clientId: Type.String(),
  parentId: Type.String({ description: 'the client itself when it is a parent' }),
  name: Type.String(),
  active: Type.String({ enum: ['Yes', 'No'] }),
  createdDate: Type.String(),
});

const clientName = () => text({ description: 'name of the client', maxLength: 200 });

function clientFields(row: ClientRow) {
  return {
    clientId: row.client_id,
    parentId: row.parent_id,
    name: row.name,
    active: row.active === 1 ? 'Yes' : 'No',
    createdDate: timestamp(row.created_at),
  };
}

export function createClient({ clients }: AdminDeps): Method {
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

export function getClients({ clients }: AdminDeps): Method {
  return operatorMethod({
    name: 'getClients',
    summary: 'Lists the clients, oldest first',
    description: 'Includes clients whose access was stopped.',
    parameters: pageFrom('clients'),
    response: Type.Object({ clients: Type.Array(clientSchema), ...totalSchema }),
    handler: async ({ values }) => {
      const { rows, totalRecords } = await clients.list(values);
      return { fields: { clients: rows.map(clientFields), totalRecords } };
    },
  });
}

export function updateClient({ clients, accessEnded, stopped }: AdminDeps): Method {
  return operatorMethod({
    name: 'updateClient',
    summary: 'Renames a client, or stops or resumes its access',
    refusals: [190, 404, 503],
    // Stopped access blocks a client or an operator; resuming it also releases a kill switch (V56).
    fourEyes: ({ active }) => active === 'Yes',
    description:
      'The keys of an inactive client, and of the clients below it, are refused. ' +
      'cancelOrders also cancels their live orders and refuses new ones (V56).',
    parameters: {
      clientId: required(clientId()),
      name: optional(clientName()),
      active: optional(yesNo({ description: 'No: its keys are refused from now on' })),
      cancelOrders: optional(yesNo({ description: 'Yes, with active No: its live orders are cancelled' })),
    },
    response: Type.Object({ client: clientSchema, cancelledOrders: Type.Optional(Type.Integer()) }),
    handler: async ({ values, client: caller }) => {
      const { clientId: id, name, active, cancelOrders } = values;
      if (name === undefined && active === undefined) throw new ApiError(106, 'name or active is needed');
      if (active === 'No' && (id === caller.clientId || id === caller.parentId)) {
        throw new ApiError(190, 'An operator cannot stop its own access');
      }
      if (cancelOrders === 'Yes' && active !== 'No') {
        throw malformedCall('method', 'cancelOrders', 'is for a client that becomes inactive');
      }
      const changes = {
        ...(name === undefined ? {} : { name }),
        ...(active === undefined ? {} : { active: Number(active === 'Yes') }),
      };
      const row = await clients.update(id, changes, active === 'Yes' ? false : cancelOrders === 'Yes' || undefined);
      if (active === 'No') accessEnded(id);
      const fields = { client: clientFields(row) };
      if (active === undefined) return { fields };
      const cancelledOrders = await stopped.settle(callerOf(caller));
      return { fields: cancelOrders === 'Yes' ? { ...fields, cancelledOrders } : fields };
    },
  });
}
