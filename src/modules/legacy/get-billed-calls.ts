import Type from 'typebox';
import type { Method } from '../../http/methods/index.ts';
import { optional, text } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import type { ModuleServices } from '../shared/services.ts';

/** The marks of billing, for the operator (C74). */
export function getBilledCalls({ db, billing }: ModuleServices): Method {
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
