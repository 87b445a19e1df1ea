/** What a replay has to say at its end. */
import { isDeepStrictEqual } from 'node:util';
import type { HttpResult } from './http-run.ts';
import type { InProcessResult, RunResult } from './in-process-run.ts';

export interface Report {
  readonly mode: 'in process' | 'HTTP';
  readonly messages: number;
  readonly messagesPerSecond: number;
  readonly calls: number;
  readonly skippedMessages: number;
  /** Calls by statusCode. */
  readonly refusedCalls: Readonly<Record<string, number>>;
  readonly executions: { readonly same: number; readonly total: number };
  /** Messages after which the top of book was that of the file; absent without --expect. */
  readonly equalTops?: number;
  /** Distinct tops of the book; absent where they were not looked at. */
  readonly distinctTops?: number;
  readonly connectionLosses?: number;
  readonly callsAnsweredAgain?: number;
  /** What differs from the run in this process; empty when nothing does, absent when it was not compared. */
  readonly differences?: readonly string[];
}

export function reportInProcess(result: InProcessResult): Report {
  return {
    mode: 'in process',
    ...common(result, result.tally.messages),
    ...(result.equalTops !== null && { equalTops: result.equalTops }),
    distinctTops: result.tops.length,
  };
}

/** reference: the run of the same messages in this process, or null without one. */
export function reportHttp(result: HttpResult, reference: InProcessResult | null): Report {
  const { losses, replayedCalls, stream } = result;
  const counted = {
    mode: 'HTTP' as const,
    ...common(result, result.played),
    connectionLosses: losses,
    callsAnsweredAgain: replayedCalls,
    ...(stream !== null && { distinctTops: stream.tops }),
  };
  if (reference === null) return counted;
  const differences = differencesOf(result, reference);
  // The stream does not say after which message a top came; where it is the sequence of the run here, that run does.
  const known = reference.equalTops !== null && differences.length === 0;
  return { ...counted, ...(known && { equalTops: reference.equalTops }), differences };
}

function common({ tally, durationMs, executions, sameExecutions }: RunResult, played: number) {
  return {
    messages: tally.messages,
    messagesPerSecond: durationMs > 0 ? Math.round((played * 1000) / durationMs) : 0,
    calls: tally.calls,
    skippedMessages: tally.skipped,
    refusedCalls: Object.fromEntries(tally.refused),
    executions: { same: sameExecutions, total: executions.length },
  };
}

function differencesOf(result: HttpResult, reference: InProcessResult): string[] {
  const differences: string[] = [];
  const compare = (what: string, ours: unknown, theirs: unknown) => {
    if (isDeepStrictEqual(ours, theirs)) return;
    differences.push(`${what}: ${JSON.stringify(ours)} instead of ${JSON.stringify(theirs)}`);
  };
  compare('messages', result.tally.messages, reference.tally.messages);
  compare('calls', result.tally.calls, reference.tally.calls);
  compare('refused calls', [...result.tally.refused], [...reference.tally.refused]);
  compare('executions', result.executions.length, reference.executions.length);
  const first = reference.executions.findIndex((one, index) => !isDeepStrictEqual(one, result.executions[index]));
  if (first >= 0) compare(`execution ${first + 1}`, result.executions[first], reference.executions[first]);
  if (result.stream?.difference) differences.push(`stream: ${result.stream.difference}`);
  return differences;
}

/** The report as a table for people. */
export function tableOf(report: Report): string {
  const { executions, equalTops, differences } = report;
  const refused = Object.entries(report.refusedCalls).map(([code, calls]) => `${code}: ${thousands(calls)}`);
  const rows: [string, string | undefined][] = [
    [
      'Messages',
      `${thousands(report.messages)}, ${thousands(report.messagesPerSecond)} a second ${modes[report.mode]}`,
    ],
    ['Calls', `${thousands(report.calls)}; ${thousands(report.skippedMessages)} messages skipped`],
    ['Refused by code', refused.length > 0 ? refused.join(', ') : 'none'],
    ['Connection losses', losses(report)],
    [
      'Executions',
      `${thousands(executions.same)} of ${thousands(executions.total)} on the very order that the file names`,
    ],
    ['Top of book', equalTops === undefined ? undefined : equalTopsText(report, equalTops)],
    ['Distinct tops', report.distinctTops === undefined ? undefined : thousands(report.distinctTops)],
    ['Same as in process', differences === undefined ? undefined : differencesText(differences)],
  ];
  return rows
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name.padEnd(20)}${value}\n`)
    .join('');
}

const modes = { 'in process': 'in process', HTTP: 'over HTTP' } as const;

function losses({ connectionLosses, callsAnsweredAgain = 0 }: Report): string | undefined {
  if (connectionLosses === undefined) return undefined;
  return `${thousands(connectionLosses)}; ${thousands(callsAnsweredAgain)} calls answered from before`;
}

function equalTopsText({ mode, messages }: Report, equalTops: number): string {
  const text = `equal on ${thousands(equalTops)} of ${thousands(messages)} messages`;
  return mode === 'HTTP' ? `${text} (in process; the stream delivered the same tops)` : text;
}

function differencesText(differences: readonly string[]): string {
  return differences.length === 0
    ? 'yes: executions, refusals and the stream of tops'
    : `NO: ${differences.join('; ')}`;
}

function thousands(count: number): string {
  return count.toLocaleString('en-US');
}
