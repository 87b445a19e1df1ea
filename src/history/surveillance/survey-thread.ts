import { Worker } from 'node:worker_threads';
import type { DatabaseLocation } from '../../database/open-database.ts';
import type { SurveillancePosition, Thresholds } from '../../database/schema/index.ts';
import type { SurveyStep } from './survey.ts';

export interface SurveyTask {
  readonly history: DatabaseLocation;
  readonly main: DatabaseLocation;
}

/** Where a survey begins, and by which thresholds. */
export interface SurveyStart {
  readonly from: SurveillancePosition;
  readonly thresholds: Thresholds;
}

export type SurveyAnswer = { readonly step: SurveyStep } | { readonly failure: string };

/** A survey in its own thread, step by step: orders wait for none. */
export class SurveyThread {
  readonly #worker: Worker;
  readonly #ended: Promise<never>;
  #take: (answer: SurveyAnswer) => void = () => {};

  constructor(task: SurveyTask) {
    this.#worker = new Worker(new URL('./survey-worker.ts', import.meta.url), {
      workerData: task,
      // Flags of the process that started this one (a test runner, a profiler) are not for the thread.
      execArgv: [],
    });
    this.#worker.on('message', (answer: SurveyAnswer) => this.#take(answer));
    this.#ended = new Promise((_, reject) => {
      this.#worker.on('error', reject);
      this.#worker.on('exit', () => reject(new Error('the thread of surveillance has ended')));
    });
    this.#ended.catch(() => {});
  }

  /** The next step; of a new survey, or of the one that made the step before (null). */
  async next(start: SurveyStart | null): Promise<SurveyStep> {
    const { promise, resolve } = Promise.withResolvers<SurveyAnswer>();
    this.#take = resolve;
    this.#worker.postMessage(start);
    const answer = await Promise.race([promise, this.#ended]);
    if ('failure' in answer) throw new Error(answer.failure);
    return answer.step;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
