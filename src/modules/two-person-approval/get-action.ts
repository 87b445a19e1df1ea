import Type from 'typebox';
import type { Method } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { isOf } from '../shared/record/index.ts';
import { actionFields, actionId, actionSchema, askedValues, contextOf, valuesSchema } from './action-fields.ts';
import { foundAction } from './action-records.ts';
import { valuesOf } from './sealed-values.ts';
import type { ApprovalServices, Outcome } from './two-person-approval.ts';

export function getAction({ db, nowUs, secrets }: ApprovalServices): Method {
  return operatorMethod({
    name: 'getAction',
    summary: 'Reads an action that needed a second operator, with the response of its method',
    description:
      'answer has the fields of the response (Done), or the code of the refusal and its errors (Refused). Only the ' +
      'client that asked sees it; it is null for others and until the method was called.',
    refusals: [404],
    parameters: { actionId: required(actionId()) },
    response: Type.Object({
      action: Type.Object({
        ...actionSchema,
        ...valuesSchema,
        answer: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
      }),
    }),
    handler: async ({ client, values }) => {
      const row = await foundAction(db, values.actionId);
      const isOwn = isOf(client.clientId, row);
      const answer =
        isOwn && row.answer_sealed !== null
          ? answerOf(secrets.open(row.answer_sealed, contextOf(row.action_id, 'answer')))
          : null;
      return { fields: { action: { ...actionFields(row, nowUs()), values: askedValues(secrets, row), answer } } };
    },
  });
}

function answerOf(opened: string): Readonly<Record<string, unknown>> {
  const outcome = valuesOf(opened) as Outcome;
  if (outcome.ok) return { statusCode: '101', ...outcome.fields };
  return { statusCode: outcome.statusCode, ...(outcome.errors === null ? {} : { 'Error(s)': outcome.errors }) };
}
