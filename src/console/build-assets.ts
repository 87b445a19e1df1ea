/**
 * Makes the files of the console from their source: strips types from the modules, maps imports of packages to files
 * next to them, and compresses everything. There is no other build: the modules import each other in the browser as
 * they do here.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type Asset, type AssetSet, ICON, MAIN, STYLE } from './asset.ts';

const SRC = join(import.meta.dirname, '..');
const JAVASCRIPT = 'text/javascript; charset=utf-8';
const TYPES: Readonly<Record<string, string>> = {
  js: JAVASCRIPT,
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
};
/** A tenth larger than the best of brotli, in a tenth of its time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

const packageFile = (name: string, file: string): string =>
  join(dirname(fileURLToPath(import.meta.resolve(name))), file);

/** The module file of a package for the browser, by the name in an import. */
const VENDORED: Readonly<Record<string, () => string>> = {
  preact: () => fileURLToPath(import.meta.resolve('preact')),
  'preact/hooks': () => fileURLToPath(import.meta.resolve('preact/hooks')),
  htm: () => packageFile('htm', 'htm.module.js'),
  'lightweight-charts': () => packageFile('lightweight-charts', 'lightweight-charts.standalone.production.mjs'),
  uplot: () => packageFile('uplot', 'uPlot.iife.min.js'),
  '@simplewebauthn/browser': () => packageFile('@simplewebauthn/browser', '../dist/bundle/index.umd.min.js'),
};
/** Scripts that set a variable, and so no modules yet. */
const EXPORTED: Readonly<Record<string, string>> = {
  uplot: '\nexport default uPlot;\n',
  '@simplewebauthn/browser':
    '\nexport const { startAuthentication, startRegistration } = globalThis.SimpleWebAuthnBrowser;\n',
};

/** A statement at the start of a line, or a call; a text that names a package is neither. */
const IMPORT = /(^(?:import|export)\b[^'"`;()]*?\bfrom\s*|^import\s*|\bimport\(\s*)(["'])([^"'\n]+)\2/gm;

/** The path of what `name` is, imported by the file at `from`; undefined: a browser has no such thing. */
function target(from: string, name: string): string | undefined {
  if (name.startsWith('.')) return posix.join(posix.dirname(from), name).replace(/\.ts$/, '.js');
  if (name === 'openats/client') return 'client/index.js';
  return name in VENDORED ? `vendor/${name.replace('/', '-')}.js` : undefined;
}

interface Module {
  readonly text: string;
  /** Paths that it needs before it runs, and those that it loads later. */
  readonly needs: readonly string[];
  readonly later: readonly string[];
}

function sourceOf(path: string): string {
  const vendored = Object.keys(VENDORED).find((name) => target('', name) === path);
  if (vendored !== undefined) {
    const text = readFileSync((VENDORED[vendored] as () => string)(), 'utf8');
    return text.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n') + (EXPORTED[vendored] ?? '');
  }
  return stripTypeScriptTypes(readFileSync(join(SRC, path.replace(/\.js$/, '.ts')), 'utf8')).replaceAll(COMMENT, '');
}

/** Comments on separate lines: a sixth of what would be sent. */
const COMMENT = /^[ \t]*(?:\/\/.*|\/\*[\s\S]*?\*\/[ \t]*)\n/gm;

function readModule(path: string): Module {
  const needs: string[] = [];
  const later: string[] = [];
  const source = sourceOf(path);
  // Packages import nothing but each other, and have no other text of this form.
  const text = source.replaceAll(IMPORT, (whole, before: string, quote: string, name: string) => {
    const found = target(path, name);
    if (found === undefined) {
      if (path.startsWith('vendor/')) return whole;
      throw new Error(`${path} imports ${name}, which the console has not`);
    }
    (before.includes('(') ? later : needs).push(found);
    const to = posix.relative(posix.dirname(path), found);
    return `${before}${quote}${to.startsWith('.') ? to : `./${to}`}${quote}`;
  });
  return { text, needs, later };
}

/** Everything that `main` leads to. Throws where a file is missing. */
function readModules(main: string): Map<string, Module> {
  const modules = new Map<string, Module>();
  const waiting = [main];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (modules.has(path)) continue;
    const module = readModule(path);
    modules.set(path, module);
    waiting.push(...module.needs, ...module.later);
  }
  return modules;
}

/** The modules that the browser must have before `main` runs, `main` first. */
function neededAtOnce(main: string, modules: ReadonlyMap<string, Module>): string[] {
  const needed = new Set([main]);
  for (const path of needed) for (const next of modules.get(path)?.needs ?? []) needed.add(next);
  return [...needed];
}

function compressed(path: string, text: string): Asset {
  const plain = Buffer.from(text);
  const type = TYPES[path.split('.').at(-1) as string] as string;
  return { type, plain, gzip: gzipSync(plain, { level: 9 }), brotli: brotliCompressSync(plain, BROTLI) };
}

/** Every file that the files of the console may be made from, in an order that stays. */
export function assetSources(): string[] {
  const folders = [import.meta.dirname, join(SRC, 'client')];
  const own = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|css|svg)$/.test(name))
      .sort()
      .map((name) => join(folder, name)),
  );
  return [...own, ...Object.values(VENDORED).map((file) => file())];
}

/** All style sheets in one, the tokens first: sheets of places may use what is before them. */
function styles(): string {
  const app = join(import.meta.dirname, 'app');
  const sheets = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));
  const depth = (name: string) => (name === 'tokens.css' ? 0 : name.split(/[\\/]/).length);
  const sorted = sheets.sort((one, other) => depth(one) - depth(other) || (one < other ? -1 : 1));
  return sorted.map((name) => readFileSync(join(app, name), 'utf8')).join('\n');
}

export function buildAssets(): AssetSet {
  const modules = readModules(MAIN);
  const texts = new Map([...modules].map(([path, { text }]) => [path, text]));
  texts.set(ICON, readFileSync(join(SRC, ICON), 'utf8')).set(STYLE, styles());
  const hash = createHash('sha256');
  for (const [path, text] of [...texts].sort(([one], [other]) => (one < other ? -1 : 1))) {
    hash.update(`${path}\0${text}\0`);
  }
  return {
    version: hash.digest('hex').slice(0, 16),
    files: new Map([...texts].map(([path, text]) => [path, compressed(path, text)])),
    first: neededAtOnce(MAIN, modules),
  };
}
