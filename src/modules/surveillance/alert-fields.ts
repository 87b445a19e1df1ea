import Type from 'typebox';
import { formatInstant } from '../../calendar/format-time.ts';
import {
  type AlertActionRow,
  type AlertEvidence,
  type AlertRow,
  RULE_SEVERITIES,
  SEVERITIES,
  SURVEILLANCE_RULES,
  type SurveillanceRule,
} from '../../database/schema/index.ts';
import { priceText, sharesText } from '../../exchange/api/index.ts';
import { namedObject } from '../../http/methods/index.ts';
import { choicesSchema, orNull, says, textOrNull, view } from '../shared/values/index.ts';

export const ALERT_STATES = ['Open', 'Closed'] as const;

const timeSchema = (description: string) => Type.String({ description: `${description} RFC 3339, UTC.` });

export const ALERT_VIEW = view<AlertRow>()({
  alertId: 'alert_id',
  rule: [choicesSchema(SURVEILLANCE_RULES), ({ rule }) => rule as (typeof SURVEILLANCE_RULES)[number]],
  severity: [choicesSchema(SEVERITIES), ({ rule }) => RULE_SEVERITIES[rule as SurveillanceRule]],
  status: [choicesSchema(ALERT_STATES), ({ status }) => status as (typeof ALERT_STATES)[number]],
  securityId: 'security_id',
  clientId: says(({ client_id }) => client_id, 'Whose orders they are.'),
  accountId: orNull('account_id'),
  otherClientId: orNull('other_client_id', 'The other side of the trades, where there is one.'),
  otherAccountId: orNull('other_account_id'),
  assignedTo: orNull('assigned_to', 'Who looks into it.'),
  occurrences: [Type.Integer({ description: 'How often the rule noticed it.' }), ({ occurrences }) => occurrences],
  firstTime: [timeSchema('When it happened first.'), ({ first_at }) => formatInstant(first_at)],
  lastTime: [timeSchema('When it happened last.'), ({ last_at }) => formatInstant(last_at)],
  raisedTime: [timeSchema('When the alert was raised.'), ({ created_at }) => formatInstant(created_at)],
  figures: [
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
      description: 'What was measured last, and the threshold.',
    }),
    ({ figures }) => JSON.parse(figures) as Record<string, string | number>,
  ],
});

const detailsSchema = {
  evidence: Type.Array(
    namedObject('AlertEvidence', {
      orderId: textOrNull(),
      matchId: textOrNull(),
      time: timeSchema('When it happened.'),
      price: textOrNull(),
      quantity: textOrNull(),
    }),
    { description: 'The orders and matches that show it, oldest first; at most 100.' },
  ),
  actions: Type.Array(
    namedObject('AlertAction', {
      action: Type.Enum(['Raised', 'Assigned', 'Commented', 'Closed', 'Reopened']),
      clientId: textOrNull('The operator; null: the venue itself.'),
      userId: textOrNull('The user of the operator; null: a key, or the venue.'),
      text: textOrNull('The comment, the reason, or to whom it was assigned.'),
      time: timeSchema('When.'),
    }),
    { description: 'What was done about it, oldest first; at most 500.' },
  ),
};

/** An alert with its details. */
export const alertSchema = namedObject('SurveillanceAlert', { ...ALERT_VIEW.schema.properties, ...detailsSchema });

export function evidenceFields({ evidence }: AlertRow) {
  return (JSON.parse(evidence) as AlertEvidence[]).map(({ orderId, matchId, time, price, quantity }) => ({
    orderId: orderId === undefined ? null : String(orderId),
    matchId: matchId === undefined ? null : String(matchId),
    time: formatInstant(time),
    price: price === undefined ? null : priceText(price),
    quantity: quantity === undefined ? null : sharesText(quantity),
  }));
}

export function actionFields({ action, client_id, user_id, text, acted_at }: Omit<AlertActionRow, 'action_id'>) {
  return { action: action as 'Raised', clientId: client_id, userId: user_id, text, time: formatInstant(acted_at) };
}
