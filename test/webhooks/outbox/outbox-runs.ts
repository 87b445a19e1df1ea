/**
 * The outbox over a real database, with a dispatcher whose attempts a test makes one by one: runs follow each other, as
 * after a stop or a crash, and what each registration got is noted.
 */

import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../../src/database/database.ts';
import type { Db } from '../../../src/database/schema/index.ts';
import { Secrets } from '../../../src/database/secrets/index.ts';
import { WEBHOOK_NAMES } from '../../../src/modules/webhook-list.ts';
import type { Microseconds } from '../../../src/time/units.ts';
import type { Delivery, DeliveryHooks } from '../../../src/webhooks/delivery/dispatcher.ts';
import { DeliveryLog } from '../../../src/webhooks/log/delivery-log.ts';
import { Outbox } from '../../../src/webhooks/outbox/index.ts';
import { destinationOf } from '../../../src/webhooks/registry/index.ts';
import { ManualTime } from '../../support/manual-time.ts';
import { countedSlowly, type Restart } from './slow-counts.ts';
import { TARGETS } from './targets.ts';

const CLIENT = 'C1';
const RECEIVERS = [...new Set(TARGETS.map(({ url }) => destinationOf(url).receiver))];

export type End = 'reported' | 'unreported' | 'rolled back' | 'silently rolled back';

interface Run {
  readonly outbox: Outbox;
  readonly log: DeliveryLog;
}

interface Job {
  readonly delivery: Delivery;
  readonly hooks: DeliveryHooks;
}

/** A webhook by its number, about a record. */
interface Made {
  readonly webhook: number;
  readonly record: number;
}

interface Attempt extends Made {
  readonly target: string;
  readonly isDelivered: boolean;
}

/** Round trips after which the outbox has read what it was about to read. */
const ROUND_TRIPS = 6;
const ROUNDS_MAX = 2000;
/** The outbox reads on another connection of the pool, which on a busy machine takes more round trips than those. */
const LATE_TRIES_MAX = 2000;

export class OutboxRuns {
  readonly attempts: Attempt[] = [];
  readonly time = new ManualTime('2026-11-20T15:00:00Z');
  readonly #database: Database;
  readonly #secrets = new Secrets([Buffer.alloc(32, 7)]);
  /** Jobs that a receiver may have. */
  readonly #room: number;
  readonly #jobs = new Map<string, Job[]>();
  /** When a delivery that failed is due again, in milliseconds. */
  readonly #dueMs = new Map<string, number>();
  readonly #committed: Made[] = [];
  /** Ended, and not in the log yet: a crash has them made again. */
  readonly #unlogged = new Set<string>();
  readonly #repeatable = new Set<string>();
  #webhooks = 0;
  readonly #errors: Error[] = [];
  #runs = 0;
  #run: Run;
  /** Of a process that runs already, and whose outbox starts with the next run. */
  #next: Run | undefined;

  private constructor(database: Database, room: number) {
    this.#database = database;
    this.#room = room;
    this.#run = this.#start();
  }

  static async begin(database: Database, room: number): Promise<OutboxRuns> {
    const runs = new OutboxRuns(database, room);
    await runs.settle();
    return runs;
  }

  get waiting(): number {
    return this.#run.outbox.waiting;
  }

  /** The process of the next run begins to wait for its turn. */
  awaitTurn(): void {
    this.#next = this.#open(this.#runs + 2, {});
  }

