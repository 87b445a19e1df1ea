import Type from 'typebox';
import { formatInstant } from '../../calendar/format-time.ts';
import {
  type AlertActionRow,
  type AlertEvidence,
  type AlertRow,
  SURVEILLANCE_RULES,
} from '../../database/schema/index.ts';
import { priceText, sharesText } from '../../exchange/api/index.ts';
import { choicesSchema, textOrNull } from '../shared/values/index.ts';

export const ALERT_STATES = ['Open', 'Closed'] as const;

const time = (description: string) => Type.String({ description: `${description} RFC 3339, UTC.` });

export const alertSchema = {
  alertId: Type.String(),
  rule: choicesSchema(SURVEILLANCE_RULES),
  status: choicesSchema(ALERT_STATES),
  securityId: Type.String(),
  clientId: Type.String({ description: 'Whose orders they are.' }),
  accountId: textOrNull(),
  otherClientId: textOrNull('The other side of the trades, where there is one.'),
  otherAccountId: textOrNull(),
  assignedTo: textOrNull('Who looks into it.'),
  occurrences: Type.Integer({ description: 'How often the rule noticed it.' }),
  firstTime: time('When it happened first.'),
  lastTime: time('When it happened last.'),
  raisedTime: time('When the alert was raised.'),
  figures: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
    description: 'What was measured last, and the threshold.',
  }),
};

export function alertFields(row: AlertRow) {
  return {
    alertId: row.alert_id,
    rule: row.rule as (typeof SURVEILLANCE_RULES)[number],
    status: row.status as (typeof ALERT_STATES)[number],
    securityId: String(row.security_id),
    clientId: row.client_id,
    accountId: row.account_id,
    otherClientId: row.other_client_id,
    otherAccountId: row.other_account_id,
    assignedTo: row.assigned_to,
    occurrences: row.occurrences,
    firstTime: formatInstant(row.first_at),
    lastTime: formatInstant(row.last_at),
    raisedTime: formatInstant(row.created_at),
    figures: JSON.parse(row.figures) as Record<string, string | number>,
  };
}

export const detailsSchema = {
  evidence: Type.Array(
    Type.Object({
      orderId: textOrNull(),
      matchId: textOrNull(),
      time: time('When it happened.'),
      price: textOrNull(),
      quantity: textOrNull(),
    }),
    { description: 'The orders and matches that show it, oldest first; at most 100.' },
  ),
  actions: Type.Array(
    Type.Object({
      action: Type.Enum(['Raised', 'Assigned', 'Commented', 'Closed', 'Reopened']),
      clientId: textOrNull('The operator; null: the venue itself.'),
      userId: textOrNull('The user of the operator; null: a key, or the venue.'),
      text: textOrNull('The comment, the reason, or to whom it was assigned.'),
      time: time('When.'),
    }),
    { description: 'What was done about it, oldest first; at most 500.' },
  ),
};

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
