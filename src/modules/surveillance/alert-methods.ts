import Type from 'typebox';
import {
  type AlertRow,
  type Db,
  RULE_SEVERITIES,
  SEVERITIES,
  SURVEILLANCE_RULES,
} from '../../database/schema/index.ts';
import type { SecurityId } from '../../exchange/api/index.ts';
import { ApiError, type Method } from '../../http/methods/index.ts';
import { choice, numericId, optional, required, text } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { longRead } from '../shared/list/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { ownedBy } from '../shared/record/index.ts';
import {
  afterCursor,
  cursorParameter,
  instant,
  pageLimit,
  pageOf,
  textOrNull,
  timeCursor,
} from '../shared/values/index.ts';
import { ALERT_STATES, ALERT_VIEW, actionFields, alertSchema, evidenceFields } from './alert-fields.ts';
import { addAction, foundAlert } from './alert-records.ts';

const LIMIT_MAX = 200;
const ACTIONS_MAX = 500;

const alertId = () => required(text({ maxLength: 60, description: 'The id of the alert.' }));

const filters = {
  status: optional(choice(ALERT_STATES)),
  rule: optional(choice(SURVEILLANCE_RULES)),
  severity: optional(choice(SEVERITIES, { description: 'Of the rule.' })),
  securityId: optional(numericId<SecurityId>()),
  clientId: optional(text({ maxLength: 100, description: 'Whose orders they are.' })),
  assignedTo: optional(text({ maxLength: 100, description: 'Who looks into it.' })),
  from: optional(instant('Raised at this moment or later.')),
  to: optional(instant('Raised before this moment.')),
};

/** O11. */
export function getAlerts(deps: ModuleDeps): Method {
  return operatorMethod({
    name: 'getAlerts',
    summary: 'Lists the alerts of surveillance, newest first',
    description: 'An extension (O10, O11). What each rule noticed in the orders and trades of all clients.',
    parameters: { ...filters, cursor: cursorParameter(), limit: pageLimit('Alerts', LIMIT_MAX) },
    response: Type.Object({
      alerts: Type.Array(ALERT_VIEW.schema),
      nextCursor: textOrNull('For the next page; null after the oldest alert.'),
    }),
    handler: async ({ values: { limit = LIMIT_MAX, cursor, ...sent } }) => {
      const found = await longRead(deps, (db) => alertsOf(db, sent, cursor, limit + 1));
      const { page, more } = pageOf(found, limit);
      const last = page.at(-1);
      const nextCursor =
        more === 'Yes' && last !== undefined ? timeCursor({ time: last.created_at, id: last.alert_id }) : null;
      return { fields: { alerts: page.map(ALERT_VIEW.show), nextCursor } };
    },
  });
}

const rulesOf = (severity: string | number): readonly string[] =>
  SURVEILLANCE_RULES.filter((rule) => RULE_SEVERITIES[rule] === severity);

type Sent = { readonly [Name in keyof typeof filters]?: string | number | undefined };

function alertsOf(
  db: Db,
  { status, rule, severity, securityId, clientId, assignedTo, from, to }: Sent,
  cursor: string | undefined,
  limit: number,
): Promise<AlertRow[]> {
  let query = db
    .selectFrom('alerts')
    .selectAll()
    .where(afterCursor(cursor, { time: 'created_at', id: 'alert_id' }))
    .orderBy('created_at', 'desc')
    .orderBy('alert_id', 'desc')
    .limit(limit);
  if (status !== undefined) query = query.where('status', '=', String(status));
  if (rule !== undefined) query = query.where('rule', '=', String(rule));
  if (severity !== undefined) query = query.where('rule', 'in', rulesOf(severity));
  if (securityId !== undefined) query = query.where('security_id', '=', securityId as SecurityId);
  if (clientId !== undefined) query = query.where(ownedBy(String(clientId)));
  if (assignedTo !== undefined) query = query.where('assigned_to', '=', String(assignedTo));
  if (from !== undefined) query = query.where('created_at', '>=', Number(from));
  if (to !== undefined) query = query.where('created_at', '<', Number(to));
  return query.execute();
}

export function getAlert({ db }: ModuleDeps): Method {
  return operatorMethod({
    name: 'getAlert',
    summary: 'Reads an alert of surveillance with its evidence and what was done about it',
    description: 'An extension (O11). Unknown alert: 404.',
    refusals: [404],
    parameters: { alertId: alertId() },
    response: Type.Object({ alert: alertSchema }),
    handler: async ({ values }) => ({ fields: { alert: await detailsOf(db, values.alertId) } }),
  });
}

async function detailsOf(db: Db, id: string) {
  const row = await foundAlert(db, id);
  const actions = await db
    .selectFrom('alert_actions')
    .selectAll()
    .where('alert_id', '=', id)
    .orderBy('action_id', 'desc')
    .limit(ACTIONS_MAX)
    .execute();
  return { ...ALERT_VIEW.show(row), evidence: evidenceFields(row), actions: actions.reverse().map(actionFields) };
}

export function updateAlert(deps: ModuleDeps): Method {
  return operatorMethod({
    name: 'updateAlert',
    summary: 'Assigns, comments, closes or reopens an alert of surveillance',
    description:
      'An extension (O11). What is sent is done, and kept with who and when. To close or reopen an alert, comment ' +
      'says why. What happens again adds to a closed alert of the same day, which is open again. Unknown alert: 404.',
    refusals: [404],
    parameters: {
      alertId: alertId(),
      assignedTo: optional(
        text({ maxLength: 100, keepEmpty: true, description: 'Who looks into it; empty: nobody any more.' }),
      ),
      comment: optional(text({ maxLength: 2000 })),
      status: optional(choice(ALERT_STATES)),
    },
    response: Type.Object({ alert: alertSchema }),
    handler: change(deps, async ({ client, values }, db) => {
      const row = await foundAlert(db, values.alertId);
      const { assignedTo, comment, status } = values;
      const moves = status !== undefined && status !== row.status;
      if (assignedTo === undefined && comment === undefined && status === undefined) {
        throw new ApiError(106, 'assignedTo, comment or status is required');
      }
      if (moves && comment === undefined) throw new ApiError(106, 'comment is required: it says why');
      const at = deps.nowUs();
      const record = (action: 'Assigned' | 'Commented' | 'Closed' | 'Reopened', words: string) =>
        addAction(db, row.alert_id, { action, at, by: client, text: words });
      if (assignedTo !== undefined && assignedTo !== (row.assigned_to ?? '')) await record('Assigned', assignedTo);
      if (moves) await record(status === 'Closed' ? 'Closed' : 'Reopened', comment!);
      else if (comment !== undefined) await record('Commented', comment);
      const changes = {
        updated_at: at,
        status: status ?? row.status,
        assigned_to: assignedTo === undefined ? row.assigned_to : assignedTo || null,
      };
      await db.updateTable('alerts').set(changes).where('alert_id', '=', row.alert_id).execute();
      return { fields: { alert: await detailsOf(db, row.alert_id) } };
    }),
  });
}
