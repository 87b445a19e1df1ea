/**
 * Gives a change in the database its place in the venue's order of events (H9). A row is written with the change,
 * journaled as a notice once the change is durable, and removed. After a crash the next start journals the rows that
 * the history does not have, so that each notice is published exactly once.
 */
import { randomUUID } from 'node:crypto';
import type { Db } from '../../database/schema/index.ts';
import type { NoticeCommand, Outcome } from '../../exchange/api/index.ts';
import { type FailureLog, jobFailed, RetryPause } from '../../time/failed-jobs.ts';

export interface VenueNotice extends Omit<NoticeCommand, 'type' | 'noticeId'> {
  /** Its id, where one is shown; random when absent. */
  readonly noticeId?: string;
}

export interface VenueNotices {
  /** Adds the notice to a transaction that is under way; after the commit the caller calls `publish`. */
  add(transaction: Db, notice: VenueNotice): Promise<void>;
  /**
   * Resolves once the journal has every notice that was committed before the call. Never rejects: while the venue takes
   * no commands the notices wait in the database.
   */
  publish(): Promise<void>;
}

export interface VenueNoticesDeps {
  readonly db: Db;
  /** Where rows are removed; `db` when absent. */
  readonly writer?: () => Db;
  readonly historyDb: Db;
  /** Resolves once the history has everything that the journal has; absent: the history is complete at the start. */
  readonly historyReached?: () => Promise<void>;
  readonly submit: (command: NoticeCommand) => Promise<Outcome>;
  /** Calls back once after the delay in milliseconds; the returned function cancels it. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
  readonly log: FailureLog;
}

/** The most rows that are journaled at once. */
const BATCH = 200;
/** The longest pause after a failure: the next change journals them at once. */
const RETRY_MS = 5000;

export class JournaledNotices implements VenueNotices {
  readonly #deps: VenueNoticesDeps;
  #underWay: Promise<void> = Promise.resolve();
  /** The run that has not begun yet; further calls wait for it too. */
  #next: Promise<void> | undefined;
  #cancelTimer: () => void = () => {};
  #stopped = false;
  #hasReadHistory = false;
  readonly #pause = new RetryPause(RETRY_MS);
  /** Journaled notices whose rows are still to be removed. */
  readonly #journaled = new Set<string>();

  constructor(deps: VenueNoticesDeps) {
    this.#deps = deps;
  }

  /** Finds notices that an earlier process journaled without removing their rows. */
  async #readHistory(): Promise<void> {
    const { db, historyDb, historyReached } = this.#deps;
    const rows = await db.selectFrom('venue_notices').select('notice_id').execute();
    if (rows.length > 0) await historyReached?.();
    for (let from = 0; from < rows.length; from += BATCH) {
      const ids = rows.slice(from, from + BATCH).map(({ notice_id }) => notice_id);
      const found = await historyDb.selectFrom('notices').select('notice_id').where('notice_id', 'in', ids).execute();
      for (const { notice_id } of found) this.#journaled.add(notice_id);
    }
    this.#hasReadHistory = true;
  }

  async add(transaction: Db, { kind, securityId, to, noticeId, settlement }: VenueNotice): Promise<void> {
    const reported = settlement === undefined ? null : JSON.stringify(settlement);
    const row = { notice_id: noticeId ?? randomUUID(), security_id: securityId, kind, notes: JSON.stringify(to) };
    await transaction
      .insertInto('venue_notices')
      .values({ ...row, settlement: reported })
      .execute();
  }

  publish(): Promise<void> {
    this.#next ??= this.#underWay.then(() => {
      this.#next = undefined;
      this.#underWay = this.#publishAll();
      return this.#underWay;
    });
    return this.#next;
  }

  /** The next start journals the remaining rows. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelTimer();
    await this.#next;
    await this.#underWay;
  }

  async #publishAll(): Promise<void> {
    this.#cancelTimer();
    try {
      if (!this.#hasReadHistory) await this.#readHistory();
      while (!this.#stopped && (await this.#publishSome()) === BATCH);
      this.#pause.reset();
    } catch (error) {
      jobFailed(this.#deps.log, 'notices of the venue could not be journaled', error);
      if (!this.#stopped) this.#cancelTimer = this.#deps.after(this.#pause.next(), () => void this.publish());
    }
  }

  /** Journals the oldest rows, in order; returns their number. */
  async #publishSome(): Promise<number> {
    const { db, submit } = this.#deps;
    await this.#removeJournaled();
    const rows = await db.selectFrom('venue_notices').selectAll().orderBy('notice_seq').limit(BATCH).execute();
    const commands = rows.map(
      ({ notice_id, kind, security_id, notes, settlement }): NoticeCommand => ({
        type: 'notice',
        noticeId: notice_id,
        kind,
        securityId: security_id,
        to: JSON.parse(notes),
        ...(settlement === null ? {} : { settlement: JSON.parse(settlement) }),
      }),
    );
    const journaled = await Promise.allSettled(commands.map((command) => submit(command)));
    for (const [index, { status }] of journaled.entries()) {
      if (status === 'fulfilled') this.#journaled.add(rows[index]!.notice_id);
    }
    await this.#removeJournaled();
    const failed = journaled.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    return rows.length;
  }

  async #removeJournaled(): Promise<void> {
    const ids = [...this.#journaled].slice(0, BATCH);
    if (ids.length === 0) return;
    const { db, writer } = this.#deps;
    await (writer?.() ?? db).deleteFrom('venue_notices').where('notice_id', 'in', ids).execute();
    for (const id of ids) this.#journaled.delete(id);
    await this.#removeJournaled();
  }
}
