import Type from 'typebox';
import type { Method } from '../../http/methods/index.ts';
import { optional, required, text } from '../../http/parameters/index.ts';
import { change } from '../shared/change.ts';
import { operatorMethod } from '../shared/operator-method.ts';
import { actionFields, actionId, actionSchema, statusAt } from './action-fields.ts';
import { heldAction, moveAction } from './action-records.ts';
import type { FourEyesServices } from './four-eyes.ts';

export function rejectAction(services: FourEyesServices): Method {
  const { nowUs } = services;
  return operatorMethod({
    name: 'rejectAction',
    summary: 'Rejects what another operator asked for, or takes back what the own client did',
    description: 'Nothing of it is done, then or later. An action that was decided on already: 190.',
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
