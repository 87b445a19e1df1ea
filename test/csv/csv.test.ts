import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from '../../src/csv/index.ts';
import { CsvFile } from '../../src/history/reports/csv-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const FORMULAS = [
  '=1+1',
  '+1',
  '-1+cmd',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '-',
  '-1-1',
  '--1',
  '-1e3',
  '=HYPERLINK("a,b")',
  '\n=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
];
const PLAIN = ['', 'text', '-5', '-5.25', 'a=b', '5', "it's", 'a, "b"\r\nc', ' =1'];

const read = (text: string): string[][] => parse(text, { record_delimiter: '\r\n' });

test('no cell is one that a spreadsheet computes, and numbers stay numbers', () => {
  expect(read(csvLine(FORMULAS))).toEqual([FORMULAS.map((text) => `'${text}`)]);
  expect(read(csvLine(PLAIN))).toEqual([PLAIN]);
  expect(csvLine([-5, 0.25, null, 'a'])).toBe('-5,0.25,,a\r\n');
});

test('every text comes back, with at most an apostrophe more', () => {
  const sign = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '"', ',', '\n', '＝', 'a', '1', '.', "'");
  const cells = fc.array(fc.string({ unit: sign, maxLength: 8 }), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(cells, (texts) => {
      const [line] = read(csvLine(texts));
      expect(line!.map((text, at) => (text === texts[at] ? text : text.replace(/^'/, '')))).toEqual(texts);
      for (const text of line!) expect(/^[=+\-@\t\r\n＝]/.test(text) && !/^-\d+(\.\d+)?$/.test(text), text).toBe(false);
    }),
  );
});

test('is what the files of a day are written with', () => {
  const path = join(temporaryFolder(), 'day.csv');
  const file = new CsvFile<string>(path, { token: (text) => text, quantity: () => -5 });
  for (const text of FORMULAS) file.add(text);
  file.close();
  expect(read(readFileSync(path, 'utf8')).slice(1)).toEqual(FORMULAS.map((text) => [`'${text}`, '-5']));
});

test('is the only writer of CSV', () => {
  const src = join(import.meta.dirname, '../../src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const writers = files.filter((name) => readFileSync(join(src, name), 'utf8').includes(`'""'`));
  expect(writers).toEqual(['csv/index.ts']);
});
