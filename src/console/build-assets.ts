/**
 * Makes the files of the console from their source: strips types from the modules, joins them into the few files that a
 * browser loads, and compresses everything. There is no other build.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { PreparedFile } from '../http/hosted-pages/index.ts';
import { type AssetSet, ICON, MAIN, SHARED, STYLE } from './asset.ts';
import { chunksOf } from './chunks.ts';

const SRC = join(import.meta.dirname, '..');
const JAVASCRIPT = 'text/javascript; charset=utf-8';
const TYPES: Readonly<Record<string, string>> = {
  js: JAVASCRIPT,
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
};
const PLACE = /^console\/app\/places\/([^/]+)\/index\.js$/;
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

/** The path of what `name` is, imported by the file at `from`. Throws where a browser has no such thing. */
function target(from: string, name: string): string {
  if (name.startsWith('.')) return posix.join(posix.dirname(from), name).replace(/\.ts$/, '.js');
  if (name === 'openats/client') return 'client/index.js';
  if (!(name in VENDORED)) throw new Error(`${from} imports ${name}, which the console has not`);
  return pathOf(name);
}

const pathOf = (name: string): string => `vendor/${name.replace('/', '-')}.js`;

/** Comments on separate lines: a sixth of what would be sent. */
const COMMENT = /^[ \t]*(?:\/\/.*|\/\*[\s\S]*?\*\/[ \t]*)\n/gm;

const sourceOf = (path: string): string =>
  stripTypeScriptTypes(readFileSync(join(SRC, path.replace(/\.js$/, '.ts')), 'utf8')).replaceAll(COMMENT, '');

/** Imports of one package by another. */
const PACKAGE_IMPORT = /(\bfrom\s*|^import\s*)(["'])([^"'\n.]+)\2/gm;

function packageText(name: string): string {
  const text = readFileSync((VENDORED[name] as () => string)(), 'utf8').replace(
    /\n\/\/# sourceMappingURL=.*\s*$/,
    '\n',
  );
  const linked = text.replaceAll(PACKAGE_IMPORT, (whole, before: string, quote: string, other: string) =>
    other in VENDORED ? `${before}${quote}./${posix.basename(pathOf(other))}${quote}` : whole,
  );
  return linked + (EXPORTED[name] ?? '');
}

function compressed(path: string, text: string): PreparedFile {
  const plain = Buffer.from(text);
  const type = TYPES[path.split('.').at(-1) as string] as string;
  const forms = { gzip: gzipSync(plain, { level: 9 }), brotli: brotliCompressSync(plain, BROTLI) };
  return { type, version: createHash('sha256').update(plain).digest('hex'), plain, ...forms };
}

/** Every file that the files of the console may be made from, in an order that stays. */
export function assetSources(): string[] {
  const folders = [import.meta.dirname, join(SRC, 'client'), join(SRC, 'csv')];
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
  const texts = new Map<string, string>();
  const { texts: chunks, filesOf } = chunksOf(
    MAIN,
    (path) => ({ text: sourceOf(path), target: (name) => target(path, name) }),
    SHARED,
  );
  for (const [path, text] of chunks) texts.set(path, text);
  for (const name of Object.keys(VENDORED)) texts.set(pathOf(name), packageText(name));
  texts.set(ICON, readFileSync(join(SRC, ICON), 'utf8')).set(STYLE, styles());
  const hash = createHash('sha256');
  for (const [path, text] of [...texts].sort(([one], [other]) => (one < other ? -1 : 1))) {
    hash.update(`${path}\0${text}\0`);
  }
  const places = [...chunks.keys()].flatMap((path) => {
    const name = PLACE.exec(path)?.[1];
    return name === undefined ? [] : [[name, filesOf(path)] as const];
  });
  return {
    version: hash.digest('hex').slice(0, 16),
    files: new Map([...texts].map(([path, text]) => [path, compressed(path, text)])),
    first: filesOf(MAIN),
    places: new Map(places),
  };
}
