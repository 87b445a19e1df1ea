import Type from 'typebox';
import type { Method } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/operator-method.ts';
import { isOf } from '../shared/record/index.ts';
import { actionFields, actionId, actionSchema, askedValues, contextOf, valuesSchema } from './action-fields.ts';
import { foundAction } from './action-records.ts';
import type { FourEyesServices, Outcome } from './four-eyes.ts';
import { valuesOf } from './sealed-values.ts';

export function getAction({ db, nowUs, secrets }: FourEyesServices): Method {
  return operatorMethod({
    name: 'getAction',
    summary: 'What became of an action that waited for a second operator, and what its method answered',
    description:
      'answer has the fields of the answer (Done), or the code of the refusal and its errors (Refused). It is for ' +
      'the client that asked only, and null for all others and as long as there is none.',
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
