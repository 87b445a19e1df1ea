import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as layout from '../../src/matching/store/layout.ts';

/** The words of each name: some names stand in several records. */
const words = new Map<string, Set<number>>();
for (const [name, value] of Object.entries(layout)) {
  const fields = typeof value === 'number' ? { [name]: value } : value;
  for (const [field, word] of Object.entries(fields)) words.set(field, (words.get(field) ?? new Set()).add(word));
}

test.each(['plain-flow.ts', 'plain-levels.ts'])(
  '%s says the name of each word that it reads, and the right one',
  (file) => {
    const text = readFileSync(new URL(`../../src/matching/fast/${file}`, import.meta.url), 'utf8');
    const named = [...text.matchAll(/(\d+) \/\* (\w+) \*\//g)].map(([, word, name]) => ({
      word: Number(word),
      name: name!,
    }));
    expect(named.length).toBeGreaterThan(60);
    expect(named.filter(({ word, name }) => !words.get(name)?.has(word))).toEqual([]);
    expect(text.match(/\b(words|doubles)\[[^[\]]*\+ \d+\]/g)).toBeNull();
  },
);
