/** docs/api/deviations.md lists every point where the API differs from the specification, and nothing that is gone. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { EveryMethod } from './server.ts';

const root = resolve(import.meta.dirname, '../..');
const PAGE = 'docs/api/deviations.md';
const page = readFileSync(join(root, PAGE), 'utf8');

const database = await openDatabase({ file: ':memory:' });
const server = await EveryMethod.start(database);
const { methods } = server;
await server.close();
await database.close();

interface Row {
  readonly names: readonly string[];
  readonly reason: string;
  readonly where: string;
}

const rows: readonly Row[] = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [names = '', , reason = '', where = ''] = line.slice(1, -1).split(' | ');
    return { names: [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name!), reason, where };
  });

/** The names of all properties in the description of the API, parameters and answers. */
function fieldsIn(part: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof part !== 'object' || part === null) return found;
  for (const [key, value] of Object.entries(part)) {
    if (key === 'properties') for (const name of Object.keys(value as object)) found.add(name);
    fieldsIn(value, found);
  }
  return found;
}

/** The rules of a page, each to the next rule or heading; what is no rule is under the heading before it. */
function partsOf(file: string) {
  return readFileSync(join(root, file), 'utf8')
    .split(/\n(?=- \*\*[A-Z][0-9]+\*\*|#+ )/)
    .map((text) => ({
      file,
      text,
      rule: /^- \*\*([A-Z][0-9]+)\*\*/.exec(text)?.[1],
      anchor: /^##+ (.+)/
        .exec(text)?.[1]
        ?.toLowerCase()
        .replaceAll(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-'),
    }));
}

const parts = globSync('docs/{api,operate,venue}/*.md', { cwd: root })
  .filter((file) => file !== PAGE)
  .flatMap(partsOf);
/** Links of the table as file, or file#anchor, from the root. */
const links = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, to]) => relative(root, join(root, dirname(PAGE), to!)));

describe('the list of deviations', () => {
  test('names methods and fields that there are, each with a reason', () => {
    const known = new Set([
      ...methods.map(({ name }) => name),
      ...fieldsIn(openApiDocument({ methods, environment: 'sandbox', version: '' })),
    ]);
    expect(rows.length).toBeGreaterThan(20);
    for (const { names, reason } of rows) {
      expect(names.filter((name) => !known.has(name))).toEqual([]);
      expect(reason.trim()).not.toBe('');
    }
  });

  test('cites rules, pages and tests that there are', () => {
    const rules = new Set(parts.map(({ file, rule }) => `${file} ${rule}`));
    for (const { where } of rows) {
      const cited = [...where.matchAll(/\[([A-Z][0-9]+)\]\(([^)#]+)[^)]*\)/g)];
      const tests = [...where.matchAll(/`(test\/[^`]+)`/g)].map(([, file]) => file!);
      expect(where).toMatch(/\]\(|`test\//);
      for (const [, rule, to] of cited) {
        const file = relative(root, join(root, dirname(PAGE), to!));
        expect([rule, rules.has(`${file} ${rule}`)]).toEqual([rule, true]);
      }
      expect(tests.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    }
    expect(links.filter((to) => !existsSync(join(root, to.split('#')[0]!)))).toEqual([]);
  });

  test('has every rule and page that calls itself an extension', () => {
    const marked = parts.filter(({ text }) => /\bextensions?\b/i.test(text));
    expect(marked.length).toBeGreaterThan(20);
    const cited = new Set(
      rows.flatMap(({ where }) => [...where.matchAll(/\[([A-Z][0-9]+)\]/g)].map(([, one]) => one!)),
    );
    const missing = marked.filter(({ file, rule, anchor }) => {
      if (rule !== undefined) return !cited.has(rule);
      return anchor === undefined ? !links.includes(file) : !links.includes(`${file}#${anchor}`);
    });
    expect(missing.map(({ file, rule, anchor }) => `${file} ${rule ?? anchor ?? ''}`)).toEqual([]);
  });
});
