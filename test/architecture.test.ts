import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Which rooms of src/ a room may import from: the arrows of the picture in README.md, which point down only. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  calendar: [],
  matching: [],
  exchange: ['calendar', 'matching'],
  // The columns of the history have the types of the exchange's views.
  database: ['exchange'],
  history: ['database', 'exchange'],
  http: ['exchange'],
  marketdata: ['calendar', 'exchange', 'http'],
  webhooks: ['calendar', 'exchange'],
  // The outside world: each an interface with what stands behind it.
  providers: [],
  modules: ['calendar', 'database', 'exchange', 'http', 'providers', 'webhooks'],
};

/** What a room that is pure may not know of: no I/O, no clock, no randomness (M11). */
const PURE = ['matching', 'calendar'];
/** node:module only loads sorted-btree, which is not an ES module. */
const PURE_PACKAGES = ['sorted-btree', 'luxon', 'node:module'];

/** Of the exchange, the other rooms know its interface; what runs or copies the venue knows more. */
const EXCHANGE_INTERFACE = ['exchange/interface.ts', 'exchange/units.ts'];
const KNOWS_THE_EXCHANGE_INSIDE = ['history'];

const src = resolve(import.meta.dirname, '../src');

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

/** The modules that a file imports, as paths below src/ or as package names. */
function importsOf(file: string): string[] {
  const found = [...readFileSync(file, 'utf8').matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm)];
  return found.map((match) => {
    const specifier = (match[1] ?? match[2] ?? match[3]) as string;
    return specifier.startsWith('.') ? relative(src, resolve(dirname(file), specifier)) : specifier;
  });
}

function roomOf(path: string): string {
  return path.split('/')[0] as string;
}

describe.each(Object.keys(MAY_IMPORT))('src/%s', (room) => {
  const files = filesOf(join(src, room));
  const inside = (path: string) => path.endsWith('.ts') && !path.startsWith('node:');

  test('imports only from the rooms below it', () => {
    const allowed = new Set([room, ...(MAY_IMPORT[room] ?? [])]);
    for (const file of files) {
      for (const path of importsOf(file).filter(inside)) {
        expect(allowed, `${relative(src, file)} imports ${path}`).toContain(roomOf(path));
      }
    }
  });

  if (room !== 'exchange' && !KNOWS_THE_EXCHANGE_INSIDE.includes(room))
    test('knows of the exchange its interface', () => {
      for (const file of files) {
        for (const path of importsOf(file).filter((one) => roomOf(one) === 'exchange')) {
          expect(EXCHANGE_INTERFACE, relative(src, file)).toContain(path);
        }
      }
    });

  if (PURE.includes(room))
    test('is pure: no I/O, no clock, no randomness', () => {
      for (const file of files) {
        const packages = importsOf(file).filter((path) => !path.endsWith('.ts'));
        expect(
          packages.filter((name) => !PURE_PACKAGES.includes(name)),
          file,
        ).toEqual([]);
        const text = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
        expect(text, file).not.toMatch(
          /\bDate\.now\b|\bnew Date\(\)|Math\.random|\bprocess\.|\bconsole\.|setTimeout|await /,
        );
      }
    });
});

test('modules know of each other only what an index offers', () => {
  const modules = join(src, 'modules');
  for (const file of filesOf(modules)) {
    const own = relative(modules, file).split('/')[0];
    for (const path of importsOf(file).filter((one) => roomOf(one) === 'modules')) {
      const [, module, name] = path.split('/');
      const isOpen = module === own || module === 'shared' || name === 'index.ts';
      expect(isOpen, `${relative(src, file)} imports ${path}`).toBe(true);
    }
  }
});

test('every room has its rule', () => {
  const rooms = readdirSync(src, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && filesOf(join(src, entry.name)).length > 0,
  );
  expect(rooms.map(({ name }) => name).sort()).toEqual(Object.keys(MAY_IMPORT).sort());
});
