import Type from 'typebox';
import { ApiError, type Client, type Method, namedObject } from '../../http/methods/index.ts';
import { optional, required, text } from '../../http/parameters/index.ts';
import { change, keepAnswer } from '../shared/change/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { pageFrom, pageOfAll, totalSchema } from '../shared/values/index.ts';
import {
  ACTION_LEVELS,
  actionFields,
  actionId,
  actionSchema,
  askedValues,
  contextOf,
  shownActionSchema,
  statusAt,
  valuesSchema,
} from './action-fields.ts';
import { foundAction, heldAction, moveAction, waitingAt } from './action-records.ts';
import { isAsker, isSecond } from './asker.ts';
import { valuesOf } from './sealed-values.ts';
import type { ApprovalDeps, Outcome, TwoPersonApproval } from './two-person-approval.ts';

/** The methods with which operators approve each other's calls (C81 to C85). */
export function twoPersonApprovalModule(deps: ApprovalDeps, approvals: TwoPersonApproval): Method[] {
  return [
    getPendingActions(deps, approvals),
    getAction(deps, approvals),
    approveAction(deps, approvals),
    rejectAction(deps),
  ];
}

function approveAction(deps: ApprovalDeps, approvals: TwoPersonApproval): Method {
  const { db, nowUs } = deps;
  return operatorMethod({
    name: 'approveAction',
    summary: 'Approves the action of another operator, and performs it',
    description:
      'A second person must call it (C82). Done: the method succeeded; Refused: it changed nothing. ' +
      'getAction shows the response.',
    signInAgain: true,
    amount: ({ actionId: id }, client) => approvals.amountOf(id, client),
    refusals: [190, 404],
    parameters: { actionId: required(actionId()) },
    response: Type.Object({ action: shownActionSchema }),
    handler: keepAnswer(deps, async ({ client, values }) => {
      const approved = await db.transaction().execute(async (transaction) => {
        const row = await heldAction(transaction, values.actionId);
        if (!(await isSecond(transaction, row, client))) throw new ApiError(190, 'another operator must approve it');
        const status = statusAt(row, nowUs());
        const decision = { ...decidedBy(client), decided_at: nowUs() };
        return moveAction(transaction, { ...row, status }, 'approve', decision);
      });
      const row = await approvals.perform(approved);
      return { fields: { action: actionFields(row, nowUs()) } };
    }),
  });
}

function getAction({ db, nowUs, secrets }: ApprovalDeps, approvals: TwoPersonApproval): Method {
  return operatorMethod({
    name: 'getAction',
    summary: 'Reads an action that needed a second operator, with the response of its method',
    description:
      'answer is the response (Done), or the code and the errors of the refusal. ' +
      'Others than the operator who asked see null.',
    refusals: [404],
    parameters: { actionId: required(actionId()) },
    response: Type.Object({
      action: Type.Object({
        ...actionSchema,
        ...valuesSchema,
        answer: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
      }),
    }),
    levels: ACTION_LEVELS,
    handler: async ({ client, values }) => {
      const row = await foundAction(db, values.actionId);
      const isOwn = await isAsker(db, row, client);
      const answer =
        isOwn && row.answer_sealed !== null
          ? await answerOf(secrets.open(row.answer_sealed, contextOf(row.action_id, 'answer')))
          : null;
      const asked = await askedValues(secrets, row, approvals.parametersOf(row));
      return { fields: { action: { ...actionFields(row, nowUs()), values: asked, answer } } };
    },
  });
}

function decidedBy({ clientId, user }: Client) {
  return { decided_by: clientId, decided_by_user: user?.userId ?? null };
}

async function answerOf(opened: string): Promise<Readonly<Record<string, unknown>>> {
  const outcome = (await valuesOf(opened)) as Outcome;
  if (outcome.ok) return { statusCode: '101', ...outcome.fields };
  return { statusCode: outcome.statusCode, ...(outcome.errors === null ? {} : { 'Error(s)': outcome.errors }) };
}

function getPendingActions({ db, nowUs, secrets }: ApprovalDeps, approvals: TwoPersonApproval): Method {
  return operatorMethod({
    name: 'getPendingActions',
    summary: 'Lists the actions that need a second operator, oldest first',
    description: 'With the values of each call. Empty when FOUR_EYES is off.',
    parameters: pageFrom('actions'),
    response: Type.Object({
      pendingActions: Type.Array(namedObject('PendingAction', { ...actionSchema, ...valuesSchema })),
      ...totalSchema,
    }),
    levels: ACTION_LEVELS,
    handler: async ({ values }) => {
      const now = nowUs();
      const waiting = waitingAt(db, now);
      const sorted = waiting.selectAll().orderBy('created_at').orderBy('action_id');
      const { rows, totalRecords } = await pageOfAll(waiting, sorted, values);
      const pendingActions = [];
      for (const row of rows) {
        const asked = await askedValues(secrets, row, approvals.parametersOf(row));
        pendingActions.push({ ...actionFields(row, now), values: asked });
      }
      return { fields: { pendingActions, totalRecords } };
    },
  });
}

function rejectAction(deps: ApprovalDeps): Method {
  const { nowUs } = deps;
  return operatorMethod({
    name: 'rejectAction',
    summary: 'Rejects the action of another operator, or withdraws one of the own client',
    description: 'The method is never called. An action that was already decided: 190.',
    refusals: [190, 404],
    parameters: {
      actionId: required(actionId()),
      reason: optional(text({ description: 'why', maxLength: 500 })),
    },
    response: Type.Object({ action: shownActionSchema }),
    handler: change(deps, async ({ client, values }, db) => {
      const row = await heldAction(db, values.actionId);
      const decision = { ...decidedBy(client), decided_at: nowUs(), reason: values.reason ?? null };
      const moved = await moveAction(db, { ...row, status: statusAt(row, nowUs()) }, 'reject', decision);
      return { fields: { action: actionFields(moved, nowUs()) } };
    }),
  });
}
