import type { Database } from '../../../src/database/database.ts';
import type { Finding, SurveillancePosition, Thresholds } from '../../../src/database/schema/index.ts';
import { HistoryStore } from '../../../src/history/store.ts';
import { Survey, type SurveyStep } from '../../../src/history/surveillance/survey.ts';
import type { TestDatabases } from '../../support/database.ts';
import { MarketScript, THRESHOLDS } from './market-script.ts';

export const START: SurveillancePosition = { seq: 0, matchId: 0, date: '' };

export interface Opened {
  readonly main: Database;
  readonly history: Database;
  readonly script: MarketScript;
}

export async function opened(open: TestDatabases): Promise<Opened> {
  const [main, history] = [await open(), await open.history()];
  return { main, history, script: new MarketScript(new HistoryStore(history, 0)) };
}

/** Looks through the history from a position to its end. */
export async function surveyed(
  { main, history }: Pick<Opened, 'main' | 'history'>,
  thresholds: Thresholds = THRESHOLDS,
  from: SurveillancePosition = START,
): Promise<{ readonly findings: Finding[]; readonly position: SurveillancePosition }> {
  const survey = await Survey.from({ history: history.db, main: main.db }, thresholds, from);
  const findings: Finding[] = [];
  for (;;) {
    const step = await survey.next();
    findings.push(...step.findings);
    if (!step.hasMore) return { findings, position: step.position };
  }
}

export async function stepsOf({ main, history }: Opened, thresholds: Thresholds): Promise<SurveyStep[]> {
  const survey = await Survey.from({ history: history.db, main: main.db }, thresholds, START);
  const steps = [await survey.next()];
  while (steps.at(-1)?.hasMore === true) steps.push(await survey.next());
  return steps;
}

export const rulesOf = (findings: readonly Finding[]) => [...new Set(findings.map(({ rule }) => rule))];
