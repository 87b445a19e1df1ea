/** The files of the console, as the build of the workspace `console` leaves them: named by content, and compressed. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { PreparedFile } from '../http/hosted-pages/index.ts';

const DIST = join(import.meta.dirname, '../../console/dist');
/** Below it are the files that browsers get; next to it is what names them. */
const FILES = 'assets';
const MANIFEST = 'manifest.json';
const MAIN = 'src/main.tsx';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
};

/** What a page loads, as paths below /console. */
export interface PageFiles {
  readonly main: string;
  readonly style: string;
  readonly icon: string;
  /** Scripts that the place needs as well, for the browser to load at once. */
  readonly preloads: readonly string[];
}

export interface BuiltFiles {
  /** By path below /console: assets/main-BXOWWzBv.js. */
  readonly files: ReadonlyMap<string, PreparedFile>;
  /** For the page of a place; of one that is unknown, what every page needs. */
  pageOf(place: string): PageFiles;
}

/** An entry of the manifest: a source, or a file that several of them share. */
interface Entry {
  readonly file: string;
  /** Names of the entries that it needs before it runs. */
  readonly imports?: readonly string[];
}

/** @throws where the console was not built */
export async function readBuiltFiles(): Promise<BuiltFiles> {
  const manifest = new Map(Object.entries(await readManifest()));
  const names = (await readdir(join(DIST, FILES))).filter((name) => extname(name) in TYPES);
  const files = await Promise.all(names.map(async (name) => [`${FILES}/${name}`, await read(name)] as const));
  const fileOf = (name: string) => entryOf(manifest, name).file;
  const common = { main: fileOf(MAIN), style: fileOf('style.css'), icon: fileOf('src/icon.svg') };
  const preloadsOf = (place: string) => {
    const entry = `src/places/${place}/index.tsx`;
    return [...closureOf(manifest, manifest.has(entry) ? entry : MAIN)]
      .map(fileOf)
      .filter((one) => one !== common.main);
  };
  return { files: new Map(files), pageOf: (place) => ({ ...common, preloads: preloadsOf(place) }) };
}

async function readManifest(): Promise<Readonly<Record<string, Entry>>> {
  try {
    return JSON.parse(await readFile(join(DIST, MANIFEST), 'utf8'));
  } catch (error) {
    throw new Error('the console is not built: `npm run build --prefix console` does it', { cause: error });
  }
}

function entryOf(manifest: ReadonlyMap<string, Entry>, name: string): Entry {
  const entry = manifest.get(name);
  if (entry === undefined) throw new Error(`the build of the console has no ${name}`);
  return entry;
}

/** An entry and all that it needs. */
function closureOf(manifest: ReadonlyMap<string, Entry>, name: string): ReadonlySet<string> {
  const found = new Set([name]);
  for (const one of found) for (const next of entryOf(manifest, one).imports ?? []) found.add(next);
  return found;
}

async function read(name: string): Promise<PreparedFile> {
  const path = join(DIST, FILES, name);
  const [plain, gzip, brotli] = await Promise.all(['', '.gz', '.br'].map((form) => readFile(path + form)));
  // The name has a hash of the content.
  return { type: TYPES[extname(name)], version: name, plain, gzip, brotli } as PreparedFile;
}
