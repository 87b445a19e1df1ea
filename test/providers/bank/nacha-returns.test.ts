import { expect, test } from 'vitest';
import { NachaFault, readBankNotices } from '../../../src/providers/bank/index.ts';
import { noticeFile } from './notice-file.ts';

const RETURNED = { trace: '123456781000001', routingNumber: '021000021', cents: 10_025n, identification: '1000001' };

test('returns are read with code, original trace number and amount', () => {
  const file = noticeFile([
    { ...RETURNED, code: 'R01' },
    { ...RETURNED, code: 'R10', trace: '123456781000002', cents: 5n, identification: '1000002' },
  ]);
  expect(readBankNotices(file)).toEqual([
    {
      kind: 'return',
      code: 'R01',
      originalTrace: '123456781000001',
      identification: '1000001',
      cents: 10_025n,
      corrected: {},
      line: 3,
    },
    {
      kind: 'return',
      code: 'R10',
      originalTrace: '123456781000002',
      identification: '1000002',
      cents: 5n,
      corrected: {},
      line: 5,
    },
  ]);
});

test.each([
  ['C01', '98765', { accountNumber: '98765' }],
  ['C02', '011401533', { routingNumber: '011401533' }],
  ['C03', '011401533   98765', { routingNumber: '011401533', accountNumber: '98765' }],
  ['C01', '12345678901234567', { accountNumber: '12345678901234567' }],
  ['C03', '011401533   12345678901234567', { routingNumber: '011401533', accountNumber: '12345678901234567' }],
  ['C05', '37', { accountType: 'Savings' }],
  ['C06', '12345678901234567   37', { accountNumber: '12345678901234567', accountType: 'Savings' }],
  [
    'C07',
    '0114015331234567890123456737',
    { routingNumber: '011401533', accountNumber: '12345678901234567', accountType: 'Savings' },
  ],
  ['C06', '98765               27', { accountNumber: '98765', accountType: 'Checking' }],
  [
    'C07',
    '01140153398765            37',
    { routingNumber: '011401533', accountNumber: '98765', accountType: 'Savings' },
  ],
  ['C13', '', {}],
] as const)('a notification of change %s says what is to be corrected', (code, corrected, expected) => {
  const [notice] = readBankNotices(noticeFile([{ ...RETURNED, code, corrected }]));
  expect(notice).toMatchObject({ kind: 'change', code, corrected: expected });
});

test('a hash that has more than ten digits is compared by its last ten', () => {
  const returned = { ...RETURNED, code: 'R01', routingNumber: '999999992' };
  expect(readBankNotices(noticeFile(Array(120).fill(returned)))).toHaveLength(120);
});

test.each([
  ['lines ended by CR LF', (text: string) => text.replaceAll('\n', '\r\n')],
  ['one run without line ends', (text: string) => text.replaceAll('\n', '')],
  ['blanks stripped from the ends of lines', (text: string) => text.replace(/ +$/gm, '')],
  ['empty lines after it', (text: string) => `${text}\n\n`],
])('a file with %s is read alike', (_, changed) => {
  const text = noticeFile([{ ...RETURNED, code: 'R03' }]);
  expect(readBankNotices(changed(text))).toEqual(readBankNotices(text));
});

test.each([
  ['cut off', (lines: string[]) => lines.slice(0, 4)],
  ['without its fillers', (lines: string[]) => [...lines, '9'.repeat(94)]],
  ['with an entry too few', (lines: string[]) => lines.toSpliced(2, 2)],
  ['with another amount', (lines: string[]) => lines.with(2, lines[2]!.replace('0000010025', '0000010026'))],
  ['with another bank', (lines: string[]) => lines.with(2, lines[2]!.replace('021000021', '031000021'))],
  ['with an entry without addenda', (lines: string[]) => lines.toSpliced(3, 1)],
  ['with an addenda record without entry', (lines: string[]) => lines.toSpliced(2, 1)],
  ['with an unknown code', (lines: string[]) => lines.with(3, lines[3]!.replace('R01', 'X01'))],
  ['with letters for digits', (lines: string[]) => lines.with(2, lines[2]!.replace('0000010025', '00000A0025'))],
  ['with a line too long', (lines: string[]) => lines.with(2, `${lines[2]}x`)],
  ['with a record of no kind', (lines: string[]) => lines.with(1, lines[1]!.replace('5', '4'))],
  ['with text after the end', (lines: string[]) => lines.with(9, lines[2]!)],
  ['empty', () => []],
])('a file is refused as a whole: %s', (_, changed) => {
  const lines = noticeFile([{ ...RETURNED, code: 'R01' }])
    .trimEnd()
    .split('\n');
  expect(() => readBankNotices(changed(lines).join('\n'))).toThrow(NachaFault);
});

test('a fault has its line', () => {
  const lines = noticeFile([{ ...RETURNED, code: 'R01' }])
    .trimEnd()
    .split('\n');
  expect(() => readBankNotices(lines.with(2, 'x'.repeat(94)).join('\n'))).toThrow(/^line 3: /);
});
