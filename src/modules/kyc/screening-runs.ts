/** Screens all approved parties and entities again after a watch list changed, piece by piece (C98). */
import type { Selectable } from 'kysely';
import type { Db, ScreeningRunRow, ScreeningsDueRow } from '../../database/schema/index.ts';
import { nextTurn } from '../../http/methods/index.ts';
import { jobFailed } from '../../time/failed-jobs.ts';
import { DAY_US, MINUTE_US } from '../../time/units.ts';
import { askForScreening, isApprovedStatus, LIST_CHANGED } from '../parties/index.ts';
import { type ScreenedOf, type ScreenedOutcome, type ScreeningDeps, screenAgain } from './screening-again.ts';

/** Rows that one piece reads, and those of them that it screens. */
const READ_AT_ONCE = 500;
export const SCREENED_AT_ONCE = 20;
/** From a failed screening to the next one: a minute, then twice as long each time, at most a day. */
const RETRY_US = MINUTE_US;
const DOUBLINGS_MAX = 10;

export interface ScreeningRun {
  readonly deps: ScreeningDeps;
  /** Of the lists in use and the threshold; undefined: there is no list, and nobody is screened. */
  readonly rules: () => string | undefined;
  readonly log: {
    info(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
}

/**
 * Screens those who are due, then the next piece of the run that is open; begins a run when the lists are others than
 * those of the last one. Resolves with whether there is more to do. After a crash the piece is done again: who was
 * reported is then unchanged.
 */
export async function screenPiece(run: ScreeningRun, stop: AbortSignal): Promise<boolean> {
  const rules = run.rules();
  if (rules === undefined) return false;
  const due = await screenDue(run, stop);
  const open = await openRun(run, rules);
  if (open === undefined || stop.aborted) return due;
  return (await screenNext(run, open, stop)) || due;
}

/** Whether there may be more of them. */
async function screenDue(run: ScreeningRun, stop: AbortSignal): Promise<boolean> {
  const { db, nowUs } = run.deps;
  const due = await db
    .selectFrom('screenings_due')
    .selectAll()
    .where('due_at', '<=', nowUs())
    .orderBy('due_at')
    .orderBy('party_id')
    .limit(SCREENED_AT_ONCE)
    .execute();
  for (const row of due) {
    if (stop.aborted) return true;
    const of = { clientId: row.client_id, partyId: row.party_id, cause: row.cause };
    if ((await outcomeOf(run, of, row)) === undefined) continue;
    // A change since then has asked again, at another time.
    await db
      .deleteFrom('screenings_due')
      .where('party_id', '=', row.party_id)
      .where('asked_at', '=', row.asked_at)
      .execute();
  }
  return due.length === SCREENED_AT_ONCE;
}

type OpenRun = Selectable<ScreeningRunRow>;

/** The run that is open for these lists. */
async function openRun({ deps, log }: ScreeningRun, rules: string): Promise<OpenRun | undefined> {
  const { db, nowUs } = deps;
  const last = await db.selectFrom('screening_runs').selectAll().orderBy('run_id', 'desc').limit(1).executeTakeFirst();
  if (last?.rules === rules) return last.ended_at === null ? last : undefined;
  return db.transaction().execute(async (transaction) => {
    await transaction.updateTable('screening_runs').set({ ended_at: nowUs() }).where('ended_at', 'is', null).execute();
    const begun = await transaction
      .insertInto('screening_runs')
      .values({ rules, position: '', screened: 0, hits: 0, started_at: nowUs(), ended_at: null })
      .returningAll()
      .executeTakeFirstOrThrow();
    log.info({ runId: begun.run_id }, 'the watch lists changed: approved parties are screened again');
    return begun;
  });
}

/** Screens the next approved ones of a run; resolves with whether it goes on. */
async function screenNext(run: ScreeningRun, open: OpenRun, stop: AbortSignal): Promise<boolean> {
  const { deps, log } = run;
  let { position, screened, hits } = open;
  const people = await nextPeople(deps.db, position);
  let left = SCREENED_AT_ONCE;
  for (const person of people) {
    if (stop.aborted || left === 0) break;
    if (isApprovedStatus(person.aml_status)) {
      left -= 1;
      const of = { clientId: person.client_id, partyId: person.party_id, cause: LIST_CHANGED };
      const outcome = await outcomeOf(run, of);
      screened += 1;
      if (outcome === 'hit') hits += 1;
    }
    position = person.party_id;
  }
  const isOver = people.length === 0;
  const ended_at = isOver ? deps.nowUs() : null;
  await deps.db
    .updateTable('screening_runs')
    .set({ position, screened, hits, ended_at })
    .where('run_id', '=', open.run_id)
    .execute();
  if (isOver) log.info({ runId: open.run_id, screened, hits }, 'approved parties were screened again');
  return !isOver;
}

interface Listed {
  readonly party_id: string;
  readonly client_id: string;
  readonly aml_status: string | null;
}

/** Entities (E) come before parties (P). */
async function nextPeople(db: Db, position: string): Promise<Listed[]> {
  if (position < 'P') {
    const entities = await peopleAfter(db, 'entities', position);
    if (entities.length > 0) return entities;
  }
  return peopleAfter(db, 'parties', position < 'P' ? '' : position);
}

function peopleAfter(db: Db, table: 'parties' | 'entities', position: string): Promise<Listed[]> {
  // The query builder treats both tables alike.
  return db
    .selectFrom(table as 'parties')
    .select(['party_id', 'client_id', 'aml_status'])
    .where('party_id', '>', position)
    .where('deleted_at', 'is', null)
    .orderBy('party_id')
    .limit(READ_AT_ONCE)
    .execute();
}

/** undefined: the screening failed, and is due again by itself. */
async function outcomeOf(
  { deps, log }: ScreeningRun,
  of: ScreenedOf,
  due?: ScreeningsDueRow,
): Promise<ScreenedOutcome | undefined> {
  await nextTurn();
  try {
    return await screenAgain(deps, of);
  } catch (error) {
    const attempts = (due?.attempts ?? 0) + 1;
    const pause = Math.min(DAY_US, RETRY_US * 2 ** Math.min(attempts - 1, DOUBLINGS_MAX));
    jobFailed(log, 'a party could not be screened again', error, { partyId: of.partyId, attempts });
    const now = deps.nowUs();
    await retryLater(deps.db, of, { attempts, asked_at: due?.asked_at ?? now, due_at: now + pause });
    return undefined;
  }
}

/** Unless a later change has asked for it already. */
async function retryLater(
  db: Db,
  { clientId, partyId, cause }: ScreenedOf,
  at: Pick<ScreeningsDueRow, 'attempts' | 'asked_at' | 'due_at'>,
): Promise<void> {
  const known = await db
    .selectFrom('screenings_due')
    .select('asked_at')
    .where('party_id', '=', partyId)
    .executeTakeFirst();
  if (known !== undefined && known.asked_at !== at.asked_at) return;
  await askForScreening(db, { party_id: partyId, client_id: clientId, cause, ...at });
}
