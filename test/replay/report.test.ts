import { describe, expect, test } from 'vitest';
import type { Call } from '../../scripts/replay/desk.ts';
import type { HttpResult } from '../../scripts/replay/http-run.ts';
import type { InProcessResult } from '../../scripts/replay/in-process-run.ts';
import { reportHttp, reportInProcess, tableOf } from '../../scripts/replay/report.ts';
import { Tally } from '../../scripts/replay/tally.ts';

const CALL: Call = { method: 'cancelOrder', orderId: 1 };

function tally(codes: readonly number[] = [101, 190]): Tally {
  const counted = new Tally();
  counted.messages = 1200;
  for (const code of codes) counted.count(CALL, code);
  return counted;
}

function inProcess(over: Partial<InProcessResult> = {}): InProcessResult {
  const executions = [[[7, 10]], []] as const;
  return { tally: tally(), durationMs: 100, executions, sameExecutions: 1, equalTops: 1100, tops: ['a', 'b'], ...over };
}

function http(over: Partial<HttpResult> = {}): HttpResult {
  const { tally: counted, durationMs, executions, sameExecutions } = inProcess();
  return {
    tally: counted,
    durationMs,
    executions,
    sameExecutions,
    played: 200,
    losses: 1,
    replayedCalls: 3,
    stream: { tops: 2, difference: null },
    ...over,
  };
}

test('in process', () => {
  const report = reportInProcess(inProcess());
  expect(report).toEqual({
    mode: 'in process',
    messages: 1200,
    messagesPerSecond: 12_000,
    calls: 2,
    skippedMessages: 1,
    refusedCalls: { '190': 1 },
    executions: { same: 1, total: 2 },
    equalTops: 1100,
    distinctTops: 2,
  });
  expect(tableOf(report)).toBe(
    [
      'Messages            1,200, 12,000 a second in process',
      'Calls               2; 1 messages skipped',
      'Refused by code     190: 1',
      'Executions          1 of 2 on the very order that the file names',
      'Top of book         equal on 1,100 of 1,200 messages',
      'Distinct tops       2',
      '',
    ].join('\n'),
  );
});

test('over HTTP, the same as in process', () => {
  const report = reportHttp(http(), inProcess());
  // Only what this run played counts for its speed.
  expect(report.messagesPerSecond).toBe(2000);
  expect(report.differences).toEqual([]);
  expect(tableOf(report)).toBe(
    [
      'Messages            1,200, 2,000 a second over HTTP',
      'Calls               2; 1 messages skipped',
      'Refused by code     190: 1',
      'Connection losses   1; 3 calls answered from before',
      'Executions          1 of 2 on the very order that the file names',
      'Top of book         equal on 1,100 of 1,200 messages (in process; the stream delivered the same tops)',
      'Distinct tops       2',
      'Same as in process  yes: executions, refusals and the stream of tops',
      '',
    ].join('\n'),
  );
});

test('over HTTP without a comparison', () => {
  const report = reportHttp(http({ stream: null }), null);
  expect(report.differences).toBeUndefined();
  expect(report.equalTops).toBeUndefined();
  expect(report.distinctTops).toBeUndefined();
  expect(tableOf(report)).not.toContain('Same as in process');
});

describe('over HTTP, a difference is reported, and then nothing of equal tops:', () => {
  test.each([
    ['executions', http({ executions: [[[7, 10]]] }), 'executions: 1 instead of 2'],
    ['another order', http({ executions: [[[8, 10]], []] }), 'execution 1: [[8,10]] instead of [[7,10]]'],
    ['refusals', http({ tally: tally([101, 106]) }), 'refused calls: [[106,1]] instead of [[190,1]]'],
    ['calls', http({ tally: tally([101, 101, 190]) }), 'calls: 3 instead of 2'],
    ['tops', http({ stream: { tops: 1, difference: '1 tops instead of 2' } }), 'stream: 1 tops instead of 2'],
  ])('%s', (_name, result, difference) => {
    const report = reportHttp(result, inProcess());
    expect(report.differences).toContain(difference);
    expect(report.equalTops).toBeUndefined();
    expect(tableOf(report)).toContain(`Same as in process  NO: ${report.differences?.join('; ')}`);
  });
});
