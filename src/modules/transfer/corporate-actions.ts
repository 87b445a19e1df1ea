import Type from 'typebox';
import { easternDate } from '../../calendar/eastern-time.ts';
import {
  ACTIONS_KEPT,
  ACTIONS_SINCE,
  type AnnouncedAction,
  actionFields,
  type CorporateAction,
  isSameAction,
  type SecurityId,
} from '../../exchange/api/index.ts';
import { ApiError, defineMethod, type Method, namedObject } from '../../http/methods/index.ts';
import { optional, required, type ValuesOf } from '../../http/parameters/index.ts';
import { answerTo, corporateActionSchema, malformed, refusalError, requireRules, submit } from '../ats/index.ts';
import { moreSchema, pageLimit, pageOf } from '../shared/values/index.ts';
import { actionId, actionParameters, note } from './action-parameters.ts';
import { termsOf } from './action-terms.ts';
import { anySecurity, ownedSecurity, securityId, type TransferDeps } from './transfer-deps.ts';

const actionSchema = namedObject('CorporateAction', corporateActionSchema);
type Values = ValuesOf<typeof actionParameters>;
const response = Type.Object({ corporateAction: actionSchema });

/** R1. */
export function createCorporateAction(deps: TransferDeps): Method {
  return defineMethod({
    name: 'createCorporateAction',
    summary: 'Announces a corporate action of a security',
    refusals: [138, 162, 190, 503],
    description:
      'An extension (R1). By the client that owns the offering, or with a master key. It has effect before the ' +
      'security opens on the ex date, on all orders, holders and prices, and may be cancelled until then. ' +
      'Unknown security: 138. As many are announced as may, or the same one is announced for the date: 190.',
    // As setTransferRules: an operator decides for the client that owns the security.
    fourEyes: (_values, { master }) => master,
    checkWaiting: requireAnother,
    parameters: actionParameters,
    response,
    idempotent: true,
    handler: async (call) => {
      const { client, values } = call;
      ownedSecurity(deps, client, values.securityId);
      if (values.intoSecurityId !== undefined) ownedSecurity(deps, client, values.intoSecurityId);
      requireRules(deps.exchange, ACTIONS_SINCE, 'corporate actions');
      const action = announced(values, easternDate(deps.exchange.nowUs()));
      const { clientId, master: byOperator } = client;
      const most = deps.actionsPerSecurityMax;
      const by = { clientId, byOperator, securityId: values.securityId };
      const accepted = await submit(deps.exchange, call, { type: 'announceAction', ...by, action, most });
      return answerTo(accepted, shown(deps, values.securityId, accepted.version));
    },
  });
}

/** R1. */
export function cancelCorporateAction(deps: TransferDeps): Method {
  return defineMethod({
    name: 'cancelCorporateAction',
    summary: 'Cancels a corporate action that has not had effect',
    refusals: [138, 162, 190, 404, 503],
    description:
      'An extension (R1). By the client that owns the offering, or with a master key. It has had effect, or is ' +
      'cancelled: 190. Unknown security: 138.',
    // As setTransferRules: an operator decides for the client that owns the security.
    fourEyes: (_values, { master }) => master,
    parameters: { securityId: required(securityId), actionId: required(actionId), reason: optional(note) },
    response,
    idempotent: true,
    handler: async (call) => {
      const { client, values } = call;
      ownedSecurity(deps, client, values.securityId);
      requireRules(deps.exchange, ACTIONS_SINCE, 'corporate actions');
      const { clientId, master: byOperator } = client;
      const { reason = null, ...named } = values;
      const accepted = await submit(deps.exchange, call, {
        type: 'cancelAction',
        ...{ clientId, byOperator, ...named, reason },
      });
      return answerTo(accepted, shown(deps, values.securityId, accepted.version));
    },
  });
}

/** R1. */
export function getCorporateActions(deps: TransferDeps): Method {
  return defineMethod({
    name: 'getCorporateActions',
    summary: 'Lists the corporate actions of a security, newest first',
    refusals: [138],
    description: 'An extension (R1): the newest 1,000 of the security. Everybody may read it. Unknown security: 138.',
    parameters: {
      securityId: required(securityId),
      before: optional(actionId),
      limit: pageLimit('Corporate actions', ACTIONS_KEPT),
    },
    response: Type.Object({ corporateActions: Type.Array(actionSchema), more: moreSchema }),
    handler: ({ values: { securityId: id, before = Number.MAX_SAFE_INTEGER, limit = ACTIONS_KEPT } }) => {
      anySecurity(deps, id);
      const { page, more } = pageOf(deps.exchange.actions(id, before, limit + 1), limit);
      return { fields: { corporateActions: page.map(actionFields), more } };
    },
  });
}

/** Throws ApiError 190 for the action of a call that waits for a second operator. */
function requireAnother(values: Values, waiting: Values): void {
  if (values.securityId !== waiting.securityId || values.exDate !== waiting.exDate) return;
  const own = actionOf(values);
  const other = soundAction(waiting);
  if (other !== undefined && isSameAction(own, other))
    throw refusalError('action is announced already', 'the same corporate action waits for a second operator');
}

/** Undefined of terms that the venue will refuse. */
function soundAction(values: Values): AnnouncedAction | undefined {
  try {
    return actionOf(values);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** The action of the answer, as it is now. */
function shown(deps: TransferDeps, id: SecurityId, version = 0) {
  return { corporateAction: actionFields(requireAction(deps, id, version)) };
}

/** The action that the values say. Throws ApiError 106 for the field that is wrong. */
function announced(values: Values, today: string): AnnouncedAction {
  const { exDate, recordDate = null, payDate = null } = values;
  if (exDate <= today) throw malformed('exDate', 'must be after today');
  if (recordDate !== null && recordDate < today) throw malformed('recordDate', 'must not be before today');
  const first = recordDate ?? today;
  if (payDate !== null && payDate < first) throw malformed('payDate', 'must not be before the record date, or today');
  return actionOf(values);
}

/** Throws ApiError 106 for terms that are wrong. */
function actionOf(values: Values): AnnouncedAction {
  const { exDate, recordDate = null, payDate = null, note: said = null } = values;
  return { terms: termsOf(values), exDate, recordDate, payDate, note: said };
}

/** Throws ApiError 404 for an unknown one. */
export function requireAction({ exchange }: TransferDeps, id: SecurityId, action: number): CorporateAction {
  const [newest] = exchange.actions(id, action + 1, 1);
  if (newest?.actionId !== action) throw refusalError('unknown action');
  return newest;
}
