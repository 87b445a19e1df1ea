import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ReplayFailure } from '../../scripts/replay/failure.ts';
import { readOptions } from '../../scripts/replay/options.ts';

test('a file is all that is needed', () => {
  expect(readOptions(['messages.csv'])).toEqual({
    inProcess: false,
    verify: false,
    json: false,
    settings: {
      file: 'messages.csv',
      expect: null,
      limit: Number.POSITIVE_INFINITY,
      url: 'http://127.0.0.1:8080',
      clientFile: join('data', 'sandbox-client.json'),
      operatorFile: join('data', 'sandbox-operator.json'),
      security: null,
      window: 64,
      retryMsMax: 60_000,
      stateFile: null,
    },
  });
});

test('everything can be said', () => {
  const args =
    '--in-process --expect tops.csv m.csv --limit 5 --url http://localhost:1/ --client-file c --operator-file o ' +
    '--security 5002 --issuer 1002 --window 8 --retry 3 --resume s --json';
  expect(readOptions(args.split(' '))).toEqual({
    inProcess: true,
    verify: true,
    json: true,
    settings: {
      file: 'm.csv',
      expect: 'tops.csv',
      limit: 5,
      url: 'http://localhost:1',
      clientFile: 'c',
      operatorFile: 'o',
      security: { securityId: 5002, issuerId: 1002 },
      window: 8,
      retryMsMax: 3000,
      stateFile: 's',
    },
  });
});

test('the stream is verified when that is asked for', () => {
  expect(readOptions(['m.csv', '--verify-stream'])?.verify).toBe(true);
});

test.each(['--help', '-h'])('%s asks for help', (option) => {
  expect(readOptions([option])).toBeUndefined();
});

describe('refused, by name:', () => {
  test.each([
    ['', 'which file is to be played?'],
    ['a.csv b.csv', 'b.csv is too much'],
    ['a.csv --windo 3', "Unknown option '--windo'"],
    ['a.csv --window 0', '--window: 0 is not a whole number from 1 to 1000'],
    ['a.csv --window 1001', '--window: 1001 is not a whole number from 1 to 1000'],
    ['a.csv --limit 1e3', '--limit: 1e3 is not a whole number from 0 to 1000000000'],
    ['a.csv --retry x', '--retry: x is not a whole number from 0 to 86400'],
    ['a.csv --security 5002', '--security and --issuer go together'],
    ['a.csv --security x --issuer 1', '--security: x is not a whole number'],
    ['a.csv --url localhost:8080', '--url: localhost:8080 is not an http URL'],
    ['a.csv --url nonsense', '--url: nonsense is not an http URL'],
  ])('%s', (line, message) => {
    const read = () => readOptions(line.split(' ').filter((word) => word !== ''));
    expect(read).toThrow(ReplayFailure);
    expect(read).toThrow(message);
  });
});
