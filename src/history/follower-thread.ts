import { Worker } from 'node:worker_threads';
import type { EventSeq } from '../exchange/api/index.ts';
import type { CommandSeq } from '../exchange/journal/index.ts';
import type { Timers } from '../time/timers.ts';
import type { FollowerMessage, FollowerRequest, FollowerSettings } from './follower-messages.ts';

/** The shortest time between two messages about new commands to the follower. */
const NOTIFY_DELAY_MS = 50;
/** The same while a read waits for events that the history does not hold yet. */
const AWAITED_NOTIFY_DELAY_MS = 2;
/** So does a command in slices (M17) where more events than this wait for the history. */
const EVENTS_AWAITED = 2000;

export interface FollowerThreadDeps extends FollowerSettings {
  readonly timers: Pick<Timers, 'after'>;
  readonly onProjected: (eventSeq: EventSeq) => void;
  readonly onNote: (message: string) => void;
  /** The thread has stopped and the history gets no further: nothing is lost, a restart catches up. */
  readonly onFailure: (message: string) => void;
}

/** Runs the history follower in its own thread and talks to it. */
export class FollowerThread {
  readonly #deps: FollowerThreadDeps;
  readonly #worker: Worker;
  readonly #ended: Promise<void>;
  #durable = 0;
  #notified = 0;
  #isNotifying = false;
  #isHurrying = false;
  #isFinishing = false;
  /** Why the thread has stopped; null while it has not. */
  #failure: Error | null = null;
  #projected = 0;
  readonly #dayListeners: (() => void)[] = [];
  /** In the order of their questions. */
  readonly #confirming: { resolve: () => void; reject: (error: Error) => void }[] = [];
  #waiters: { eventSeq: EventSeq; resolve: () => void; reject: (error: Error) => void }[] = [];

  constructor(deps: FollowerThreadDeps) {
    this.#deps = deps;
    const { folder, shard, database, snapshotCommands, archiveFolder } = deps;
    const settings: FollowerSettings = { folder, shard, database, snapshotCommands, archiveFolder };
    this.#worker = new Worker(new URL('./follower-worker.ts', import.meta.url), {
      workerData: settings,
      // Flags of the process that started this one (a test runner, a profiler) are not for the thread.
      execArgv: [],
    });
    this.#worker.on('message', (message: FollowerMessage) => this.#take(message));
    this.#worker.on('error', (error: Error) => this.#fail(error.message));
    this.#ended = new Promise((resolve) => {
      this.#worker.on('exit', (code) => {
        if (!this.#isFinishing) this.#fail(`its thread ended with code ${code}`);
        resolve();
      });
    });
  }

  /**
   * Says how far the journal is durable; cheap, may be called for every group.
   * @param waiting events that the history does not hold yet
   */
  durable(sequence: CommandSeq, waiting = 0): void {
    this.#durable = Math.max(this.#durable, sequence);
    if (waiting > EVENTS_AWAITED) this.#hurry();
    if (this.#isNotifying || this.#isFinishing || this.#failure !== null) return;
    this.#isNotifying = true;
    this.#deps.timers.after(NOTIFY_DELAY_MS, () => {
      this.#isNotifying = false;
      this.#notify();
    });
  }

  /** Calls back whenever the history has come to hold the end of a trading day. */
  onDayOver(listener: () => void): void {
    this.#dayListeners.push(listener);
  }

  /**
   * Where the database may be another one: resolves when the history holds again what it held before (J19); rejects
   * when the thread has stopped.
   */
  confirm(): Promise<void> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#confirming.push({ resolve, reject });
    this.#post({ type: 'confirm' });
    return promise;
  }

  /** Resolves once the history holds everything up to this event; rejects when the thread has stopped before. */
  reached(eventSeq: EventSeq): Promise<void> {
    if (this.#projected >= eventSeq) return Promise.resolve();
    if (this.#failure !== null) return Promise.reject(this.#failure);
    this.#hurry();
    return new Promise((resolve, reject) => {
      this.#waiters.push({ eventSeq, resolve, reject });
    });
  }

  /** The same within a time; false when it has passed. */
  async reachedWithin(eventSeq: EventSeq, timeoutMs: number): Promise<boolean> {
    if (this.#projected >= eventSeq) return true;
    if (this.#failure !== null) throw this.#failure;
    this.#hurry();
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const waiter = { eventSeq, resolve: () => resolve(true), reject };
    this.#waiters.push(waiter);
    const cancel = this.#deps.timers.after(timeoutMs, () => {
      this.#waiters = this.#waiters.filter((one) => one !== waiter);
      resolve(false);
    });
    return promise.finally(cancel);
  }

  /** A reader waits: notifies the follower sooner, but not separately for each of many readers. */
  #hurry(): void {
    if (this.#isHurrying) return;
    this.#isHurrying = true;
    this.#deps.timers.after(AWAITED_NOTIFY_DELAY_MS, () => {
      this.#isHurrying = false;
      this.#notify();
    });
  }

  /** Lets the history catch up, has a last snapshot written, and ends the thread. */
  async finish(): Promise<void> {
    if (this.#failure === null) {
      this.#notify();
      this.#isFinishing = true;
      this.#post({ type: 'finish' });
    }
    await this.#ended;
  }

  /** Ends the thread at once. */
  async terminate(): Promise<void> {
    this.#isFinishing = true;
    await this.#worker.terminate();
  }

  #notify(): void {
    if (this.#isFinishing || this.#failure !== null || this.#durable === this.#notified) return;
    this.#notified = this.#durable;
    this.#post({ type: 'durable', sequence: this.#durable });
  }

  #post(request: FollowerRequest): void {
    this.#worker.postMessage(request);
  }

  #take(message: FollowerMessage): void {
    if (message.type === 'note') this.#deps.onNote(message.message);
    else if (message.type === 'dayOver') for (const listener of this.#dayListeners) listener();
    else if (message.type === 'confirmed') this.#confirming.shift()?.resolve();
    else if (message.type === 'failed') this.#fail(message.message);
    else {
      this.#projected = message.eventSeq;
      this.#deps.onProjected(message.eventSeq);
      const reached = this.#waiters.filter(({ eventSeq }) => eventSeq <= this.#projected);
      this.#waiters = this.#waiters.filter(({ eventSeq }) => eventSeq > this.#projected);
      for (const { resolve } of reached) resolve();
    }
  }

  #fail(message: string): void {
    if (this.#failure !== null) return;
    const failure = new Error(`the order history has stopped: ${message}`);
    this.#failure = failure;
    for (const { reject } of [...this.#waiters.splice(0), ...this.#confirming.splice(0)]) reject(failure);
    this.#deps.onFailure(message);
    void this.#worker.terminate();
  }
}
