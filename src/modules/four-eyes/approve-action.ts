import Type from 'typebox';
import { ApiError, type Method } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import { keepAnswer } from '../shared/change.ts';
import { operatorMethod } from '../shared/operator-method.ts';
import { isOf } from '../shared/record/index.ts';
import { actionFields, actionId, actionSchema, statusAt } from './action-fields.ts';
import { heldAction, moveAction } from './action-records.ts';
import type { FourEyes, FourEyesServices } from './four-eyes.ts';

export function approveAction(services: FourEyesServices, fourEyes: FourEyes): Method {
  const { db, nowUs } = services;
  return operatorMethod({
    name: 'approveAction',
    summary: 'Approves what another operator asked for, and does it',
    description:
      'The master key must be of another client than the one that asked (190). Done: the method answered; Refused: ' +
      'it refused, and changed nothing. What it answered is for the operator who asked: getAction.',
    refusals: [190, 404],
    parameters: { actionId: required(actionId()) },
    response: Type.Object({ action: Type.Object(actionSchema) }),
    handler: keepAnswer(services, async ({ client, values }) => {
      const approved = await db.transaction().execute(async (transaction) => {
        const row = await heldAction(transaction, values.actionId);
        if (isOf(client.clientId, row)) throw new ApiError(190, 'another operator must approve it');
        const status = statusAt(row, nowUs());
        const decision = { decided_by: client.clientId, decided_at: nowUs() };
        return moveAction(transaction, { ...row, status }, 'approve', decision);
      });
      const row = await fourEyes.perform(approved);
      return { fields: { action: actionFields(row, nowUs()) } };
    }),
  });
}
