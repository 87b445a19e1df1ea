import { Decimal } from 'decimal.js';
import Type from 'typebox';
import type { PendingActionRow } from '../../database/schema/index.ts';
import { namedObject } from '../../http/methods/index.ts';
import { type Parameters, text, writtenFields } from '../../http/parameters/index.ts';
import { piiTable, type Secrets } from '../shared/record/index.ts';
import { textOrNull, timestamp, timestampOrNull } from '../shared/values/index.ts';
import { ACTION_STATES, type ActionState } from './action-lifecycle.ts';
import { replacedIn, valuesOf } from './sealed-values.ts';

export const actionId = () => text({ description: 'The id of the action.', maxLength: 100 });

export const actionSchema = {
  actionId: Type.String(),
  method: Type.String({ description: 'the method that was called' }),
  actionStatus: Type.String({ enum: [...ACTION_STATES] }),
  askedBy: Type.String({ description: 'client id of the operator who called the method' }),
  askedByUser: textOrNull('the user who called it; null where a key did'),
  askedDate: Type.String(),
  expiresDate: Type.String(),
  decidedBy: Type.Union([Type.String(), Type.Null()]),
  decidedByUser: textOrNull('the user who approved or rejected it; null where a key did'),
  decidedDate: Type.Union([Type.String(), Type.Null()]),
  reason: Type.Union([Type.String(), Type.Null()]),
};

/** The action as those who decide see it. */
export const shownActionSchema = namedObject('Action', actionSchema);

/** The values of a call may have any personal data of the client. */
export const ACTION_LEVELS = piiTable('account.read', { none: Object.keys(actionSchema), pii_high: 'values' });

export const valuesSchema = { values: Type.Record(Type.String(), Type.Unknown()) };

/** The action at a time: without a decision it expires. */
export function statusAt(row: Pick<PendingActionRow, 'status' | 'expires_at'>, nowUs: number): ActionState {
  return row.status === 'Pending' && row.expires_at <= nowUs ? 'Expired' : (row.status as ActionState);
}

export function actionFields(row: PendingActionRow, nowUs: number) {
  return {
    actionId: row.action_id,
    method: row.method,
    actionStatus: statusAt(row, nowUs),
    askedBy: row.client_id,
    askedByUser: row.user_id,
    askedDate: timestamp(row.created_at),
    expiresDate: timestamp(row.expires_at),
    decidedBy: row.decided_by,
    decidedByUser: row.decided_by_user,
    decidedDate: timestampOrNull(row.decided_at),
    reason: row.reason,
  };
}

/** The values of the method, as a caller would send them, but for keys. @param parameters of the method */
export async function askedValues(
  secrets: Secrets,
  row: PendingActionRow,
  parameters: Parameters,
): Promise<Record<string, unknown>> {
  const values = await valuesOf(secrets.open(row.values_sealed, contextOf(row.action_id, 'values')));
  const written = writtenFields(parameters, values as Record<string, unknown>);
  return (await replacedIn(written, shown)) as Record<string, unknown>;
}

function shown(value: unknown): unknown {
  if (value instanceof Decimal) return value.toFixed();
  if (typeof value === 'bigint') return value.toString();
  // A key: whoever decides need not know it.
  return value instanceof Uint8Array ? '********' : value;
}

/** Binds the sealed values to their action. */
export function contextOf(actionId: string, column: 'values' | 'answer'): string {
  return `pending_actions.${column}:${actionId}`;
}
