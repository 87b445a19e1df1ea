import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { optional, text } from '../../http/parameters/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { textsSchema } from '../shared/values/index.ts';
import type { ApiCounts } from './api-counts.ts';

/** getApiCount on the legacy host, and the method of its name that refuses on the v3 host. */
export function apiCountMethods(counts: ApiCounts): Method[] {
  return [
    defineMethod({
      name: 'getApiCount',
      host: 'legacy',
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

/** The marks of billing, for the operator (C74). */
export function getBilledCalls({ db, billing }: ModuleDeps): Method {
  return operatorMethod({
    name: 'getBilledCalls',
    summary: 'How many billed calls clients made in a month, by client and method',
    description: 'Successful calls of the methods that are billed in production; nothing is billed in the sandbox.',
    parameters: {
      clientId: optional(text({ description: 'one client; all of them when absent', maxLength: 100 })),
      month: optional(
        text({
          description: 'YYYY-MM, UTC; this month when absent',
          pattern: /^[0-9]{4}-(0[1-9]|1[0-2])$/,
          patternReason: 'must be YYYY-MM',
        }),
      ),
    },
    response: Type.Object({
      billedCalls: Type.Array(Type.Object({ clientId: Type.String(), method: Type.String(), calls: Type.Integer() })),
    }),
    handler: async ({ values: { clientId, month } }) => ({
      fields: { billedCalls: await billing.read(db, clientId, month) },
    }),
  });
}
