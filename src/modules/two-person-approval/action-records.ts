import type { Kysely } from 'kysely';
import { rowsHeld } from '../../database/queries/index.ts';
import type { PendingActionRow, Schema } from '../../database/schema/index.ts';
import { ApiError } from '../../http/methods/index.ts';
import { ownedBy, stateAfter } from '../shared/record/index.ts';
import { ACTION_LIFECYCLE, type ActionTrigger } from './action-lifecycle.ts';

/** The most open actions of one operator. */
const WAITING_MAX = 1000;

/** Throws 190 when the operator has too many open actions. */
export async function insertAction(db: Kysely<Schema>, row: PendingActionRow): Promise<void> {
  const { waiting } = await waitingAt(db, row.created_at)
    .where(ownedBy(row.client_id))
    .select((one) => one.fn.countAll().as('waiting'))
    .executeTakeFirstOrThrow();
  if (Number(waiting) >= WAITING_MAX) throw new ApiError(190, `${WAITING_MAX} actions of the client wait already`);
  await db.insertInto('pending_actions').values(row).execute();
}

/** The actions that can still be decided at a time. */
export function waitingAt(db: Kysely<Schema>, nowUs: number) {
  return db.selectFrom('pending_actions').where('status', '=', 'Pending').where('expires_at', '>', nowUs);
}

/** The action; every operator may see it. */
export function findAction(db: Kysely<Schema>, actionId: string): Promise<PendingActionRow | undefined> {
  return actionQuery(db, actionId).executeTakeFirst();
}

/** The same. Throws 404. */
export async function foundAction(db: Kysely<Schema>, actionId: string): Promise<PendingActionRow> {
  return known(await findAction(db, actionId));
}

/** The same, locked until the transaction ends. */
export async function heldAction(transaction: Kysely<Schema>, actionId: string): Promise<PendingActionRow> {
  return known(await rowsHeld(transaction, actionQuery(transaction, actionId)).executeTakeFirst());
}

/** Changes the state of an action by its lifecycle. Throws 190. */
export async function moveAction(
  db: Kysely<Schema>,
  row: PendingActionRow,
  trigger: ActionTrigger,
  changes: Partial<PendingActionRow> = {},
): Promise<PendingActionRow> {
  const moved = { ...changes, status: stateAfter(ACTION_LIFECYCLE, row.status, trigger) };
  await db.updateTable('pending_actions').set(moved).where('action_id', '=', row.action_id).execute();
  return { ...row, ...moved };
}

function actionQuery(db: Kysely<Schema>, actionId: string) {
  return db.selectFrom('pending_actions').selectAll().where('action_id', '=', actionId);
}

function known(row: PendingActionRow | undefined): PendingActionRow {
  if (row === undefined) throw new ApiError(404);
  return row;
}
