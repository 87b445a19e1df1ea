import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { methodWords } from '../../console/src/data/field-words.ts';
import { inWords } from '../../console/src/data/words.ts';
import { WAYS } from '../../src/client/generated/index.ts';

test.each([
  ['priceBand must be at most 100', 'price band must be at most 100'],
  ['lotSize of the security is 5: the order has 36', 'lot size of the security is 5: the order has 36'],
  ['number_shares is missing', 'number shares is missing'],
  ['see https://example.com/someDocs/otherPage', 'see https://example.com/someDocs/otherPage'],
  ['no user ann.lee@myMail.example', 'no user ann.lee@myMail.example'],
  ['Sells McDonald shares', 'Sells McDonald shares'],
])('%s is said as %s', (text, words) => {
  expect(inWords(text)).toBe(words);
});

test('each method that changes something has words that the documentation has, too', () => {
  const pages = globSync('docs/**/*.md', { exclude: ['docs/generated/**'] }).map((path) => readFileSync(path, 'utf8'));
  const prose = pages.join('\n').replace(/```[\s\S]*?```|`[^`]*`/g, ' ');
  const known = new Set(prose.replaceAll("'", '’').split(/[^\w’-]+/));
  // The first word is a verb, which the documentation may have in the third person or as a participle.
  const isKnown = (word: string, at: number) =>
    known.has(word) || (at === 0 && ['', 's', 'd'].some((ending) => known.has(word.toLowerCase() + ending)));
  const changes = Object.entries(WAYS).flatMap(([method, way]) => (way.startsWith('key ') ? [method] : []));
  const odd = [...changes, 'signIn', 'signInAgain', 'signOut', 'addPasskey', 'endSessionsOfProvider'].filter(
    (method) => !methodWords(method).replaceAll(',', '').split(' ').every(isKnown),
  );
  expect(odd).toEqual([]);
  expect(changes.length).toBeGreaterThan(150);
  expect(methodWords('admin user create')).toBe('Command admin user create');
});
