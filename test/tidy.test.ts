import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Rules of the house that no compiler and no linter knows. */

const root = resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const code = globSync('{,fix/,console/}{src,test,bench,scripts}/**/*.{ts,tsx,mjs,cjs}', { cwd: root }).sort();
/** The pages that are in git. */
const prose = globSync(['*.md', '{docs,src,bench,test}/**/*.md', 'fix/*.md'], {
  cwd: root,
  exclude: ['docs/generated'],
}).sort();
/** The changelog names what earlier releases had. */
const present = prose.filter((file) => file !== 'CHANGELOG.md');

const pages = prose.filter((file) => file.startsWith('docs/'));

/** The numbered rules of a page, by their letter: **M4** Let ... */
function rulesOf(page: string): Map<string, number[]> {
  const rules = new Map<string, number[]>();
  for (const [, letter = '', number] of page.matchAll(/\*\*([A-Z])([1-9]\d*)\*\*/g)) {
    rules.set(letter, [...(rules.get(letter) ?? []), Number(number)]);
  }
  return rules;
}

const numbered = pages.flatMap((page) =>
  [...rulesOf(read(page))].map(([letter, numbers]) => ({ page, letter, numbers })),
);
const LETTERS = numbered.map(({ letter }) => letter).join('');

/** What each line of a text cites and does not find: rules such as M4, and pages of docs/. R10 is a code of a bank. */
function deadCitations(text: string, known: ReadonlySet<string>): string[] {
  const rule = new RegExp(`(?<![\\w'"\`.}%-])(?!R\\d\\d)([${LETTERS}][1-9]\\d?)(?![\\w'"\`-])`, 'g');
  const rules = [...text.matchAll(rule)].map(([, found]) => found as string);
  const cited = [...text.matchAll(/(?<![\w/])docs\/[\w/-]+\.md/g)].map(([page]) => page);
  return [...rules.filter((found) => !known.has(found)), ...cited.filter((page) => !existsSync(join(root, page)))];
}

describe('the rules', () => {
  test('of a page have their own letter', () => {
    expect(numbered.map(({ letter }) => letter).sort()).toEqual([...new Set(LETTERS)].sort());
    expect([...LETTERS].sort().join('')).toMatch(/C.*M.*S.*V/);
  });

  test.each(numbered)('$letter of $page are numbered from 1, each once', ({ numbers }) => {
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });
});

describe('citations', () => {
  const known = new Set(numbered.flatMap(({ letter, numbers }) => numbers.map((number) => `${letter}${number}`)));

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
        // Who reads the page on the code host does not have what the set-up generates.
        .filter((target) => /(^|\/)generated\//.test(target) || !existsSync(join(root, dirname(file), target)))
        .map((target) => `${file}: ${target}`),
    );
    expect(dead).toEqual([]);
  });

  test('that are paths in a page lead to a file', () => {
    const path = /`((?:src|console|test|scripts|docs|fix|bench|ops)\/[\w./-]+)`/g;
    const dead = present.flatMap((file) =>
      [...read(file).matchAll(path)]
        .filter(([, target]) => !existsSync(join(root, target as string)))
        .map(([, target]) => `${file}: ${target}`),
    );
    expect(dead).toEqual([]);
  });

  test('that are commands are scripts of a package', () => {
    const packages = ['package.json', 'fix/package.json', 'console/package.json'];
    const scripts = packages.flatMap((file) => Object.keys(JSON.parse(read(file)).scripts));
    const dead = present.flatMap((file) =>
      [...read(file).matchAll(/npm run ([\w:-]+)/g)]
        .filter(([, script]) => !scripts.includes(script as string))
        .map(([, script]) => `${file}: ${script}`),
    );
    expect(dead).toEqual([]);
  });

  test('that are names of files and identifiers are in the code', () => {
    const sheets = globSync('{src,console/src}/**/*.{sql,css}', { cwd: root });
    const files = new Set([...code, ...sheets].map((file) => basename(file)));
    const data = globSync('{*,ops/**/*}.{json,yaml,yml}', { cwd: root });
    const words = new Set([...code, ...data].flatMap((file) => read(file).match(/[A-Za-z]\w+/g) ?? []));
    const deadIn = (quoted: string) => [
      ...(quoted.match(/(?<![*\w-])\w[\w.-]*\.(?:ts|sql|css|mjs|cjs)\b/g) ?? []).filter((file) => !files.has(file)),
      ...(quoted.match(/\b[a-z]+[A-Z]\w*\b/g) ?? []).filter((word) => !words.has(word)),
    ];
    const dead = prose.flatMap((file) =>
      [...read(file).matchAll(/`([^`\n]+)`/g)].flatMap(([, quoted]) =>
        deadIn(quoted as string).map((name) => `${file}: ${name}`),
      ),
    );
    expect(dead).toEqual([]);
  });

  test('are found when they are dead', () => {
    const nowhere = 'docs/'.concat('nowhere.md');
    expect(deadCitations(`as M4 says (C3), in docs/venue/venue.md and ${nowhere}`, new Set(['M4']))).toEqual([
      'C3',
      nowhere,
    ]);
  });
});

test('every test is declared by the same word', () => {
  const others = code.filter((file) => /\bimport \{[^}]*\bit\b[^}]*\} from 'vitest'/.test(read(file)));
  expect(others).toEqual([]);
});

describe('every file of code', () => {
  // What a command makes of declarations is read by nobody.
  const written = code.filter((file) => /\.tsx?$/.test(file) && !file.includes('/generated/'));
  const lines = new Map(written.map((file) => [file, read(file).split('\n')]));

  /** The last line ends with a line break too. */
  const longerThan = (most: number) => [...lines].filter(([, { length }]) => length - 1 > most).map(([file]) => file);

  test('has at most 500 lines', () => {
    expect(longerThan(500)).toEqual([]);
  });

  test('has at most 300 lines, but for a few', () => {
    // Whoever splits one of them lowers the number.
    expect(longerThan(300).length).toBeLessThanOrEqual(47);
  });

  test('has lines of at most 120 characters', () => {
    const long = [...lines].flatMap(([file, texts]) =>
      texts.flatMap((text, at) => (text.length > 120 ? [`${file}:${at + 1}`] : [])),
    );
    expect(long).toEqual([]);
  });
});
