import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { certify, OWN_DEFINITIONS, sheetOf } from './certify.ts';
import { bytesOf, differenceOf, linesOf } from './definition.ts';

const EXTERNAL = process.env.FIX_DEFINITIONS_DIR;

test('our own definitions pass, in the format of the acceptance tests of QuickFIX', async () => {
  const results = await certify([OWN_DEFINITIONS]);
  expect(results.filter(({ fault }) => fault !== undefined)).toEqual([]);
  expect(results.length).toBeGreaterThan(5);
  expect(sheetOf(results)).toContain(`${results.length} of ${results.length} pass.`);
});

test.skipIf(EXTERNAL === undefined)('the definitions of FIX_DEFINITIONS_DIR are run', async () => {
  const results = await certify([EXTERNAL as string]);
  console.log(sheetOf(results));
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const deviations = [...readme.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  const failed = results.filter(({ fault }) => fault !== undefined);
  expect(failed.filter(({ name }) => !deviations.includes(name))).toEqual([]);
  expect(results.length).toBeGreaterThan(0);
});

describe('a definition', () => {
  test('has lines of connections, messages and comments', () => {
    expect(linesOf('# one\n\niCONNECT\ni2,CONNECT\nI8=FIX.4.4\x01\neDISCONNECT\n')).toEqual([
      { number: 3, action: 'i', connection: '1', text: 'CONNECT' },
      { number: 4, action: 'i', connection: '2', text: 'CONNECT' },
      { number: 5, action: 'I', connection: '1', text: '8=FIX.4.4\x01' },
      { number: 6, action: 'e', connection: '1', text: 'DISCONNECT' },
    ]);
    expect(() => linesOf('what')).toThrow('line 1: what');
  });

  test('keeps a length or a sum that it has itself, which may be wrong', () => {
    const text = bytesOf('8=FIX.4.4\x019=3\x0135=0\x0134=2\x01', []).toString('latin1');
    expect(text).toMatch(/^8=FIX\.4\.4\x019=3\x0135=0\x0134=2\x0110=\d{3}\x01$/);
    expect(bytesOf('8=FIX.4.4\x0135=0\x0110=256\x01', []).toString('latin1')).toMatch(/\x0110=256\x01$/);
  });

  test('fails where a field differs, and not where a text or a time does', () => {
    const message = {
      msgType: '3',
      fields: [
        [35, '3'],
        [45, '2'],
        [58, 'why'],
        [52, 'now'],
      ] as [number, string][],
    };
    expect(differenceOf('35=3\x0145=2\x0158=another\x0152=0\x01', message)).toBeUndefined();
    expect(differenceOf('35=3\x0145=4\x01', message)).toContain('45 is 2');
    expect(differenceOf('35=3\x01', undefined)).toContain('nothing came');
  });
});
