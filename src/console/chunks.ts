/**
 * Joins modules into the few files that a browser loads: each request costs it more than the text. A module becomes a
 * function that is called once and returns its exports. One file has what the page begins with, one what several places
 * share, and each place has its own.
 */
import { posix } from 'node:path';

interface Module {
  /** JavaScript; imports of other modules are at the start of a line, as the formatter writes them. */
  readonly text: string;
  /** The path of what an import names. */
  readonly target: (name: string) => string;
}

interface Parsed {
  readonly body: string;
  /** Paths that it needs before it runs, and those that it loads later. */
  readonly needs: readonly string[];
  readonly later: readonly string[];
  /** Names of the module, by what it is for others. */
  readonly exports: ReadonlyMap<string, string>;
}

const FROM = /^(import|export)\s+(\w+)?\s*(?:\{([^}]*)\})?\s*from\s*'([^']+)';$/gm;
const WHOLE = /^export\s*\*\s*from\s*'([^']+)';$/gm;
const NAMED = /^export\s*\{([^}]*)\};$/gm;
const DECLARED = /^export\s+((?:async\s+)?function\*?|class|const)\s+(\w+)/gm;
const LATER = /\bimport\('([^']+)'\)/g;
const UNREAD = /^(?:import|export)\b.*$/m;

const isPackage = (path: string): boolean => path.startsWith('vendor/');

const quoted = (text: string): string => `'${text}'`;

/** The variable with the exports of a module: $console_app_data_names. */
const variableOf = (path: string): string => `$${path.replace(/\.js$/, '').replace(/\W/g, '_')}`;

/** Pairs of `a, b as c`: what it is called before and after. */
function pairsIn(list = ''): readonly (readonly [string, string])[] {
  return list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => {
      const [before = '', after = before] = one.split(/\s+as\s+/);
      return [before, after] as const;
    });
}

function parse(path: string, { text, target }: Module): Parsed {
  const needs: string[] = [];
  const later: string[] = [];
  const exports = new Map<string, string>();
  const whole: string[] = [];
  const head: string[] = [];
  const rest = text
    .replaceAll(FROM, (...[, kind, one, list, name]: readonly (string | undefined)[]) => {
      const from = target(name as string);
      needs.push(from);
      const pairs = [...(one === undefined ? [] : [['default', one] as const]), ...pairsIn(list)];
      if (kind === 'export') for (const [before, after] of pairs) exports.set(after, `${variableOf(from)}.${before}`);
      else
        head.push(
          `const { ${pairs.map(([before, after]) => `${before}: ${after}`).join(', ')} } = ${variableOf(from)};`,
        );
      return '';
    })
    .replaceAll(WHOLE, (_, name: string) => {
      needs.push(target(name));
      whole.push(`...${variableOf(target(name))}`);
      return '';
    })
    .replaceAll(NAMED, (_, list: string) => {
      for (const [before, after] of pairsIn(list)) exports.set(after, before);
      return '';
    })
    .replaceAll(DECLARED, (_, kind: string, name: string) => {
      exports.set(name, name);
      return `${kind} ${name}`;
    })
    .replaceAll(LATER, (_, name: string) => {
      later.push(target(name));
      return `import(${quoted(target(name))})`;
    });
  const unread = UNREAD.exec(rest);
  if (unread !== null) throw new Error(`${path}: this form of an import or export is not known: ${unread[0]}`);
  const returned = [...whole, ...[...exports].map(([name, local]) => `${name}: ${local}`)];
  const lines = [...head, rest.trim(), ...(returned.length === 0 ? [] : [`return { ${returned.join(', ')} };`])];
  return { body: lines.filter((line) => line !== '').join('\n'), needs, later, exports };
}

