/** The reports of trading days: made when a day is over, removed after REPORT_DAYS. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { easternDate } from '../../calendar/eastern-time.ts';
import type { LeaderDb } from '../../database/leader/index.ts';
import type { Db, ReportManifest } from '../../database/schema/index.ts';
import type { LiveExchange } from '../../exchange/live-exchange.ts';
import { daysOver } from '../../history/reports/day-report.ts';
import { makeReportAside } from '../../history/reports/report-thread.ts';
import type { ReportFile, ReportStore } from '../../providers/files/index.ts';
import { jobFailed, RetryPause } from '../../time/failed-jobs.ts';
import { systemTimers } from '../../time/timers.ts';
import { DAY_MS, DAY_US, type Microseconds } from '../../time/units.ts';
import { type PartContext, SHARD } from '../lifecycle/index.ts';
import { type Databases, historyLocation, reportFolder } from '../parts/index.ts';

const MANIFEST = 'manifest.json';

export interface DayReportJobDeps {
  /** The reference database, which knows the reports that are kept. */
  readonly db: LeaderDb;
  /** The history, which is read. */
  readonly history: Db;
  readonly store: ReportStore;
  /** Makes the files of a day in a folder. */
  readonly make: (date: string, folder: string, signal: AbortSignal) => Promise<void>;
  /** Their folder. */
  readonly workFolder: string;
  /** 0: reports are kept for ever. */
  readonly keptDays: number;
  readonly nowUs: () => Microseconds;
  readonly after: (delayMs: number, callback: () => void) => () => void;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

/** Makes the reports that are missing: once a day is over, and those of earlier days at the start (E3). */
export class DayReportJob {
  readonly #deps: DayReportJobDeps;
  readonly #ended = new AbortController();
  readonly #pause = new RetryPause();
  #underWay: Promise<void> | undefined;
  #isAskedAgain = false;
  #cancelTimer = () => {};

  constructor(deps: DayReportJobDeps) {
    this.#deps = deps;
  }

  /** Makes the missing reports now, or once more when the work under way is done. Resolves when that is done. */
  run(): Promise<void> {
    if (this.#ended.signal.aborted) return Promise.resolve();
    this.#isAskedAgain = true;
    this.#underWay ??= this.#work().finally(() => {
      this.#underWay = undefined;
      // Asked for after the last round.
      if (this.#isAskedAgain) void this.run();
    });
    return this.#underWay;
  }

  /**
   * Stops the work, and resolves when nothing is in progress. The next start makes an interrupted report.
   */
  async end(): Promise<void> {
    this.#ended.abort();
    this.#cancelTimer();
    await this.#underWay;
  }

  async #work(): Promise<void> {
    const { after, log } = this.#deps;
    let delayMs = DAY_MS;
    while (this.#isAskedAgain && !this.#ended.signal.aborted) {
      this.#isAskedAgain = false;
      try {
        await this.#makeMissing();
        await this.#removeOld();
        this.#pause.reset();
        delayMs = DAY_MS;
      } catch (error) {
        if (this.#ended.signal.aborted) return;
        jobFailed(log, 'the report of a day could not be made', error);
        delayMs = this.#pause.next();
      }
    }
    this.#cancelTimer();
    this.#cancelTimer = after(delayMs, () => void this.run());
  }

  async #makeMissing(): Promise<void> {
    const { db, history, store } = this.#deps;
    const rows = await db.selectFrom('day_reports').select('date').execute();
    const kept = new Set(rows.map(({ date }) => date));
    for (const date of await daysOver(history, this.#firstKept())) {
      if (this.#ended.signal.aborted) return;
      if (!kept.has(date)) await this.#record(date, (await store.manifest(date)) ?? (await this.#make(date)));
    }
  }

  async #make(date: string): Promise<string> {
    const { make, store, workFolder, log } = this.#deps;
    const started = performance.now();
    await make(date, workFolder, this.#ended.signal);
    const manifest = await readFile(join(workFolder, MANIFEST), 'utf8');
    const { files } = JSON.parse(manifest) as ReportManifest;
    await store.put(date, workFolder, [
      ...files.map(({ name, sha256, bytes }) => ({ name, sha256, size: bytes })),
      factsOf(MANIFEST, manifest),
    ]);
    const seconds = Math.round((performance.now() - started) / 1000);
    log.info({ date, seconds, rows: files.map(({ name, rows }) => [name, rows]) }, 'the report of a day was made');
    return manifest;
  }

  async #record(date: string, manifest: string): Promise<void> {
    const { db, nowUs } = this.#deps;
    await db.insertInto('day_reports').values({ date, manifest, made_at: nowUs() }).execute();
  }

  /** The date before which reports are neither made nor kept. */
  #firstKept(): string {
    const { keptDays, nowUs } = this.#deps;
    return keptDays === 0 ? '' : easternDate(nowUs() - keptDays * DAY_US);
  }

  async #removeOld(): Promise<void> {
    const { db, store } = this.#deps;
    const old = db.selectFrom('day_reports').selectAll().where('date', '<', this.#firstKept());
    for (const { date, manifest } of await old.execute()) {
      const { files } = JSON.parse(manifest) as ReportManifest;
      await store.remove(
        date,
        files.map(({ name }) => name),
      );
      await db.deleteFrom('day_reports').where('date', '=', date).execute();
    }
  }
}

function factsOf(name: string, content: string): ReportFile {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { name, sha256, size: Buffer.byteLength(content) };
}

/** As the settings say. */
export function openDayReportJob(
  { config, log, shutdown, leaderTasks, time }: PartContext,
  parts: {
    readonly databases: Databases;
    readonly exchange: LiveExchange;
    readonly store: ReportStore;
    /** As of OpenedVenue. */
    readonly onDayOver: (listener: () => void) => void;
  },
): void {
  const { databases, exchange, store, onDayOver } = parts;
  const database = historyLocation(config, 'reports');
  const workFolder = join(reportFolder(config), '.making');
  const job = new DayReportJob({
    db: databases.leader.db,
    history: databases.historyDatabase.db,
    store,
    make: (date, folder, signal) => makeReportAside({ database, shard: SHARD, date, folder }, signal),
    workFolder,
    keptDays: config.REPORT_DAYS,
    nowUs: exchange.nowUs,
    after: systemTimers.after,
    log,
  });
  shutdown.add('report store', () => store.close());
  shutdown.add('reports of days', () => job.end());
  leaderTasks.addBackground(shutdown, () => {
    let isPlanned = false;
    const plan = (run: () => void) => (time === undefined ? run() : time.afterWalk(run));
    onDayOver(() => {
      if (isPlanned) return;
      isPlanned = true;
      // A year of them would take longer than all the rest on the way of the clock.
      plan(() => {
        isPlanned = false;
        void job.run();
      });
    });
    void job.run();
  });
}
