import { Worker } from 'node:worker_threads';
import type { Timers } from '../../time/timers.ts';
import {
  type PdfAnswer,
  PdfBusy,
  type PdfDone,
  PdfFault,
  type PdfJob,
  type PdfSource,
  type Signature,
} from './pdf-jobs.ts';

/** Jobs that may wait for the thread. */
const WAITING_MAX = 64;
/** A file that takes longer is refused. */
const JOB_MS_MAX = 30_000;
/** The thread ends when nothing was asked of it for so long. */
const IDLE_MS = 10_000;
const MEMORY_MB_MAX = 512;

interface Waiting {
  readonly job: PdfJob;
  readonly settle: (answer: PdfAnswer | Error) => void;
}

/**
 * Reads and writes PDF files in a thread of its own, one after the other: they come from anybody, may be built to take
 * for ever or to fill the memory, and no order has to wait for them. Every method rejects with PdfFault for a file that
 * cannot be read, has too many pages, or takes too long, and with PdfBusy when too many wait.
 */
export class PdfWorkshop {
  readonly #timers: Pick<Timers, 'after'>;
  readonly #waiting: Waiting[] = [];
  #worker: Worker | undefined;
  #current: Waiting | undefined;
  #cancelTimer: () => void = () => {};
  #isClosed = false;

  constructor(options: { readonly timers: Pick<Timers, 'after'> }) {
    this.#timers = options.timers;
  }

  /** The file with the text across each page. */
  stamp(source: PdfSource, text: string): Promise<PdfDone> {
    return this.#ask({ kind: 'stamp', source, text });
  }

  /** How many pages the file has. */
  async check(source: PdfSource): Promise<number> {
    return (await this.#ask({ kind: 'check', source })).pages;
  }

  /** The file with a page that shows the signature, and the certificate. */
  async sign(source: PdfSource, signature: Signature): Promise<Required<PdfDone>> {
    return (await this.#ask({ kind: 'sign', source, signature })) as Required<PdfDone>;
  }

  /** A document of a title and paragraphs. */
  async compose(title: string, paragraphs: readonly string[]): Promise<Uint8Array> {
    return (await this.#ask({ kind: 'compose', title, paragraphs })).bytes;
  }

  /** Ends the thread; what still waits is rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const ending = this.#end();
    for (const one of [this.#take(), ...this.#waiting.splice(0)]) one?.settle(new PdfBusy());
    await ending;
  }

  #ask(job: PdfJob): Promise<PdfDone> {
    if (this.#isClosed || this.#waiting.length >= WAITING_MAX) return Promise.reject(new PdfBusy());
    const { promise, resolve, reject } = Promise.withResolvers<PdfDone>();
    this.#waiting.push({
      job,
      settle: (answer) => {
        if (answer instanceof Error) reject(answer);
        else if ('fault' in answer) reject(new PdfFault(answer.fault));
        else resolve(answer.done);
      },
    });
    this.#next();
    return promise;
  }

  #next(): void {
    if (this.#current !== undefined) return;
    this.#cancelTimer();
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#cancelTimer = this.#timers.after(IDLE_MS, () => void this.#end());
      this.#worker?.unref();
      return;
    }
    this.#current = next;
    const worker = this.#begin();
    this.#cancelTimer = this.#timers.after(JOB_MS_MAX, () => this.#fail('takes too long to process'));
    worker.postMessage(next.job);
  }

  #begin(): Worker {
    if (this.#worker !== undefined) {
      this.#worker.ref();
      return this.#worker;
    }
    const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB_MAX },
    });
    this.#worker = worker;
    worker.on('message', (answer: PdfAnswer) => {
      if (worker === this.#worker) this.#settle(answer);
    });
    // What the file did to the thread is the file's fault: it ran out of memory, or the library could not go on.
    worker.on('error', () => {
      if (worker === this.#worker) this.#fail('cannot be processed');
    });
    return worker;
  }

  #settle(answer: PdfAnswer): void {
    this.#take()?.settle(answer);
    this.#next();
  }

  #fail(fault: string): void {
    void this.#end();
    this.#settle({ fault });
  }

  #take(): Waiting | undefined {
    const current = this.#current;
    this.#current = undefined;
    return current;
  }

  async #end(): Promise<void> {
    this.#cancelTimer();
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}