/** Everything that `entry` needs before it runs, each after what it needs itself. */
function closureOf(entry: string, parsed: ReadonlyMap<string, Parsed>): readonly string[] {
  const done = new Set<string>();
  const open = new Set<string>();
  const visit = (path: string): void => {
    if (done.has(path)) return;
    if (open.has(path)) throw new Error(`${path} imports itself by way of other modules`);
    open.add(path);
    for (const next of parsed.get(path)?.needs ?? []) visit(next);
    open.delete(path);
    done.add(path);
  };
  visit(entry);
  return [...done];
}

interface Chunks {
  /** By path; the file of a module that is loaded later has the path of that module. */
  readonly texts: ReadonlyMap<string, string>;
  /** All files that such a file needs, itself among them. */
  filesOf(path: string): readonly string[];
}

/** @param shared the path of the file with what several files need */
export function chunksOf(main: string, read: (path: string) => Module, shared: string): Chunks {
  const parsed = new Map<string, Parsed>();
  const waiting = [main];
  for (const path of waiting) {
    if (parsed.has(path) || isPackage(path)) continue;
    const module = parse(path, read(path));
    parsed.set(path, module);
    waiting.push(...module.needs, ...module.later);
  }
  const later = [...new Set([...parsed.values()].flatMap((one) => one.later))].filter((path) => !isPackage(path));
  const chunkOf = new Map<string, string>();
  for (const entry of [main, ...later]) {
    for (const path of closureOf(entry, parsed)) {
      const known = chunkOf.get(path);
      const chunk = isPackage(path) ? path : known === undefined ? entry : known === main ? main : shared;
      // A path stays where it was set first: after everything that it needs.
      chunkOf.set(path, chunk);
    }
  }
  const imports = new Map<string, Set<string>>();
  const own = [...chunkOf.keys()].filter((path) => !isPackage(path));
  const members = Map.groupBy(own, (path) => chunkOf.get(path) as string);
  const texts = new Map<string, string>();
  for (const [chunk, paths] of members) {
    const outside = new Set(
      paths.flatMap((path) => parsed.get(path)?.needs ?? []).filter((path) => chunkOf.get(path) !== chunk),
    );
    imports.set(chunk, new Set([...outside].map((path) => chunkOf.get(path) as string)));
    texts.set(chunk, textOf(chunk, { paths, outside: [...outside], parsed, chunkOf, isEntry: chunk !== shared }));
  }
  const filesOf = (path: string): readonly string[] => {
    const found = new Set([path]);
    for (const one of found) for (const next of imports.get(one) ?? []) found.add(next);
    return [...found];
  };
  return { texts, filesOf };
}

interface Chunk {
  readonly paths: readonly string[];
  /** Modules of other files that it needs. */
  readonly outside: readonly string[];
  readonly parsed: ReadonlyMap<string, Parsed>;
  readonly chunkOf: ReadonlyMap<string, string>;
  readonly isEntry: boolean;
}

function textOf(chunk: string, { paths, outside, parsed, chunkOf, isEntry }: Chunk): string {
  const relative = (path: string) => {
    const to = posix.relative(posix.dirname(chunk), path);
    return to.startsWith('.') ? to : `./${to}`;
  };
  const imports = outside.map((path) =>
    isPackage(path)
      ? `import * as ${variableOf(path)} from ${quoted(relative(path))};`
      : `import { ${variableOf(path)} } from ${quoted(relative(chunkOf.get(path) as string))};`,
  );
  const bodies = paths.map((path) => {
    const body = (parsed.get(path) as Parsed).body.replaceAll(
      LATER,
      (_, to: string) => `import(${quoted(relative(to))})`,
    );
    return `const ${variableOf(path)} = (() => {\n${body}\n})();`;
  });
  const own = parsed.get(chunk);
  const named = isEntry && own !== undefined ? [...own.exports.keys()] : [];
  const entry = named.length === 0 ? '' : `export const { ${named.join(', ')} } = ${variableOf(chunk)};\n`;
  return `${[...imports, ...bodies].join('\n')}\nexport { ${paths.map(variableOf).join(', ')} };\n${entry}`;
}
