import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LINE_BUDGETS, UNUSED_MAX } from './line-budgets.ts';

/** Which rooms of src/ a room may import from: the arrows of the picture in README.md, which point down only. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  calendar: [],
  // Lines of CSV, of files, answers and the console.
  csv: [],
  // The clock and the timers, passed in everywhere.
  time: [],
  // Limits of clients, counted over several nodes.
  usage: [],
  matching: [],
  // Runs elsewhere: in programs of brokers, and in browsers.
  client: [],
  exchange: ['calendar', 'matching', 'time'],
  // The columns of the history have the types of the exchange's views.
  database: ['exchange', 'time'],
  history: ['calendar', 'csv', 'database', 'exchange', 'time'],
  // The venue of several nodes, of which one owns it.
  cluster: ['database', 'exchange', 'time', 'usage'],
  http: ['exchange', 'time', 'usage'],
  marketdata: ['calendar', 'exchange', 'http', 'time', 'usage'],
  // Keeps what it sends in the database, and refuses registrations as a method does.
  webhooks: ['calendar', 'database', 'exchange', 'http', 'time'],
  // The outside world: each an interface with its implementations.
  providers: ['time'],
  modules: ['calendar', 'csv', 'database', 'exchange', 'http', 'providers', 'time', 'webhooks'],
  // Serves what is built from the workspace console.
  console: ['http'],
  // Puts all of them together as the settings say.
  service: [
    'calendar',
    'cluster',
    'config.ts',
    'console',
    'database',
    'exchange',
    'history',
    'http',
    'marketdata',
    'modules',
    'providers',
    'time',
    'usage',
    'webhooks',
  ],
};

/**
 * The rooms inside a room, from the lowest up: each imports only from those before it in the list. Files directly in
 * the room are above all of them. Every room inside has an `index.ts`, the only file that others may import from.
 */
const INNER_ROOMS: Readonly<Record<string, readonly string[]>> = {
  database: ['schema', 'queries', 'leader', 'secrets', 'sqlite', 'postgres-client', 'postgres', 'migrations'],
  matching: ['store', 'search', 'shared', 'fast', 'auction', 'book'],
  client: ['generated', 'shared', 'http', 'wire', 'stream', 'orders'],
  http: ['parameters', 'methods', 'body', 'auth', 'openapi', 'hosted-pages', 'server'],
  exchange: ['collections', 'journal', 'api', 'commands', 'records', 'desks', 'storage', 'replica', 'sequencer'],
  'modules/shared': [
    'values',
    'ids',
    'record',
    'list',
    'history',
    'change',
    'methods',
    'details',
    'documents',
    'notes',
    'hosted-links',
  ],
  'modules/payments': [
    'lifecycle',
    'overview',
    'ach/accounts',
    'ach/batch',
    'ach/returns',
    'ach',
    'cards',
    'custody',
    'receipts',
    'reconciliation',
    'refunds',
  ],
  'modules/trades': ['records', 'money', 'methods'],
  'modules/ats': ['shared', 'orders', 'market', 'reference', 'auctions', 'lists', 'events'],
  marketdata: ['wire', 'requests', 'channels', 'connection', 'asyncapi'],
  webhooks: ['registry', 'events', 'log', 'delivery', 'outbox'],
  '../console/src': ['client', 'data', 'parts', 'table', 'views', ...placesOfConsole()],
  service: ['metrics', 'sandbox', 'lifecycle', 'parts', 'jobs', 'venue'],
};

/** Each place of the console is a room; places know nothing of each other. */
function placesOfConsole(): string[] {
  return readdirSync(join(import.meta.dirname, '../console/src/places')).map((name) => `places/${name}`);
}

/** What a room that is pure may not know of: no I/O, no clock, no randomness (M11). */
const PURE = ['matching', 'calendar'];
/** node:module only loads sorted-btree, which is not an ES module. */
const PURE_PACKAGES = ['sorted-btree', 'luxon', 'lru-cache', 'node:module'];

/** Of the exchange, the other rooms know its api; what runs or copies the venue knows more. */
const EXCHANGE_INTERFACE = ['exchange/api/index.ts'];
const KNOWS_THE_EXCHANGE_INSIDE = ['cluster', 'history', 'service'];

const src = resolve(import.meta.dirname, '../src');
const consoleSrc = resolve(import.meta.dirname, '../console/src');

const isCode = (path: string): boolean => /\.tsx?$/.test(path);

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(isCode)
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

/** The lowest file: checks of the program itself, for every room. */
const EVERY_ROOM_MAY_IMPORT = ['invariant.ts'];

