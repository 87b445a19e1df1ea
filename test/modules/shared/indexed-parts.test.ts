import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Malformed } from '../../../src/http/parameters/kind.ts';
import { indexedParts } from '../../../src/modules/shared/documents/indexed-parts.ts';

const kind = indexedParts({
  name: 'documentTitle',
  description: 'titles',
  partsMax: 10,
  maxLength: 30,
  fault: (part) => (part.includes('!') ? 'must not shout' : undefined),
});

function read(text: unknown): unknown {
  const value = kind.read(text);
  return value instanceof Malformed ? value.reason : [...value];
}

describe('numbered parts of a field', () => {
  test('are read in their order, with what they hold', () => {
    expect(read('documentTitle0=Passport')).toEqual([[0, 'Passport']]);
    expect(read('documentTitle1=R&D = plan&documentTitle0=a&b=c')).toEqual([
      [1, 'R&D = plan'],
      [0, 'a&b=c'],
    ]);
    expect(read('documentTitle0=two\nlines')).toEqual([[0, 'two\nlines']]);
  });

  test.each([
    ['Passport', 'must be parts documentTitle<n>=<text> joined by &'],
    ['documentTitle=a', 'must be parts documentTitle<n>=<text> joined by &'],
    ['filename0=a', 'must be parts documentTitle<n>=<text> joined by &'],
    ['documentTitle00000=a', 'must be parts documentTitle<n>=<text> joined by &'],
    ['documentTitle0=', 'part documentTitle0 is empty'],
    ['documentTitle0=a&documentTitle1= ', 'part documentTitle1 is empty'],
    ['documentTitle10=a', 'part documentTitle10 must have a number from 0 to 9'],
    ['documentTitle0=a&documentTitle00=b', 'part documentTitle0 must not be there twice'],
    [`documentTitle0=${'a'.repeat(31)}`, 'part documentTitle0 must not be longer than 30 characters'],
    ['documentTitle3=hey!', 'part documentTitle3 must not shout'],
    [`documentTitle0=${'a'.repeat(1000)}`, 'must not be longer than 480 characters'],
    [true, 'must be text'],
  ])('%j is malformed', (text, reason) => {
    expect(read(text)).toBe(reason);
  });

  test('come out as they went in', () => {
    const part = fc.string({ minLength: 1, maxLength: 30 }).filter((text) => !/!|documentTitle|^\s*$/.test(text));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 10 }), (parts) => {
        const text = parts.map((one, index) => `documentTitle${index}=${one}`).join('&');
        expect(read(text)).toEqual([...parts.entries()]);
      }),
    );
  });
});
