import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Rules of the house that no compiler and no linter knows. */

const root = resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const code = globSync('{src,test,bench,scripts}/**/*.{ts,mjs,cjs}', { cwd: root }).sort();
const prose = globSync(['*.md', '{docs,src,bench,test}/**/*.md'], { cwd: root }).sort();

/** The pages whose rules are numbered, by the letter of their rules. */
const RULES: Readonly<Record<string, string>> = {
  C: 'docs/conventions.md',
  M: 'docs/matching.md',
  S: 'docs/stream.md',
  V: 'docs/venue.md',
};

/** The numbers of the rules of a page: **M4** Let ... */
function rulesOf(letter: string, page: string): number[] {
  return [...page.matchAll(new RegExp(`\\*\\*${letter}(\\d+)\\*\\*`, 'g'))].map(([, number]) => Number(number));
}

/** What each line of a text cites and does not find: rules such as M4, and pages of docs/. */
function deadCitations(text: string, known: ReadonlySet<string>): string[] {
  const rules = [...text.matchAll(/(?<![\w'"`.-])([CMSV]\d{1,2})(?![\w'"`-])/g)].map(([, rule]) => rule as string);
  const pages = [...text.matchAll(/(?<![\w/])docs\/[\w-]+\.md/g)].map(([page]) => page);
  return [...rules.filter((rule) => !known.has(rule)), ...pages.filter((page) => !existsSync(join(root, page)))];
}

describe('the rules', () => {
  test.each(Object.entries(RULES))('%s of %s are numbered from 1, each once', (letter, file) => {
    const numbers = rulesOf(letter, read(file));
    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });
});

describe('citations', () => {
  const known = new Set(
    Object.entries(RULES).flatMap(([letter, file]) => rulesOf(letter, read(file)).map((number) => letter + number)),
  );

  test('of rules and of pages lead somewhere', () => {
    const dead = [...code, ...prose].map((file) => [file, deadCitations(read(file), known)] as const);
    expect(dead.filter(([, found]) => found.length > 0)).toEqual([]);
  });

  test('are of what a reader of the repository has', () => {
    const elsewhere = /\b(?:spec|design)\/\w/;
    const citing = [...code, ...prose].filter((file) => elsewhere.test(read(file)));
    expect(citing).toEqual([]);
  });

  test('that are links of a page lead to a file', () => {
    const dead = prose.flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map(([, target]) => target as string)
        .filter((target) => !existsSync(join(root, dirname(file), target)))
        .map((target) => `${file}: ${target}`),
    );
    expect(dead).toEqual([]);
  });

  test('are found when they are dead', () => {
    const nowhere = 'docs/'.concat('nowhere.md');
    expect(deadCitations(`as M4 says (C3), in docs/venue.md and ${nowhere}`, new Set(['M4']))).toEqual(['C3', nowhere]);
  });
});

test('every test is declared by the same word', () => {
  const others = code.filter((file) => /\bimport \{[^}]*\bit\b[^}]*\} from 'vitest'/.test(read(file)));
  expect(others).toEqual([]);
});
