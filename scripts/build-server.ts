/**
 * Bundles the server into the folder build: a start then takes half the CPU time (docs/contribute/performance.md). Part
 * of the set-up; where the code has no bundle, start.mjs starts the code.
 */
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { builds, folderOfBundle } from './server-bundle.cjs';

const SOURCES = join(import.meta.dirname, '../src');
/** Of packages, one line in as many has its place in the map, as the letter Q says (8 in the code of source maps). */
const LINES_APART = 8;
/** Files that are started as threads or processes, and so are bundles next to that of the server. */
const STARTED = /-(worker|process)\.ts$/;
const STARTED_URL = /new URL\('\.\/([\w-]+-(?:worker|process))\.ts', import\.meta\.url\)/g;
/** Native parts that packages do without where they are not installed. */
const NOT_INSTALLED = ['pg-native', 'bufferutil', 'utf-8-validate'];
/** A server that runs may still load a file of the build that it was started from. */
const BUILDS_KEPT = 5;

const folder = folderOfBundle();
/** Several set-ups may run at once, and one that is cut off leaves nothing that looks whole. */
const unfinished = `${folder}-${process.pid}`;

/** What a file finds by its place (SQL, pages, assets) it finds in src, as when it is not bundled. */
const places: Plugin = {
  name: 'places',
  transform: {
    filter: { id: [/[\\/]src[\\/]/, /[\\/]node_modules[\\/]/] },
    handler(code, id) {
      // Traces name the lines of our code, and of packages a line that is near: all of theirs take a tenth of a start.
      if (!id.startsWith(SOURCES)) {
        const mappings = code
          .split('\n')
          .map((_, line) => (line % LINES_APART > 0 ? '' : line === 0 ? 'AAAA' : 'AAQA'));
        return { code, map: { version: 3, sources: [id], names: [], mappings: mappings.join(';') } };
      }
      const place = relative(folder, id).replaceAll('\\', '/');
      const moved = code
        .replace(STARTED_URL, "new URL('./$1.js', import.meta.bundle)")
        .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${dirname(place)}')`)
        .replaceAll('import.meta.url', `new URL('${place}', import.meta.url).href`)
        .replaceAll('import.meta.bundle', 'import.meta.url');
      return { code: moved, map: null };
    },
  },
};

const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => STARTED.test(file));
const bundle = await rolldown({
  input: Object.fromEntries(['main.ts', ...files].map((file) => [basename(file, '.ts'), join(SOURCES, file)])),
  platform: 'node',
  external: NOT_INSTALLED,
  plugins: [places],
  logLevel: 'warn',
  onLog: (level, log, print) => log.code === 'EVAL' || print(level, log),
});
await bundle.write({
  dir: unfinished,
  format: 'esm',
  sourcemap: true,
  sourcemapExcludeSources: true,
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
});

try {
  // The code of a file that was saved meanwhile would have the name of the code before.
  const isSame = folderOfBundle() === folder;
  if (!isSame) console.error('The code was changed while it was bundled: the next set-up bundles it.');
  else if (!existsSync(folder)) renameSync(unfinished, folder);
} finally {
  rmSync(unfinished, { recursive: true, force: true });
}

// Another set-up may remove one now.
const changedAt = (build: string) => statSync(join(builds, build), { throwIfNoEntry: false })?.mtimeMs ?? 0;
const byAge = readdirSync(builds).sort((a, b) => changedAt(b) - changedAt(a));
for (const build of byAge.slice(BUILDS_KEPT)) rmSync(join(builds, build), { recursive: true, force: true });
