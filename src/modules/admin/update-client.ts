import Type from 'typebox';
import type { Method } from '../../http/method.ts';
import { optional, required, yesNo } from '../../http/parameters/index.ts';
import { ApiError } from '../../http/status-codes.ts';
import { operatorMethod } from '../shared/operator-method.ts';
import { clientId } from './admin-parameters.ts';
import { clientFields, clientName, clientSchema } from './client-fields.ts';
import type { AdminServices } from './services.ts';

export function updateClient({ clients, accessEnded }: AdminServices): Method {
  return operatorMethod({
    name: 'updateClient',
    summary: 'Renames a client, or stops or resumes its access',
    refusals: [190, 404],
    description: 'The keys of an inactive client, and of the clients below it, are refused.',
    parameters: {
      clientId: required(clientId()),
      name: optional(clientName()),
      active: optional(yesNo({ description: 'No: its keys are refused from now on' })),
    },
    response: Type.Object({ client: clientSchema }),
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
      return { fields: { client: clientFields(row) } };
    },
  });
}
