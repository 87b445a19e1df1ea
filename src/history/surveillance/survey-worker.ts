/** The thread in which the rules of surveillance search the history. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openHistoryReader } from '../../database/open-database.ts';
import { mergedByAlert } from './new-evidence.ts';
import { Survey } from './survey.ts';
import type { SurveyAnswer, SurveyStart, SurveyTask } from './survey-thread.ts';

const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread');

/** Of nice(2): orders and the history come first. Linux only, where a priority is that of a thread. */
const NICE = 10;

const { history, main } = workerData as SurveyTask;
if (process.platform === 'linux') setPriority(NICE);
const databases = { history: openHistoryReader(history).db, main: openHistoryReader(main).db };
let survey: Survey | undefined;

const say = (answer: SurveyAnswer) => port.postMessage(answer);

/** With a start a new survey begins; without one it goes on. A failed survey begins again. */
port.on('message', async (start: SurveyStart | null) => {
  try {
    if (start !== null) survey = await Survey.from(databases, start.thresholds, start.from);
    if (survey === undefined) throw new Error('it has no position');
    const { findings, ...step } = await survey.next();
    say({ step: { ...step, alerts: mergedByAlert(findings) } });
  } catch (error) {
    survey = undefined;
    say({ failure: error instanceof Error ? error.message : String(error) });
  }
});
