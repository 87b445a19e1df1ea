import { expect, test } from 'vitest';
import { NachaFault, readBankNotices as readContent } from '../../../src/providers/bank/index.ts';
import { bankFile, entryLines, noticeFile } from '../../../src/providers/bank/sandbox-notices.ts';

const readBankNotices = (text: string) => readContent(Buffer.from(text, 'latin1'));
const RETURNED = { trace: '123456781000001', routingNumber: '021000021', cents: 10_025n, identification: '1000001' };

test('returns are read with code, original trace number and amount', () => {
  const file = noticeFile([
    { ...RETURNED, code: 'R01' },
    { ...RETURNED, code: 'R10', trace: '123456781000002', cents: 5n, identification: '1000002' },
  ]);
  expect(readBankNotices(file)).toMatchObject([
    {
      kind: 'return',
      code: 'R01',
      originalTrace: '123456781000001',
      cents: 10_025n,
      corrected: {},
      problem: undefined,
      line: 3,
    },
    {
      kind: 'return',
      code: 'R10',
      originalTrace: '123456781000002',
      cents: 5n,
      corrected: {},
      problem: undefined,
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
  // Blanks separate fields, however many, wherever they are.
  ['C01', '  98765', { accountNumber: '98765' }],
  ['C02', ' 011401533', { routingNumber: '011401533' }],
  ['C03', '021000021 123456789', { routingNumber: '021000021', accountNumber: '123456789' }],
  ['C06', '98765 27', { accountNumber: '98765', accountType: 'Checking' }],
  ['C07', '011401533 98765 37', { routingNumber: '011401533', accountNumber: '98765', accountType: 'Savings' }],
] as const)('a notification of change %s says what is to be corrected', (code, corrected, expected) => {
  const [notice] = readBankNotices(noticeFile([{ ...RETURNED, code, corrected }]));
  expect(notice).toMatchObject({ kind: 'change', code, corrected: expected, problem: undefined });
});

test.each([
  ['C01', ''],
  ['C01', '12-34 AB/567'],
  ['C01', '123456789 111'],
  ['C01', '123456789012345678'],
  ['C02', ''],
  ['C02', '123456789'],
  ['C02', '000000000'],
  ['C02', '130000006'],
  ['C02', '0114015330'],
  ['C03', '0210000210099887766'],
  ['C03', '021000022   123456789'],
  ['C03', '021000021'],
  ['C03', '021000021   1234 56789'],
  ['C04', 'EXAMPLE NAME'],
  ['C05', '3'],
  ['C05', 'S'],
  ['C05', '47'],
  ['C05', '55'],
  ['C05', '26'],
  ['C06', '123456789 111            22'],
  ['C06', '123456789'],
  ['C06', '1234567890123456727'],
  ['C06', '123456789           55'],
  ['C07', '0114015339876537'],
  ['C07', '01140153498765            37'],
  ['C07', '01140153398765            S'],
  ['C08', '011401533'],
  ['C09', '1234'],
  ['C13', ''],
  ['C14', 'EXAMPLE'],
  // In the 15 characters after the corrected data, which are blank.
  ['C01', `98765${' '.repeat(26)}X`],
])('what is not certain of a notification of change waits for a person with its text: %s "%s"', (code, corrected) => {
  const [notice] = readBankNotices(noticeFile([{ ...RETURNED, code, corrected }]));
  expect(notice).toMatchObject({ kind: 'change', code, corrected: {}, problem: expect.stringMatching('not certain') });
  expect(notice?.text.split('\n')).toHaveLength(2);
  expect(notice?.text).toContain(corrected);
});

test('a hash that has more than ten digits is compared by its last ten', () => {
  const returned = { ...RETURNED, code: 'R01', routingNumber: '999999992' };
  expect(readBankNotices(noticeFile(Array(120).fill(returned)))).toHaveLength(120);
});

const crlf = (text: string) => text.replaceAll('\n', '\r\n');
const withName = (text: string, name: string) => text.replace('First Last'.padEnd(22), name);
const utf8 = (text: string) => Buffer.from(text).toString('latin1');

test.each<[string, (text: string) => string]>([
  ['lines ended by CR LF', crlf],
  ['one run without line ends', (text) => text.replaceAll('\n', '')],
  ['one run without line ends but one after it', (text) => `${text.replaceAll('\n', '')}\n`],
  ['one run without the last blanks', (text) => text.replaceAll('\n', '').slice(0, 94 * 6 - 39)],
  ['blanks stripped from the ends of lines', (text) => text.replace(/ +$/gm, '')],
  ['blanks after column 94', (text) => text.replaceAll('\n', '   \n')],
  ['empty lines after it', (text) => `${text}\n\n`],
  ['empty lines before it and between', (text) => `\n${text.replaceAll('\n', '\n \n')}`],
  ['line ends of several kinds', (text) => crlf(text).replace('\r\n', '\n').replace(/\r\n$/, '\r')],
  ['a byte order mark', (text) => `\u00ef\u00bb\u00bf${text}`],
  ['Ctrl-Z at the end', (text) => `${text}\x1a`],
  ['Ctrl-Z and NULs in separate lines', (text) => `${text}\x1a\r\n${'\0'.repeat(500)}`],
  ['NULs at the end of the last line', (text) => text.trimEnd() + '\0'.repeat(34)],
  ['no time of its creation', (text) => text.replace('2611230600A', '261123    A')],
  ['no date of its creation', (text) => text.replace('2611230600A', '          A')],
  ['no effective date', (text) => text.replace('261123   1', '         1')],
  ['another status of the originator', (text) => text.replace('261123   1', '2611233240')],
  ['a name in Latin-1', (text) => withName(text, 'Jos\u00e9'.padEnd(22))],
  ['a name in UTF-8 of as many letters', (text) => withName(text, utf8('Jos\u00e9'.padEnd(22)))],
  ['a name in UTF-8 of as many bytes', (text) => withName(text, utf8('Jos\u00e9'.padEnd(21)))],
])('a file with %s is read alike', (_, changed) => {
  const text = noticeFile([{ ...RETURNED, code: 'R03' }]);
  const read = (file: string) =>
    readBankNotices(file).map(({ code, originalTrace, cents, problem }) => [code, originalTrace, cents, problem]);
  expect(changed(text)).not.toBe(text);
  expect(read(changed(text))).toEqual([['R03', RETURNED.trace, 10_025n, undefined]]);
});

test('files one after the other are read, each with its own totals', () => {
  const [one, two] = ['R01', 'R02'].map((code) => noticeFile([{ ...RETURNED, code }])) as [string, string];
  const codes = (text: string) => readBankNotices(text).map(({ code }) => code);
  expect(codes(one + two)).toEqual(['R01', 'R02']);
  expect(codes(bankFile([]) + one)).toEqual(['R01']);
  expect(codes(`${one}\x1a\n${bankFile([])}${two}`)).toEqual(['R01', 'R02']);
  const runs = [one, two].map((text) => text.replaceAll('\n', ''));
  expect(codes(runs.join(''))).toEqual(['R01', 'R02']);
  // Also without line ends but between the files, each entry has its own number.
  expect(readBankNotices(runs.join('\n')).map(({ code, line }) => [code, line])).toEqual([
    ['R01', 3],
    ['R02', 13],
  ]);
  expect(() => codes(one + two.replace('0000010025', '0000010026'))).toThrow('total of debits');
  expect(() => codes(one + two.split('\n').slice(0, 4).join('\n'))).toThrow('cut off');
  const filler = '9'.repeat(94);
  expect(() => codes(`${one}${filler}\n${two}`)).toThrow('blocks');
});

const addenda05 = `705${'Ten units'.padEnd(80)}00010000001`;
const [entry, addenda99] = entryLines({ ...RETURNED, code: 'R01' }, 2) as [string, string];

test.each<[string, string[], string]>([
  ['without a return', [entry, addenda05], 'neither a return'],
  ['without addenda', [entry.slice(0, 78) + entry.slice(78).replace('1', '0')], 'neither a return'],
  ['with two returns', [entry, addenda99, addenda99.replace('R01', 'R73')], 'more than one reason'],
  ['with a return and a change', [entry, addenda99, addenda99.replace('799R01', '798C01')], 'more than one reason'],
  ['of an unknown code', [entry, addenda99.replace('R01', 'X01')], 'no such code'],
  ['of a code of the other kind', [entry, addenda99.replace('R01', 'C01')], 'no such code'],
  ['with a code in place of the trace', [entry, addenda99.replace(RETURNED.trace, 'REJ06030       ')], '15 digits'],
  ['without a trace', [entry, addenda99.replace(RETURNED.trace, ' '.repeat(15))], '15 digits'],
])('an entry %s keeps no other from being followed', (_, records, problem) => {
  const good = ['R01', 'R02'].map((code) => entryLines({ ...RETURNED, code }, 1));
  const notices = readBankNotices(bankFile([good[0]!, records, good[1]!]));
  expect(notices.map((notice) => notice.problem)).toEqual([undefined, expect.stringContaining(problem), undefined]);
  expect(notices[1]?.text).toBe(records.map((record) => record.trimEnd()).join('\n'));
  expect(notices.map(({ line }) => line)).toEqual([3, 5, 5 + records.length]);
});

test('an addenda record about the payment may come before the return', () => {
  const [notice] = readBankNotices(bankFile([[entry, addenda05, addenda99]]));
  expect(notice).toMatchObject({ code: 'R01', originalTrace: RETURNED.trace, problem: undefined });
});

test('an international batch is for a person, also with its own fields', () => {
  const international = bankFile([[entry, ...Array<string>(7).fill(addenda05), addenda99]], 'IAT');
  const header = /^5200.*$/m;
  const text = international.replace(header, `5200${' '.repeat(16)}FF3               US1987654321IAT${' '.repeat(41)}`);
  const good = noticeFile([{ ...RETURNED, code: 'R02' }]);
  expect(readBankNotices(text + good)).toMatchObject([
    { code: 'R01', problem: 'an international entry' },
    { code: 'R02', problem: undefined },
  ]);
});

test('of an entry with thousands of addenda records the first are kept', () => {
  const records = [entry, ...Array<string>(3000).fill(addenda05), addenda99];
  const [notice] = readBankNotices(bankFile([records, [entry, addenda05]]));
  expect(notice?.problem).toBeUndefined();
  expect(notice?.text.split('\n')).toHaveLength(10);
});

test.each([
  ['cut off', (lines: string[]) => lines.slice(0, 4)],
  ['without its fillers', (lines: string[]) => [...lines, '9'.repeat(94)]],
  ['with an entry too few', (lines: string[]) => lines.toSpliced(2, 2)],
  ['with another amount', (lines: string[]) => lines.with(2, lines[2]!.replace('0000010025', '0000010026'))],
  ['with another bank', (lines: string[]) => lines.with(2, lines[2]!.replace('021000021', '031000021'))],
  ['with an entry without addenda', (lines: string[]) => lines.toSpliced(3, 1)],
  ['with an addenda record without entry', (lines: string[]) => lines.toSpliced(2, 1)],
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
