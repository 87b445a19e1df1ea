import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseMachineTime, parseStolenTime } from '../../bench/orders/machine-time.ts';
import { readOptions } from '../../bench/orders/options.ts';
import { sustainedRate, wasSustained } from '../../bench/orders/sustained.ts';
import { paragraph, two } from '../../bench/orders/text.ts';
import { markdownTable } from '../../bench/support/markdown.ts';
import { orderRequests } from '../../bench/support/order-requests.ts';
import { parseSchedstat, readThreadTimes, sharesOfTime } from '../../bench/support/thread-times.ts';
import { inTurn, Series } from '../../bench/support/turns.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('times of threads', () => {
  function procWith(threads: Readonly<Record<number, readonly [name: string, schedstat: string]>>): string {
    const proc = temporaryFolder();
    for (const [thread, [name, schedstat]] of Object.entries(threads)) {
      const folder = join(proc, '7', 'task', thread);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'comm'), `${name}\n`);
      writeFileSync(join(folder, 'schedstat'), `${schedstat}\n`);
    }
    return proc;
  }

  test('are those of each kind together; the main thread has the number of the process', () => {
    const proc = procWith({
      7: ['anything', '3000000000 500000000 10'],
      8: ['libuv-worker', '1000000000 0 1'],
      9: ['libuv-worker', '2000000000 250000000 1'],
      10: ['WorkerThread', '4000000000 0 1'],
      11: ['SignalInspector', '1 0 1'],
    });
    expect(readThreadTimes(7, proc)).toEqual(
      new Map([
        ['main', { ran_s: 3, waited_s: 0.5 }],
        ['files', { ran_s: 3, waited_s: 0.25 }],
        ['workers', { ran_s: 4, waited_s: 0 }],
        ['other', { ran_s: 1e-9, waited_s: 0 }],
      ]),
    );
  });

  test('are unknown where the system does not say', () => {
    expect(readThreadTimes(7, temporaryFolder())).toBeNull();
  });

  test('become shares of the time between two readings', () => {
    const before = new Map([['main', { ran_s: 1, waited_s: 1 }]] as const);
    const after = new Map([
      ['main', { ran_s: 2, waited_s: 1.5 }],
      ['workers', { ran_s: 1, waited_s: 0 }],
    ] as const);
    expect(sharesOfTime(before, after, 2)).toEqual(
      new Map([
        ['main', { ran: 0.5, waited: 0.25 }],
        ['workers', { ran: 0.5, waited: 0 }],
      ]),
    );
  });

  test('that are not numbers are refused', () => {
    expect(() => parseSchedstat('')).toThrow('no schedstat');
    expect(() => parseSchedstat('1 x 2')).toThrow('no schedstat');
  });
});

test('the time of the machine is all but idling and waiting for the disk, once; the host may take some', () => {
  const stat = 'cpu  100 20 300 9000 800 4 5 6 50 7\ncpu0 1 1 1 1 1 1 1 1 1 1\n';
  expect([parseMachineTime(stat), parseStolenTime(stat)]).toEqual([4.35, 0.06]);
  expect(() => parseMachineTime('cpu  1 2\n')).toThrow('/proc/stat');
  expect(() => parseMachineTime('')).toThrow('/proc/stat');
});

test('measurements take turns, every other time from the last to the first', async () => {
  const made: string[] = [];
  const series = ['a', 'b'].map((name) => new Series(async () => made.push(name)));
  await inTurn(3, series);
  expect(made.join('')).toBe('abbaab');
  expect(series.map(({ results }) => results)).toEqual([
    [1, 4, 5],
    [2, 3, 6],
  ]);
});

describe('the highest rate sustained', () => {
  const at = (rate: number, ...p99_ms: number[]) => ({ rate, blocks: p99_ms.map((p99) => ({ p99_ms: p99 })) });

  test('is reported for most repetitions, for all of them and for one at least', () => {
    const results = [at(1, 2, 3, 4), at(2, 3, 4, 70), at(3, 5, 80, 90), at(4, 80, 90, 100)];
    expect(sustainedRate(results)).toEqual({ lowest: 1, median: 2, highest: 3 });
    expect(results.map(wasSustained)).toEqual([true, true, true, false]);
  });

  test('ends below the first rate that was not, whatever comes after it', () => {
    expect(sustainedRate([at(1, 2), at(2, 90), at(3, 2)]).median).toBe(1);
    expect(sustainedRate([at(1, 90)]).median).toBe(0);
    expect(sustainedRate([at(1, 2), at(2, 49.9)]).median).toBe(2);
  });
});

describe('the options', () => {
  test('choose what is measured', () => {
    expect(readOptions(['--only=open,form', '--connections=1,64', '--rates=5000,10', '--repetitions=9'])).toMatchObject(
      {
        sections: ['open', 'form'],
        connections: [1, 64],
        rates: [10, 5000],
        repetitions: 9,
        openRepetitions: 9,
      },
    );
    expect(readOptions([]).connections).toEqual([1, 16, 64, 256]);
    expect(readOptions(['--quick', '--json', 'f']).block_ms).toBeLessThan(readOptions([]).block_ms);
  });

  test.each([
    ['--only=closed,clsed', '--only wants'],
    ['--connections=0', '--connections wants'],
    ['--rates=1e3', '--rates wants'],
    ['--repetitions=', '--repetitions wants'],
    ['--speed=9', '--speed'],
  ])('%s is refused by name', (option, reason) => {
    expect(() => readOptions([option])).toThrow(reason);
  });
});

describe('the report', () => {
  test('has medians with the lowest and the highest, and a dash for what is not known', () => {
    expect(two([3, 1, 2], (value) => value)).toBe('2.00 (1.00 to 3.00)');
    expect(two([3, 1, 2], (value) => (value === 1 ? null : value))).toBe('–');
    expect(two([], (value: number) => value)).toBe('–');
  });

  test('breaks lines at 128 characters', () => {
    const lines = paragraph('word '.repeat(51).trim(), 'end').split('\n');
    expect(lines.map(({ length }) => length)).toEqual([124, 124, 8]);
    expect(lines.at(-1)).toBe('word end');
  });

  test('has tables of Markdown', () => {
    expect(markdownTable(['', 'p50'], [['bare', '1']])).toBe('| | p50 |\n|---|---:|\n| bare | 1 |');
  });
});

test('a form has the same order as the JSON', () => {
  const parties = { clientID: 'c', developerAPIKey: 'k', issuerId: '1', securityId: '2', accountId: '3' };
  const bodies = (encoding: 'json' | 'form') =>
    orderRequests(parties, 'trading', 20, encoding).map((request) => {
      const [headers = '', body = ''] = request.split('\r\n\r\n');
      expect(headers).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
      return body;
    });
  const asText = (order: object) =>
    Object.fromEntries(Object.entries(order).map(([name, value]) => [name, `${value}`]));
  expect(bodies('form').map((body) => Object.fromEntries(new URLSearchParams(body)))).toEqual(
    bodies('json').map((body) => asText(JSON.parse(body))),
  );
});
