import type { DatabaseLocation } from '../../database/open-database.ts';
import type { MergedFindings, SurveillancePosition, Thresholds } from '../../database/schema/index.ts';
import { AnsweringThread } from '../answering-thread.ts';
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

/** A step of a survey, its findings merged by the alert that they belong to. */
export interface MergedStep extends Omit<SurveyStep, 'findings'> {
  readonly alerts: readonly MergedFindings[];
}

export type SurveyAnswer = { readonly step: MergedStep } | { readonly failure: string };

/** A survey in its own thread, step by step: orders wait for none. */
export class SurveyThread {
  readonly #thread: AnsweringThread<SurveyStart | null, SurveyAnswer>;

  constructor(task: SurveyTask) {
    this.#thread = new AnsweringThread(new URL('./survey-worker.ts', import.meta.url), task, 'of surveillance');
  }

  /** The next step; of a new survey, or of the one that made the step before (null). */
  async next(start: SurveyStart | null): Promise<MergedStep> {
    const answer = await this.#thread.ask(start);
    if ('failure' in answer) throw new Error(answer.failure);
    return answer.step;
  }

  end(): Promise<void> {
    return this.#thread.end();
  }
}
