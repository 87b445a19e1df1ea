import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkEntryFile,
  type EntryFile,
  NachaFault,
  traceNumber,
  writeEntryFile,
} from '../../../src/providers/bank/index.ts';

const ORIGINATOR = {
  destination: '123456780',
  destinationName: 'EXAMPLE BANK',
  origin: '1987654321',
  originName: 'EXAMPLE PLATFORM',
  companyId: '1987654321',
  originatingBank: '12345678',
};

const FILE: EntryFile = {
  originator: ORIGINATOR,
  createdOn: '2026-11-20',
  createdAt: '1800',
  modifier: 'A',
  batches: [
    {
      direction: 'debit',
      entryClass: 'WEB',
      companyName: 'EXAMPLE OFFERING THAT IS LONG',
      discretionaryData: '5001',
      entryDescription: 'INVESTMENT',
      effectiveOn: '2026-11-23',
      entries: [
        {
          routingNumber: '021000021',
          accountNumber: '12345678901234567',
          accountType: 'Checking',
          cents: 10_025n,
          identification: '1000001',
          receiverName: 'First Last',
          sequence: 1_000_001,
          information: '',
        },
        {
          routingNumber: '011401533',
          accountNumber: '99',
          accountType: 'Savings',
          cents: 5n,
          identification: '1000002',
          receiverName: 'José Núñez with a name that is long',
          sequence: 1_000_002,
          information: 'Ten units\nof 5001',
        },
      ],
    },
    {
      direction: 'debit',
      entryClass: 'CCD',
      companyName: 'SECOND',
      discretionaryData: '5002',
      entryDescription: 'INVESTMENT',
      effectiveOn: '2026-11-23',
      entries: [
        {
          routingNumber: '021000021',
          accountNumber: '4000',
          accountType: 'Checking',
          cents: 9_999_999_999n,
          identification: '1000003',
          receiverName: 'EXAMPLE FUND LLC',
          sequence: 1_000_003,
          information: '',
        },
      ],
    },
  ],
};

test('a file is what the layout of NACHA says, byte for byte', () => {
  const lines = [
    '101 12345678019876543212611201800A094101EXAMPLE BANK           EXAMPLE PLATFORM               ',
    '5225EXAMPLE OFFERING5001                1987654321WEBINVESTMENT      261123   1123456780000001',
    '627021000021123456789012345670000010025' + '1000001        First Last            S 0123456781000001',
    '63701140153399               0000000005' + '1000002        Jose Nunez with a nameS 1123456781000002',
    '705Ten units of 5001                                                               00011000002',
    '82250000030003240155000000010030000000000000' + '1987654321                         123456780000001',
    '5225SECOND          5002                1987654321CCDINVESTMENT      261123   1123456780000002',
    '6270210000214000             9999999999' + '1000003        EXAMPLE FUND LLC        0123456781000003',
    '82250000010002100002009999999999000000000000' + '1987654321                         123456780000002',
    '9000002000001000000040005340157010000010029000000000000                                       ',
  ];
  expect(writeEntryFile(FILE).split('\n')).toEqual([...lines, '']);
});

test('credits are a batch of their kind, and count on the other side of the totals', () => {
  const [first] = FILE.batches;
  const entries = first!.entries.map((entry) => ({ ...entry, sequence: entry.sequence + 10 }));
  const refunds = { ...first!, direction: 'credit', entryClass: 'PPD', entryDescription: 'REFUND', entries } as const;
  const lines = writeEntryFile({ ...FILE, batches: [first!, refunds] }).split('\n');
  expect(lines.slice(6, 12)).toEqual([
    '5220EXAMPLE OFFERING5001                1987654321PPDREFUND          261123   1123456780000002',
    '622021000021123456789012345670000010025' + '1000001        First Last              0123456781000011',
    '63201140153399               0000000005' + '1000002        Jose Nunez with a name  1123456781000012',
    '705Ten units of 5001                                                               00011000012',
    '82200000030003240155000000000000000000010030' + '1987654321                         123456780000002',
    '9000002000002000000060006480310000000010030000000010030                                       ',
  ]);
});

test('the last block is filled with lines of nines', () => {
  const [batch] = FILE.batches;
  const file = writeEntryFile({ ...FILE, batches: [{ ...batch!, entries: batch!.entries.slice(0, 1) }] });
  const lines = file.trimEnd().split('\n');
  expect(lines).toHaveLength(10);
  expect(lines.slice(5)).toEqual(Array(5).fill('9'.repeat(94)));
  expect(lines[4]).toMatch(/^9000001000001/);
});

