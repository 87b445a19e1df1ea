import Type from 'typebox';
import type { ClientLimits } from '../../exchange/api/index.ts';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { optional, yesNo } from '../../http/parameters/index.ts';
import { fromMillionths, timestamp } from '../shared/values/index.ts';
import { GROUP, type LimitServices } from './limit-services.ts';
import { policyFields, policySchema } from './policy-fields.ts';
import { whoseOf, whoseParameters } from './whose.ts';

const versionSchema = Type.Object({
  version: Type.Integer(),
  setDate: Type.String(),
  setBy: Type.Union([Type.Literal('operator'), Type.Literal('client')]),
  limits: policySchema,
});

/** V53. */
export function getLimits(services: LimitServices): Method {
  return defineMethod({
    name: 'getLimits',
    verb: 'POST',
    group: GROUP,
    summary: 'Reads the limits of a client or of one of its accounts, and how much of them is used',
    refusals: [148, 404],
    description:
      "An extension (V49). The caller's limits; with a master key those of clientId. version 0: no limits were ever " +
      'set. Use is counted from the first limits on. accountsWithLimits names the accounts of the client that have ' +
      'their own limits.',
    parameters: {
      ...whoseParameters,
      history: optional(yesNo({ description: 'Yes: also the newest 50 versions, oldest first.' })),
    },
    response: Type.Object({
      accountId: Type.Optional(Type.String()),
      version: Type.Integer(),
      limits: policySchema,
      used: Type.Object({
        openOrders: Type.Integer(),
        openValue: Type.String(),
        ordersThisSecond: Type.Integer(),
      }),
      accountsWithLimits: Type.Optional(Type.Array(Type.String())),
      history: Type.Optional(Type.Array(versionSchema)),
    }),
    handler: async ({ client, values }) => {
      const { clientId, accountId } = await whoseOf(services, client, values);
      const now = await services.exchange.risk.limitsOf(clientId, accountId);
      return {
        fields: {
          ...(accountId === null ? {} : { accountId }),
          version: now.version,
          limits: policyFields(now.policy),
          used: {
            openOrders: now.openOrders,
            openValue: fromMillionths(now.openValue),
            ordersThisSecond: now.ordersThisSecond,
          },
          ...(accountId === null ? { accountsWithLimits: now.accounts } : {}),
          ...(values.history === 'Yes' ? { history: historyOf(now) } : {}),
        },
      };
    },
  });
}

function historyOf({ versions }: ClientLimits) {
  return versions.map(({ version, time, by, policy }) => ({
    version,
    setDate: timestamp(time),
    setBy: by,
    limits: policyFields(policy),
  }));
}
