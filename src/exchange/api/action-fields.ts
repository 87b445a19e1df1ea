/** Corporate actions as they are shown: over HTTP, in events, webhooks and on the stream. */
import { formatInstant } from '../../calendar/format-time.ts';
import { actionWords } from './action-kinds.ts';
import { NO_TERMS } from './action-words.ts';
import { ACTION_STATES, type CorporateAction } from './corporate-actions.ts';

export function actionFields(action: CorporateAction) {
  const { actionId, securityId, state, declaredAt, endedAt, byOperator, reason, terms } = action;
  const { exDate, recordDate, payDate, note } = action;
  const words = actionWords(terms);
  return {
    actionId: String(actionId),
    securityId: String(securityId),
    kind: words.kindOf(terms),
    status: ACTION_STATES[state],
    ...NO_TERMS,
    ...words.fieldsOf(terms),
    ...{ exDate, recordDate, payDate, note },
    declaredTime: formatInstant(declaredAt),
    endedTime: endedAt === null ? null : formatInstant(endedAt),
    by: byOperator ? ('operator' as const) : ('issuer' as const),
    reason,
  };
}
