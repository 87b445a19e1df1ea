import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isRoutingNumber, RoutingDirectory } from '../../../src/providers/bank/index.ts';

test('the last digit checks the others', () => {
  for (const number of ['123456780', '021000021', '011401533']) {
    expect(isRoutingNumber(number)).toBe(true);
    for (let digit = 0; digit < 10; digit++) {
      const other = `${number.slice(0, 8)}${digit}`;
      expect(isRoutingNumber(other), other).toBe(other === number);
    }
  }
  for (const text of ['', '12345678', '1234567800', '12345678x', '000000000', ' 23456780', '１２３４５６７８０']) {
    expect(isRoutingNumber(text), text).toBe(false);
  }
});

/** A line of the FedACH directory, 155 characters. */
function line(routingNumber: string, name: string, { type = '1', replacement = '000000000' } = {}): string {
  const bank = `${name.padEnd(36)}${'1 EXAMPLE STREET'.padEnd(36)}`;
  return `${routingNumber}O011000015${type}120126${replacement}${bank}`.padEnd(155);
}

test('a directory names the banks of routing numbers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'openats-directory-'));
  try {
    const file = join(folder, 'FedACHdir.txt');
    const lines = [
      line('123456780', 'EXAMPLE BANK'),
      line('011401533', 'SECOND EXAMPLE BANK', { type: '2', replacement: '123456780' }),
    ];
    writeFileSync(file, `${lines.join('\r\n')}\r\n`);
    const directory = await RoutingDirectory.read(file);
    expect(directory.size).toBe(2);
    expect(directory.bank('123456780')).toEqual({ name: 'EXAMPLE BANK', newRoutingNumber: null });
    expect(directory.bank('011401533')).toEqual({ name: 'SECOND EXAMPLE BANK', newRoutingNumber: '123456780' });
    expect(directory.bank('021000021')).toBeUndefined();
    await expect(RoutingDirectory.read(join(folder, 'missing'))).rejects.toThrow('ENOENT');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const directoryOf = (text: string) => RoutingDirectory.of(Buffer.from(text, 'latin1'));

test('a directory of another format is refused with its line', () => {
  expect(() => directoryOf('\n123456789 no directory\nnor this')).toThrow(/^line 2 /);
  expect(directoryOf('').size).toBe(0);
});

test('a bad line of a directory is left out and reported, and what transports add is ignored', () => {
  const lines = [
    line('123456780', 'EXAMPLE BANK'),
    'what is this',
    line('130000006', 'NOBODY'),
    line('021000021', 'B'),
  ];
  const directory = directoryOf(`\u00ef\u00bb\u00bf${lines.join('\r\n')}\n\x1a\0\0`);
  expect([directory.size, directory.faults]).toEqual([2, [2, 3]]);
  expect(['123456780', '021000021'].map((number) => directory.bank(number)?.name)).toEqual(['EXAMPLE BANK', 'B']);
  const bad = directoryOf([...lines, ...Array<string>(1000).fill('x')].join('\n'));
  expect([bad.size, bad.faults.length]).toEqual([2, 20]);
});

test('a routing number has an assigned prefix', () => {
  const given = Array.from({ length: 100 }, (_, index) => String(index).padStart(2, '0')).filter((prefix) =>
    Array.from({ length: 10 }, (_, digit) => `${prefix}000001${digit}`).some(isRoutingNumber),
  );
  const range = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => String(first + index).padStart(2, '0'));
  expect(given).toEqual([...range(0, 12), ...range(21, 32), ...range(61, 72), '80']);
  for (const number of ['130000006', '500000005']) expect(isRoutingNumber(number)).toBe(false);
});