test('of a hash with more than ten digits the last ten are written, of a batch and of the file', () => {
  const [batch] = FILE.batches;
  const [debit] = batch!.entries;
  const entries = Array.from({ length: 101 }, () => ({ ...debit!, routingNumber: '999999992' }));
  const lines = writeEntryFile({
    ...FILE,
    batches: [
      { ...batch!, entries },
      { ...batch!, entries: entries.slice(1) },
    ],
  });
  const hashOf = (start: string, at: number) =>
    lines
      .split('\n')
      .filter((line) => line.startsWith(start))
      .map((line) => line.slice(at, at + 10));
  // 99,999,999 for each entry: 101 of them are 10,099,999,899, 100 are 9,999,999,900.
  expect(hashOf('8225', 10)).toEqual(['0099999899', '9999999900']);
  expect(hashOf('9000', 21)).toEqual(['0099999799']);
});

const debit = fc.record({
  routingNumber: fc.stringMatching(/^[0-9]{9}$/),
  accountNumber: fc.stringMatching(/^[0-9]{1,17}$/),
  accountType: fc.constantFrom('Checking' as const, 'Savings' as const),
  cents: fc.bigInt({ min: 1n, max: 9_999_999_999n }),
  identification: fc.stringMatching(/^[0-9]{1,15}$/),
  receiverName: fc.string({ unit: 'grapheme', maxLength: 40 }),
  sequence: fc.integer({ min: 0, max: 9_999_999 }),
  information: fc.string({ unit: 'grapheme', maxLength: 120 }),
});

test('whatever stands in it, a file is blocks of ten lines of 94 characters whose controls agree', () => {
  const batch = fc.record({
    direction: fc.constantFrom('debit' as const, 'credit' as const),
    entries: fc.array(debit, { minLength: 1, maxLength: 6 }),
  });
  fc.assert(
    fc.property(fc.array(batch, { minLength: 1, maxLength: 4 }), (batches) => {
      const file = { ...FILE, batches: batches.map((one) => ({ ...FILE.batches[0]!, ...one })) };
      const text = writeEntryFile(file);
      expect(text).toMatch(/^[\x20-\x7e\n]*$/);
      const lines = text.split('\n').slice(0, -1);
      expect(lines.length % 10).toBe(0);
      for (const line of lines) expect(line).toHaveLength(94);
      const entries = lines.filter((line) => line.startsWith('6'));
      const addenda = lines.filter((line) => line.startsWith('7'));
      const control = lines.find((line) => line.startsWith('9000'))!;
      expect(Number(control.slice(13, 21))).toBe(entries.length + addenda.length);
      const hash = entries.reduce((sum, line) => sum + BigInt(line.slice(3, 11)), 0n);
      expect(BigInt(control.slice(21, 31))).toBe(hash % 10n ** 10n);
      const sumOf = (codes: RegExp) =>
        entries.filter((line) => codes.test(line)).reduce((sum, line) => sum + BigInt(line.slice(29, 39)), 0n);
      expect(BigInt(control.slice(31, 43))).toBe(sumOf(/^6[23]7/));
      expect(BigInt(control.slice(43, 55))).toBe(sumOf(/^6[23]2/));
      expect(() => checkEntryFile(text, { entries: entries.length })).not.toThrow();
      expect(Number(control.slice(7, 13))).toBe(lines.length / 10);
    }),
    { numRuns: 50 },
  );
});

test('what does not fit is refused, and nothing is cut off that counts', () => {
  const withDebit = (change: object) => {
    const [batch] = FILE.batches;
    return () => writeEntryFile({ ...FILE, batches: [{ ...batch!, entries: [{ ...batch!.entries[0]!, ...change }] }] });
  };
  for (const change of [
    { cents: 10_000_000_000n },
    { cents: -1n },
    { routingNumber: '12345678' },
    { accountNumber: '123456789012345678' },
    { sequence: 10_000_000 },
  ]) {
    expect(withDebit(change), JSON.stringify(Object.keys(change))).toThrow(NachaFault);
  }
  expect(() => writeEntryFile({ ...FILE, batches: [] })).toThrow(NachaFault);
  expect(traceNumber(ORIGINATOR, 7)).toBe('123456780000007');
});