describe.each(Object.keys(MAY_IMPORT))('src/%s', (room) => {
  const files = filesOf(join(src, room));
  const inside = (path: string) => path.endsWith('.ts') && !path.startsWith('node:');

  test('imports only from the rooms below it', () => {
    const allowed = new Set([room, ...EVERY_ROOM_MAY_IMPORT, ...(MAY_IMPORT[room] ?? [])]);
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

describe.each(Object.entries(INNER_ROOMS))('the rooms inside %s', (room, floors) => {
  const entryOf = (folder: string) =>
    ['index.ts', 'index.tsx'].map((name) => join(folder, name)).find(existsSync) ?? '';
  const isEntry = (path: string) => /\/index\.tsx?$/.test(path);
  /** The inner room of a path below src/; undefined for a file directly in the room. */
  const innerOf = (path: string) =>
    floors.find((inner) => path.startsWith(`${room}/${inner}/`)) ??
    (path.slice(room.length + 1).includes('/') ? path : '');
  const floorOf = (inner: string) => (inner === '' ? floors.length : floors.indexOf(inner));
  const isInside = (path: string) => path.startsWith(`${room}/`);

  test('are all in the list, each with an entry that says in its first comment what lives there', () => {
    const found = readdirSync(join(src, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && isCode(entry.name) && !entry.parentPath.endsWith('/client/examples'))
      .map((entry) => innerOf(relative(src, join(entry.parentPath, entry.name))));
    expect([...new Set(found)].filter((inner) => inner !== '').sort()).toEqual([...floors].sort());
    for (const inner of floors) {
      expect(readFileSync(entryOf(join(src, room, inner)), 'utf8'), inner).toMatch(/^\/\*\*[\s\S]+?\*\//);
    }
  });

  test('import through entries, and only from rooms below', () => {
    const wrong = [...filesOf(src), ...filesOf(consoleSrc)].flatMap((file) => {
      const from = relative(src, file);
      return importsOf(file)
        .filter((path) => isInside(path) && isCode(path))
        .filter((path) => {
          if (!isInside(from)) return floorOf(innerOf(path)) < floors.length && !isEntry(path);
          if (innerOf(path) === innerOf(from)) return false;
          return floorOf(innerOf(path)) >= floorOf(innerOf(from)) || !isEntry(path);
        })
        .map((path) => `${from} imports ${path}`);
    });
    expect(wrong).toEqual([]);
  });
});

test('the console knows of the server its client library and its lines of CSV', () => {
  const outside = filesOf(consoleSrc)
    .flatMap(importsOf)
    .filter((path) => isCode(path) && !path.startsWith('../console/src/'));
  expect([...new Set(outside)].sort()).toEqual(['client/index.ts', 'csv/index.ts']);
});

test('the client library runs in a browser: it needs no package, and nothing that only Node has', () => {
  const library = filesOf(join(src, 'client')).filter((file) => !file.includes('/examples/'));
  const packages = library.flatMap(importsOf).filter((path) => !path.endsWith('.ts'));
  expect(packages).toEqual([]);
  const texts = library.map((file) => readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''));
  expect(texts.filter((text) => /\bprocess\.|\bBuffer\b|\bsetImmediate\b|\brequire\(/.test(text))).toEqual([]);
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

/** What a file imports in order to run: types are gone by then. */
function valuesOf(file: string): string[] {
  const statements = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?:([^'";]+?) from )?'(\.[^']+)'/gm);
  return [...statements]
    .filter(([, names = '']) => !isOfTypes(names))
    .map(([, , path]) => resolve(dirname(file), path!));
}

/** Of 'type { A }', and of '{ type A, type B }'. */
function isOfTypes(names: string): boolean {
  const listed = /^\{(.*)\}$/s
    .exec(names.trim())?.[1]
    ?.split(',')
    .map((name) => name.trim());
  return names.startsWith('type ') || (listed?.every((name) => name === '' || name.startsWith('type ')) ?? false);
}

/** All files that are loaded with one, itself included. */
function loadedWith(file: string): Set<string> {
  const loaded = new Set<string>();
  const waiting = [file];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (loaded.has(next)) continue;
    loaded.add(next);
    waiting.push(...valuesOf(next).filter((path) => path.endsWith('.ts')));
  }
  return loaded;
}

test('the thread of the lease loads few files: a node leads only once it has started', () => {
  expect(loadedWith(join(src, 'cluster/lease-worker.ts')).size).toBeLessThan(30);
});

/** The first circle on the ways from the given names, each name once; undefined without one. */
function circleFrom(names: Iterable<string>, next: (name: string) => readonly string[]): string[] | undefined {
  const done = new Set<string>();
  const way: string[] = [];
  const walk = (name: string): string[] | undefined => {
    if (way.includes(name)) return way.slice(way.indexOf(name));
    if (done.has(name)) return undefined;
    way.push(name);
    for (const one of next(name)) {
      const circle = walk(one);
      if (circle) return circle;
    }
    way.pop();
    done.add(name);
    return undefined;
  };
  for (const name of names) {
    const circle = walk(name);
    if (circle) return circle;
  }
  return undefined;
}

describe('circles of imports', () => {
  const root = join(src, '..');
  const folders = ['src', 'console/src', 'bench', 'scripts', 'test', 'fix/src', 'fix/bench', 'fix/scripts', 'fix/test'];

  test('no circle at all, nor of types', () => {
    const files = folders.flatMap((folder) => filesOf(join(root, folder)));
    const known = new Set(files);
    const circle = circleFrom(files, (file) =>
      importsOf(file)
        .map((path) => join(src, path))
        .filter((path) => known.has(path)),
    );
    expect(circle?.map((file) => relative(src, file))).toBeUndefined();
  });

  test('are found', () => {
    const imports: Record<string, string[]> = { a: ['b', 'c'], b: [], c: ['d'], d: ['b', 'c'] };
    expect(circleFrom(['a'], (name) => imports[name]!)).toEqual(['c', 'd']);
    expect(circleFrom(['a'], (name) => (name === 'd' ? ['b'] : imports[name]!))).toBeUndefined();
  });

  test('are no circles where only types are imported', () => {
    const isOnlyTypes = [
      'type { A }',
      '{ type A, type B }',
      '{\n  type A,\n}',
      'type * as A',
      '{ a, type A }',
      '* as a',
      'a',
      '',
    ];
    expect(isOnlyTypes.map(isOfTypes)).toEqual([true, true, true, true, false, false, false, false]);
  });
});

test('every room has its rule', () => {
  const rooms = readdirSync(src, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && filesOf(join(src, entry.name)).length > 0,
  );
  expect(rooms.map(({ name }) => name).sort()).toEqual(Object.keys(MAY_IMPORT).sort());
});

describe('the size of rooms', () => {
  const root = join(src, '..');
  const linesOf = (room: string) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|sql)$/.test(name) && !name.includes('generated/'))
      .map((name) => readFileSync(join(root, room, name), 'utf8').split('\n').length - 1)
      .reduce((sum, lines) => sum + lines, 0);

  test.each(Object.entries(LINE_BUDGETS))('%s has at most %i lines', (room, most) => {
    const lines = linesOf(room);
    const over = `${room} has ${lines} lines, ${lines - most} more than its budget. Can the change replace something?`;
    expect(lines <= most, `${over} Else raise it in test/line-budgets.ts, and say why in the commit.`).toBe(true);
    const unused = `${room} has ${lines} lines, its budget is ${most}: lower it in test/line-budgets.ts.`;
    expect(most - lines <= UNUSED_MAX, unused).toBe(true);
  });

  test('every room has a budget', () => {
    const rooms = Object.keys(MAY_IMPORT).map((room) => `src/${room}`);
    expect(Object.keys(LINE_BUDGETS)).toEqual(expect.arrayContaining(rooms));
  });
});

describe('packages', () => {
  const root = join(src, '..');
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, object>;
  const used = (...folders: string[]) =>
    new Set(
      folders
        .flatMap((folder) => filesOf(join(root, folder)))
        .flatMap(importsOf)
        .filter((path) => !/\.(tsx?|cjs|css)$/.test(path) && !path.startsWith('node:') && !path.startsWith('openats/'))
        .map((path) =>
          path
            .split('/')
            .slice(0, path.startsWith('@') ? 2 : 1)
            .join('/'),
        ),
    );

  test('that the program or its scripts import are dependencies, and there is no other dependency', () => {
    // The set-up has the packages for development too. The tree is loaded by require.
    const needed = [...used('src', 'scripts').difference(new Set(['rolldown'])), 'sorted-btree'];
    expect([...new Set(needed)].sort()).toEqual(Object.keys(manifest.dependencies as object).sort());
  });

  test('that the console imports are dependencies of its workspace, and there is no other', () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'console/package.json'), 'utf8'));
    expect([...used('console/src')].sort()).toEqual(Object.keys(dependencies).sort());
  });

  test('that only tests and benchmarks import are there for development, and no other is but tools and types', () => {
    const tools = ['knip', '@biomejs/biome', 'typescript', 'vitest'];
    // Some are loaded by require, also by a script that does without, so the name in quotation marks is looked for.
    const texts = ['test', 'bench', 'scripts']
      .flatMap((folder) => filesOf(join(root, folder)))
      .map((file) => readFileSync(file, 'utf8'));
    const isUsed = (name: string) => tools.includes(name) || texts.some((text) => text.includes(`'${name}'`));
    const listed = Object.keys(manifest.devDependencies as object).filter((name) => !name.startsWith('@types/'));
    expect(listed.filter((name) => !isUsed(name))).toEqual([]);
  });
});
