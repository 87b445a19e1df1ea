import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { textsSchema } from '../shared/values/index.ts';
import type { ApiCounts } from './api-counts.ts';

/** getApiCount on the legacy host, and the method of its name that refuses on the v3 host. */
export function apiCountMethods(counts: ApiCounts): Method[] {
  return [
    defineMethod({
      name: 'getApiCount',
      verb: 'POST',
      host: 'legacy',
      group: 'Legacy',
      summary: 'How many calls the client made this month',
      description: 'Calls with valid credentials, on either host, since midnight UTC on the first; this one included.',
      deprecated: true,
      parameters: {},
      response: Type.Object({ APICountDetails: textsSchema('clientId', 'apiCount') }),
      handler: async ({ client }) => {
        const count = await counts.ofThisMonth(client.clientId);
        return { fields: { APICountDetails: { clientId: client.clientId, apiCount: count.toLocaleString('en-US') } } };
      },
    }),

    defineMethod({
      name: 'getApiCount',
      verb: 'POST',
      group: 'Legacy',
      summary: 'Refused here: the count is on the legacy host',
      description: 'The name is kept so that integrations get the reason (111) and not "unknown method".',
      deprecated: true,
      parameters: {},
      response: Type.Object({}),
      handler: () => {
        throw new ApiError(111);
      },
    }),
  ];
}