  /** The webhooks of events of the venue, which are of the time of the event. */
  async fire(records: readonly number[], firedAtUs: Microseconds): Promise<void> {
    const { outbox } = this.#run;
    const made = records.map((record) => ({ webhook: ++this.#webhooks, record }));
    const webhooks = made.map(({ webhook, record }) => {
      const form = `id=${webhook}&firstEntry=A${record}`;
      const about = { clientId: CLIENT, method: 'createLink', about: [`A${record}`], identified: true } as const;
      return { contents: { ...about, form, firedAtUs }, targets: TARGETS };
    });
    const { db } = this.#database;
    const { deliveries } = await db.transaction().execute((transaction) => outbox.write(transaction, webhooks));
    this.#committed.push(...made);
    outbox.send(deliveries);
    await this.settle();
  }

  /** A transaction with a webhook for each of the records. */
  async change(records: readonly number[], end: End): Promise<void> {
    const { outbox } = this.#run;
    const made = records.map((record) => ({ webhook: ++this.#webhooks, record }));
    const isCommitted = end === 'reported' || end === 'unreported';
    const { transaction } = await this.#transaction(outbox, made, isCommitted);
    if (isCommitted) this.#committed.push(...made);
    if (end === 'reported') outbox.committed(transaction);
    if (end === 'rolled back') outbox.rolledBack(transaction);
    await this.settle();
  }

  async #transaction(outbox: Outbox, made: readonly Made[], isCommitted: boolean): Promise<{ transaction: Db }> {
    let transaction: Db | undefined;
    const refused = new Error('refused');
    const work = this.#database.db.transaction().execute(async (db) => {
      transaction = db;
      for (const { webhook, record } of made) {
        const fields = { id: webhook, firstEntry: `A${record}` };
        await outbox.add(db, { clientId: CLIENT, method: 'createLink', fields });
      }
      if (!isCommitted) throw refused;
    });
    await work.catch((error: unknown) => {
      if (error !== refused) throw error;
    });
    return { transaction: transaction! };
  }

  /** Makes up to `count` attempts, each of a job that may run now; `isDelivered` says how each ends. */
  async attempt(count: number, isDelivered: (index: number) => boolean, pick: (of: number) => number = () => 0) {
    for (let index = 0; index < count; index++) {
      const jobs = [...this.#jobs.values()].flatMap((all) => all.filter((job, at) => mayRun(job, all.slice(0, at))));
      const job = jobs[pick(jobs.length)];
      if (job === undefined) break;
      this.#attempt(job, isDelivered(index));
    }
    await this.settle();
  }

  async flush(): Promise<void> {
    await this.#run.log.flush();
    this.#unlogged.clear();
    await this.settle();
  }

  async advance(ms: number): Promise<void> {
    this.time.advanceMs(ms);
    await this.settle();
  }

  /** The next run, after a stop or, where the log was not written, a crash. */
  async restart({ isCrash, isBusy = false, ...counting }: Restart): Promise<void> {
    const { outbox } = this.#run;
    outbox.stop();
    this.#runs++;
    this.#jobs.clear();
    this.#dueMs.clear();
    if (!isCrash) await this.flush();
    for (const id of this.#unlogged) this.#repeatable.add(id);
    this.#unlogged.clear();
    await this.settle();
    this.#run = this.#start(counting);
    this.time.advanceMs(1);
    if (!isBusy) await this.settle();
  }

  /**
   * Delivers all that is left, each failed one at its time. Fails where a row stays, or one comes late, and names what
   * did not come once and in the order of its record.
   */
  async finish(): Promise<void> {
    for (let round = 0; (await this.#rows()) > 0; round++) {
      expect(round, `rows that nobody delivers: ${await this.#rows()}`).toBeLessThan(ROUNDS_MAX);
      await this.attempt(1000, () => true);
      await this.flush();
      if (this.#underWay > 0) continue;
      const due = Math.min(...this.#dueMs.values());
      const next = Math.min(due, (this.time.next ?? Number.POSITIVE_INFINITY) / 1000);
      if (Number.isFinite(next)) this.time.moveTo(Math.ceil(Math.max(next, this.time.nowMs())) * 1000);
      await this.#expectOffers();
    }
    this.#check();
  }

  async settle(): Promise<void> {
    for (let trip = 0; trip < ROUND_TRIPS; trip++) await sql`select 1`.execute(this.#database.background);
  }

  get #underWay(): number {
    return [...this.#jobs.values()].reduce((sum, jobs) => sum + jobs.length, 0);
  }

  /** What is due comes; an ordered one may wait for another. */
  async #expectOffers(): Promise<void> {
    const isLate = () => [...this.#dueMs.values()].some((due) => Math.ceil(due) <= this.time.nowMs());
    for (let tries = 0; isLate() && tries < LATE_TRIES_MAX; tries++) await this.settle();
    expect(isLate(), 'a delivery that is due does not come').toBe(false);
    await this.settle();
  }

  async #rows(): Promise<number> {
    const { db } = this.#database;
    const counted = db.selectFrom('webhook_outbox').select((row) => row.fn.countAll<number>().as('rows'));
    return Number((await counted.executeTakeFirstOrThrow()).rows);
  }

  #start(counting: Pick<Restart, 'counts' | 'counted'> = {}) {
    const run = this.#next ?? this.#open(this.#runs + 1, counting);
    this.#next = undefined;
    this.#runs++;
    run.outbox.start();
    return run;
  }

  /** @param number of the run */
  #open(number: number, { counts, counted }: Pick<Restart, 'counts' | 'counted'>) {
    const log = new DeliveryLog(this.#database, { flushIntervalMs: 3_600_000 });
    const outbox = new Outbox({
      db: countedSlowly(this.#database.background, counts, counted),
      secrets: this.#secrets,
      names: WEBHOOK_NAMES,
      registrations: { targetsOf: () => TARGETS, targetsIn: () => TARGETS },
      deliveryLog: log,
      dispatcher: { offer: (delivery, hooks) => number === this.#runs && this.#offer(delivery, hooks) },
      nowUs: () => this.time.nowUs(),
      timers: this.time,
      rowsPerClientMax: 100_000,
      log: { info: () => {}, error: ({ err }: { err: Error }) => this.#errors.push(err) } as never,
    });
    return { outbox, log };
  }

  #offer(delivery: Delivery, hooks: DeliveryHooks): boolean {
    const { receiver } = destinationOf(delivery.target.url);
    const jobs = this.#jobs.get(receiver) ?? [];
    if (jobs.length >= this.#room) return false;
    this.#dueMs.delete(delivery.id);
    this.#jobs.set(receiver, [...jobs, { delivery, hooks }]);
    return true;
  }

  #attempt(job: Job, isDelivered: boolean): void {
    const { delivery, hooks } = job;
    const { id, target, clientId, method, timeMs } = delivery;
    const { receiver } = destinationOf(target.url);
    this.#jobs.set(
      receiver,
      (this.#jobs.get(receiver) ?? []).filter((one) => one !== job),
    );
    if (hooks.holds?.()) return;
    const fields = new URLSearchParams(delivery.form);
    const [webhook, record] = [Number(fields.get('id')), Number(fields.get('firstEntry')?.slice(1))];
    this.attempts.push({ webhook, record, target: target.id, isDelivered });
    const isRetried = !isDelivered && target.retries === true;
    // Those that fail first are due last.
    const retryAtMs = isRetried ? this.time.nowMs() + 20_000 - 10 * (webhook % 1000) : null;
    const ended = { outcome: isDelivered ? 'delivered' : 'time-out', httpStatus: null, detail: null } as const;
    const about = { id, webhookId: target.id, clientId, method, url: target.url, timeMs, durationMs: 1 };
    this.#run.log.record({ ...about, ...ended, ...(retryAtMs === null ? {} : { retryAtMs }) });
    if (retryAtMs === null) this.#unlogged.add(`${webhook} ${target.id}`);
    else if (!target.ordered) this.#dueMs.set(id, retryAtMs);
    hooks.ended(retryAtMs);
  }

  /** Each once, and those about a record in order. */
  #check(): void {
    for (const target of TARGETS) {
      const mine = this.attempts.filter((attempt) => attempt.target === target.id);
      const ended = mine.filter(({ isDelivered }) => isDelivered || target.retries !== true);
      const times = Map.groupBy(ended, ({ webhook }) => webhook);
      const once = this.#committed.filter(({ webhook }) => !this.#repeatable.has(`${webhook} ${target.id}`));
      const wrong = once.filter(({ webhook }) => times.get(webhook)?.length !== 1);
      expect(wrong, `${target.id}: not once`).toEqual([]);
      expect(times.size, `${target.id}: all`).toBe(this.#committed.length);
      // A record's webhooks arrive in order where the registration asks for it; else their first attempts are made so.
      for (const ofRecord of Map.groupBy(target.ordered ? ended : mine, ({ record }) => record).values()) {
        const first = [...new Set(ofRecord.map(({ webhook }) => webhook))];
        expect(first, `${target.id}: order`).toEqual(first.toSorted((one, other) => one - other));
      }
    }
    expect([this.#run.outbox.waiting, this.#errors]).toEqual([0, []]);
    for (const receiver of RECEIVERS) expect(this.#jobs.get(receiver) ?? []).toEqual([]);
  }
}

/** As in the dispatcher: none about one record runs before an earlier one of its receiver has ended. */
function mayRun({ delivery }: Job, earlier: readonly Job[]): boolean {
  return !earlier.some((job) => job.delivery.about.some((record) => delivery.about.includes(record)));
}
