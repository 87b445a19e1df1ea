import { sql } from 'kysely';
import type { Db, InvestorTaskRow } from '../../database/schema/index.ts';
import { ownedBy } from '../shared/record/index.ts';
import type { WorkKind } from './work-fields.ts';

export interface TaskOf {
  readonly clientId: string;
  readonly kind: WorkKind;
  readonly record: string;
}

const KEY = ['client_id', 'kind', 'record'] as const;

const newTask = ({ clientId, kind, record }: TaskOf): InvestorTaskRow => ({
  ...{ client_id: clientId, kind, record, owner: '', taken_at: 0, reminded_at: null, reminders: 0 },
});

/** undefined: nobody took it, and nobody was reminded of it. */
export function findTask(db: Db, { clientId, kind, record }: TaskOf): Promise<InvestorTaskRow | undefined> {
  const query = db.selectFrom('investor_tasks').selectAll().where(ownedBy(clientId));
  return query.where('kind', '=', kind).where('record', '=', record).executeTakeFirst();
}

export function takeTask(db: Db, of: TaskOf, owner: string, nowUs: number): Promise<InvestorTaskRow> {
  const changes = { owner, taken_at: nowUs };
  return db
    .insertInto('investor_tasks')
    .values({ ...newTask(of), ...changes })
    .onConflict((conflict) => conflict.columns(KEY).doUpdateSet(changes))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Counts a reminder; undefined where the last one was after `lastUs`. Of two calls at the same moment one counts. */
export function noteReminder(
  db: Db,
  of: TaskOf,
  { nowUs, lastUs }: { readonly nowUs: number; readonly lastUs: number },
): Promise<InvestorTaskRow | undefined> {
  return db
    .insertInto('investor_tasks')
    .values({ ...newTask(of), reminded_at: nowUs, reminders: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(KEY)
        .doUpdateSet({ reminded_at: nowUs, reminders: sql<number>`investor_tasks.reminders + 1` })
        .where(sql<boolean>`(investor_tasks.reminded_at is null or investor_tasks.reminded_at <= ${lastUs})`),
    )
    .returningAll()
    .executeTakeFirst();
}
