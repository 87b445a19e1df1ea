/** How many files and lines the usual changes need, by the examples of docs/contribute and by what is there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { OPTIONAL_TERMS, type OptionalTerm } from '../src/exchange/api/optional-terms.ts';
import { linesWith, statement } from './support/code-lines.ts';

const root = resolve(import.meta.dirname, '..');
const example = (name: string) => join(root, 'test/modules', name);

interface Cost {
  readonly change: string;
  /** The lines that it needs in each file that a person edits; what is generated does not count. */
  readonly lines: Readonly<Record<string, readonly string[]>>;
  readonly filesMax: number;
  readonly linesMax: number;
}

const COSTS: readonly Cost[] = [
  {
    change: 'a method with a webhook, besides its line in the list of its module, its example and its test',
    lines: {
      'rename-issuer.ts': [
        ...statement(example('example-module/rename-issuer.ts'), 'export const ISSUER_WEBHOOKS'),
        ...statement(example('example-module/rename-issuer.ts'), 'export function renameIssuer'),
      ],
    },
    filesMax: 1,
    linesMax: 25,
  },
  {
    change: 'a field of a record: one entry and one column',
    lines: {
      'adviser-fields.ts': linesWith(example('example-module/adviser-fields.ts'), /tax_?id/i),
      'advisers.sql': linesWith(example('example-module/advisers.sql'), /tax_?id/i),
      'advisers-module.ts': linesWith(example('example-module/advisers-module.ts'), /tax_?id/i),
    },
    filesMax: 2,
    linesMax: 2,
  },
  {
    change: 'an optional term of an order that is recorded',
    lines: { 'capacity.ts': statement(example('example-term/capacity.ts'), '  capacity: {') },
    filesMax: 1,
    linesMax: 5,
  },
];

test.each(COSTS)('$change', ({ change, lines, filesMax, linesMax }) => {
  const needed = Object.entries(lines).filter(([, of]) => of.length > 0);
  const count = needed.flatMap(([, of]) => of).length;
  const says = `${change}: ${count} lines in ${needed.map(([file]) => file).join(', ')}`;
  expect(count, says).toBeGreaterThan(0);
  expect(count, says).toBeLessThanOrEqual(linesMax);
  expect(needed.length, says).toBeLessThanOrEqual(filesMax);
});

test('an optional term that FIX has is written in its entry alone: no file of the gateway names it', () => {
  const words = Object.entries<OptionalTerm>(OPTIONAL_TERMS).flatMap(([name, { fix }]) => {
    if (fix === undefined) return [];
    return 'execInst' in fix ? [name] : [name, fix.name, String(fix.tag)];
  });
  expect(words).toContain('displayQuantity');
  const named = new RegExp(`\\b(?:${words.join('|')})\\b`);
  const folder = join(root, 'fix/src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(40);
  const naming = files.filter((file) => named.test(readFileSync(join(folder, file), 'utf8')));
  expect(naming).toEqual(['dictionary/generated/order-terms.ts']);
});

test('a place of the console is one entry of at most nine lines and a folder: no other file names it', () => {
  const places = join(root, 'console/src/places.ts');
  const sources = readdirSync(join(root, 'console/src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => [name, readFileSync(join(root, 'console/src', name), 'utf8')] as const);
  const text = readFileSync(places, 'utf8');
  const entries = text.split(/^ {2}\{\n/m).slice(1);
  for (const name of readdirSync(join(root, 'console/src/places'))) {
    const entry = entries.filter((one) => one.includes(`import('./places/${name}/`));
    expect(entry, name).toHaveLength(1);
    expect(entry[0]!.split('\n').indexOf('  },'), name).toBeLessThanOrEqual(9);
    const others = sources.filter(([file, of]) => !file.startsWith(`places/`) && of.includes(`places/${name}/`));
    expect(
      others.map(([file]) => file),
      name,
    ).toEqual(['places.ts']);
  }
});
