import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Timers } from '../../time/timers.ts';
import { ClientTurns } from './client-turns.ts';
import {
  type PdfAnswer,
  PdfBusy,
  type PdfDone,
  PdfFault,
  type PdfJob,
  type PdfReport,
  type PdfSource,
  READY,
  type Signature,
} from './pdf-jobs.ts';

/** Jobs that may wait for the process. */
const WAITING_MAX = { perClientMax: 8, max: 64 };
/** A file that takes longer is refused. */
const JOB_MS_MAX = 5_000;
/** For the process to start, on a busy machine too. */
const START_MS_MAX = 30_000;
/** The process ends when nothing was asked of it for so long. */
const IDLE_MS = 10_000;
const HEAP_MB_MAX = 512;
/** The client of jobs that no client asked for. */
const NOBODY = '';

interface Waiting {
  readonly job: PdfJob;
  readonly settle: (answer: PdfAnswer | Error) => void;
}

/**
 * Reads and writes PDF files in its own process, one after the other: they come from anybody, may be built to take
 * for ever or to fill the memory, and then that process dies alone. Clients take turns. Every method rejects with
 * PdfFault for a file that cannot be read, has too many pages, or takes too much time or memory, and with PdfBusy when
 * too many wait.
 */
export class PdfWorkshop {
  readonly #timers: Pick<Timers, 'after'>;
  readonly #heapMbMax: number;
  readonly #waiting = new ClientTurns<Waiting>(WAITING_MAX);
  #process: ChildProcess | undefined;
  #isReady = false;
  #current: Waiting | undefined;
  #cancelTimer: () => void = () => {};
  #isClosed = false;

  /** @param options.heapMbMax of the process; what streams of a file unpack to is limited apart */
  constructor(options: { readonly timers: Pick<Timers, 'after'>; readonly heapMbMax?: number }) {
    this.#timers = options.timers;
    this.#heapMbMax = options.heapMbMax ?? HEAP_MB_MAX;
  }

  /** The file of a client with the text across each page. */
  stamp(clientId: string, source: PdfSource, text: string): Promise<PdfDone> {
    return this.#ask(clientId, { kind: 'stamp', source, text });
  }

  /** How many pages the file has. */
  async check(source: PdfSource): Promise<number> {
    return (await this.#ask(NOBODY, { kind: 'check', source })).pages;
  }

  /** The file of a client with a page that shows the signature, and the certificate. */
  async sign(clientId: string, source: PdfSource, signature: Signature): Promise<Required<PdfDone>> {
    return (await this.#ask(clientId, { kind: 'sign', source, signature })) as Required<PdfDone>;
  }

  /** A document of a title and paragraphs. */
  async compose(title: string, paragraphs: readonly string[]): Promise<Uint8Array> {
    return (await this.#ask(NOBODY, { kind: 'compose', title, paragraphs })).bytes;
  }

  /** A document of facts and tables, for a client. */
  report(clientId: string, report: PdfReport): Promise<PdfDone> {
    return this.#ask(clientId, { kind: 'report', report });
  }

  /** Ends the process; what still waits is rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const ending = this.#end();
    for (const one of [this.#take(), ...this.#waiting.clear()]) one?.settle(new PdfBusy());
    await ending;
  }

  #ask(clientId: string, job: PdfJob): Promise<PdfDone> {
    const { promise, resolve, reject } = Promise.withResolvers<PdfDone>();
    const settle = (answer: PdfAnswer | Error) => {
      if (answer instanceof Error) reject(answer);
      else if ('fault' in answer) reject(new PdfFault(answer.fault));
      else resolve(answer.done);
    };
    if (this.#isClosed || !this.#waiting.add(clientId, { job, settle })) return Promise.reject(new PdfBusy());
    this.#next();
    return promise;
  }

  #next(): void {
    if (this.#current !== undefined) return;
    this.#cancelTimer();
    const next = this.#waiting.next();
    if (next === undefined) {
      this.#cancelTimer = this.#timers.after(IDLE_MS, () => void this.#end());
      this.#process?.unref();
      this.#process?.channel?.unref();
      return;
    }
    this.#current = next;
    if (this.#process !== undefined && this.#isReady) this.#hand(this.#process, next.job);
    else this.#begin();
  }

  #hand(process: ChildProcess, job: PdfJob): void {
    process.ref();
    process.channel?.ref();
    this.#cancelTimer = this.#timers.after(JOB_MS_MAX, () => this.#fail('takes too long to process'));
    process.send(job, (error) => {
      if (error !== null && process === this.#process) this.#fail('cannot be processed');
    });
  }

  #begin(): void {
    this.#isReady = false;
    this.#cancelTimer = this.#timers.after(START_MS_MAX, () => this.#giveUp());
    const process = fork(new URL('./pdf-process.ts', import.meta.url), {
      // It reads files of callers: it may read files, and do nothing else with the machine.
      execArgv: [`--max-old-space-size=${this.#heapMbMax}`, '--permission', '--allow-fs-read=*'],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#process = process;
    process.on('message', (answer: PdfAnswer | typeof READY) => {
      if (process !== this.#process) return;
      if (answer !== READY) return this.#settle(answer);
      this.#isReady = true;
      this.#cancelTimer();
      if (this.#current !== undefined) this.#hand(process, this.#current.job);
    });
    // What the file did to the process is the file's fault: it ran out of memory, or the library could not go on.
    process.on('exit', () => {
      if (process !== this.#process) return;
      if (this.#isReady) this.#fail('cannot be processed');
      else this.#giveUp();
    });
    process.on('error', () => {
      if (process === this.#process) this.#giveUp();
    });
  }

  #settle(answer: PdfAnswer | Error): void {
    this.#take()?.settle(answer);
    this.#next();
  }

  #fail(fault: string): void {
    void this.#end();
    this.#settle({ fault });
  }

  /** The process could not be started, which is nobody's fault. */
  #giveUp(): void {
    void this.#end();
    this.#settle(new PdfBusy());
  }

  #take(): Waiting | undefined {
    const current = this.#current;
    this.#current = undefined;
    return current;
  }

  async #end(): Promise<void> {
    this.#cancelTimer();
    const process = this.#process;
    this.#process = undefined;
    if (process?.pid === undefined || process.exitCode !== null || process.signalCode !== null) return;
    const ended = once(process, 'exit');
    process.kill('SIGKILL');
    await ended;
  }
}
