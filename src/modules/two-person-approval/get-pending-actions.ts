import Type from 'typebox';
import type { Method } from '../../http/methods/index.ts';
import { optional, wholeNumber } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { actionFields, actionSchema, askedValues, valuesSchema } from './action-fields.ts';
import { waitingAt } from './action-records.ts';
import type { ApprovalServices } from './two-person-approval.ts';

const LIMIT_DEFAULT = 100;

export function getPendingActions({ db, nowUs, secrets }: ApprovalServices): Method {
  return operatorMethod({
    name: 'getPendingActions',
    summary: 'Lists the actions that need a second operator, oldest first',
    description: 'With the values of each call. Empty when FOUR_EYES is off.',
    parameters: {
      offset: optional(wholeNumber({ description: 'actions to skip; 0 when absent', minimum: 0 })),
      limit: optional(
        wholeNumber({ description: `most actions to list; ${LIMIT_DEFAULT} when absent`, minimum: 1, maximum: 500 }),
      ),
    },
    response: Type.Object({
      pendingActions: Type.Array(Type.Object({ ...actionSchema, ...valuesSchema })),
      totalRecords: Type.Integer(),
    }),
    handler: async ({ values: { offset = 0, limit = LIMIT_DEFAULT } }) => {
      const now = nowUs();
      const waiting = waitingAt(db, now);
      const rows = await waiting
        .selectAll()
        .orderBy('created_at')
        .orderBy('action_id')
        .offset(offset)
        .limit(limit)
        .execute();
      const { total } = await waiting.select((row) => row.fn.countAll().as('total')).executeTakeFirstOrThrow();
      const pendingActions = rows.map((row) => ({ ...actionFields(row, now), values: askedValues(secrets, row) }));
      return { fields: { pendingActions, totalRecords: Number(total) } };
    },
  });
}
