import Type from 'typebox';
import { malformedCall } from '../../http/body/index.ts';
import { ApiError, type Method } from '../../http/methods/index.ts';
import { optional, required, yesNo } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { clientId } from './admin-parameters.ts';
import { clientFields, clientName, clientSchema } from './client-fields.ts';
import type { AdminServices } from './services.ts';

export function updateClient({ clients, accessEnded, stopped }: AdminServices): Method {
  return operatorMethod({
    name: 'updateClient',
    summary: 'Renames a client, or stops or resumes its access',
    refusals: [190, 404, 503],
    // Stopped access blocks a client or an operator; resuming it also releases a kill switch (V56).
    fourEyes: ({ active }) => active === 'Yes',
    description:
      'The keys of an inactive client, and of the clients below it, are refused. With cancelOrders their live orders ' +
      'are cancelled too, and new orders are refused until the client is active again (V56).',
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
      const cancelledOrders = await stopped.settle();
      return { fields: cancelOrders === 'Yes' ? { ...fields, cancelledOrders } : fields };
    },
  });
}
