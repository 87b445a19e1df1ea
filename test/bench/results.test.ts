import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resultsFile, writeResults } from '../../bench/support/results.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'openats-results-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the file is named in either way, among other options', () => {
  expect(resultsFile(['--orders=10', '--json', 'a.json', '--quick'])).toBe('a.json');
  expect(resultsFile(['--json=b.json', 'FILE'])).toBe('b.json');
  expect(resultsFile(['--orders=10'])).toBeUndefined();
});

test.each([[['--json']], [['--json=']]])('%j names no file', (argv) => {
  expect(() => resultsFile(argv)).toThrow('--json wants the name of a file');
});

test('the figures are written with the machine', () => {
  const file = join(folder, 'figures.json');
  const figures = [
    { name: 'rate', unit: 'messages a second', median: 2, lowest: 1, highest: 3, aim: 'at least 1' },
    { name: 'ratio', unit: 'times', median: 5, lowest: 4, highest: 6 },
  ];
  writeResults(file, 'example', figures);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    bench: 'example',
    machine: { cpu: expect.any(String), cores: expect.any(Number), node: process.version },
    figures,
  });
  writeResults(undefined, 'example', figures);
});
