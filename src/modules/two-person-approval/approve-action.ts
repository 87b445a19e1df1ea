import Type from 'typebox';
import { ApiError, type Method } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import { keepAnswer } from '../shared/change/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { isOf } from '../shared/record/index.ts';
import { actionFields, actionId, actionSchema, statusAt } from './action-fields.ts';
import { heldAction, moveAction } from './action-records.ts';
import type { ApprovalServices, TwoPersonApproval } from './two-person-approval.ts';

export function approveAction(services: ApprovalServices, approvals: TwoPersonApproval): Method {
  const { db, nowUs } = services;
  return operatorMethod({
    name: 'approveAction',
    summary: 'Approves the action of another operator, and performs it',
    description:
      'The master key must be of another client than the one that asked (190). Done: the method succeeded; Refused: ' +
      'it refused and changed nothing. The operator who asked reads its response with getAction.',
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
      const row = await approvals.perform(approved);
      return { fields: { action: actionFields(row, nowUs()) } };
    }),
  });
}
