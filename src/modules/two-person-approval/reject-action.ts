import Type from 'typebox';
import type { Method } from '../../http/methods/index.ts';
import { optional, required, text } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { actionFields, actionId, actionSchema, statusAt } from './action-fields.ts';
import { heldAction, moveAction } from './action-records.ts';
import type { ApprovalServices } from './two-person-approval.ts';

export function rejectAction(services: ApprovalServices): Method {
  const { nowUs } = services;
  return operatorMethod({
    name: 'rejectAction',
    summary: 'Rejects the action of another operator, or withdraws one of the own client',
    description: 'The method is never called. An action that was already decided: 190.',
    refusals: [190, 404],
    parameters: {
      actionId: required(actionId()),
      reason: optional(text({ description: 'why', maxLength: 500 })),
    },
    response: Type.Object({ action: Type.Object(actionSchema) }),
    handler: change(services, async ({ client, values }, db) => {
      const row = await heldAction(db, values.actionId);
      const decision = { decided_by: client.clientId, decided_at: nowUs(), reason: values.reason ?? null };
      const moved = await moveAction(db, { ...row, status: statusAt(row, nowUs()) }, 'reject', decision);
      return { fields: { action: actionFields(moved, nowUs()) } };
    }),
  });
}
