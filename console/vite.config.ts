/** Builds the console into dist/ (`vite build`), and serves its sources while they are worked on (`vite`). */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { consoleDocument } from '../src/console/console-document.ts';

const ICON = 'src/icon.svg';
/** The venue whose API the sources use while they are worked on. */
const VENUE = process.env.VENUE ?? 'http://127.0.0.1:8080';

/** The icon, which no module imports, as a file named by its content. */
function icon(): Plugin {
  return {
    name: 'icon',
    apply: 'build',
    async buildStart() {
      const source = await readFile(join(import.meta.dirname, ICON));
      this.emitFile({ type: 'asset', name: 'icon.svg', originalFileName: ICON, source });
    },
  };
}

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

/** Each file once more as .gz and as .br: the server compresses nothing. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const folder = join(dir, 'assets');
      const forms = async (name: string) => {
        const plain = await readFile(join(folder, name));
        // Few read the source maps, which are most of the bytes.
        const quality = name.endsWith('.map') ? 4 : constants.BROTLI_MAX_QUALITY;
        const brotli = await brotlied(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
        await writeFile(join(folder, `${name}.br`), brotli);
        await writeFile(join(folder, `${name}.gz`), await gzipped(plain, { level: constants.Z_BEST_COMPRESSION }));
      };
      await Promise.all((await readdir(folder)).map(forms));
      // For the set-up, which builds what was cut off once more.
      await writeFile(join(dir, 'complete'), '');
    },
  };
}

/** The page, with the sources in place of the files; everything else that is no source is the venue's. */
function page(): Plugin {
  const files = { main: '../src/main.tsx', style: '../src/tokens.css', icon: `../${ICON}`, preloads: [] };
  return {
    name: 'page',
    apply: 'serve',
    configureServer({ middlewares, transformIndexHtml }) {
      middlewares.use(async (request, response, next) => {
        const [path = '', ...folders] = (request.url ?? '').split('?')[0]?.slice(1).split('/') ?? [];
        if (request.method !== 'GET' || path !== 'console' || folders[0] === 'sign-in') return next();
        const document = consoleDocument(files, { environment: 'sandbox', folders });
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(await transformIndexHtml(request.url ?? '', document));
      });
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [icon(), compressed(), page()],
  build: {
    manifest: 'manifest.json',
    sourcemap: true,
    // One sheet for all places, as small as two of them.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: 'src/main.tsx', checks: { bundlerTimings: false } },
  },
  server: {
    // Apart from the stream of the venue.
    hmr: { path: '@reload' },
    proxy: {
      '^/(?!(?:console(?:/(?!sign-in/).*|\\?.*)?$)|src/|@|node_modules/)': { target: VENUE, ws: true },
    },
  },
});
