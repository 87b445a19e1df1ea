/** Serves the console (N1 ...): the page and its files. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Limiters } from '../http/auth/index.ts';
import { lazily, sendPrepared } from '../http/hosted-pages/index.ts';
import { ApiError, refuseOtherVerbs } from '../http/methods/index.ts';
import type { AssetSet } from './asset.ts';
import { consoleDocument } from './console-document.ts';
import { CONSOLE_HEADERS } from './console-headers.ts';

const PAGE = '/console';
/** Deeper addresses are of no place. */
const DEPTH_MAX = 4;
const PLACES = '/console/*';
const ASSETS = '/console/assets/:version/*';

const ASSET_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
};

const WITH_HEAD = { exposeHeadRoute: true };

/** @param environment sandbox or production, shown on the page */
export function consolePlugin(environment: string): (app: FastifyInstance, limiters: Limiters) => void {
  return (app, { pageReader }) => {
    const assets = lazily(readAssets);
    const limited = pageReader === undefined ? {} : { onRequest: pageReader };
    const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
      const folders = foldersOf(request.url);
      if (folders.length > DEPTH_MAX) throw new ApiError(404, undefined, { http: 404 });
      const page = consoleDocument(await assets(), { environment, folders });
      return reply.headers(CONSOLE_HEADERS).type('text/html; charset=utf-8').send(page);
    };
    app.get(PAGE, { ...WITH_HEAD, ...limited }, sendPage);
    app.get(`${PAGE}/`, WITH_HEAD, (_request, reply) => reply.redirect('../console', 308));
    app.get(PLACES, { ...WITH_HEAD, ...limited }, sendPage);
    for (const path of [PAGE, PLACES]) refuseOtherVerbs(app, path, ['GET', 'HEAD']);
    app.get(ASSETS, WITH_HEAD, async (request, reply) => {
      const { version, '*': path } = request.params as { version: string; '*': string };
      const all = await assets();
      const asset = version === all.version ? all.files.get(path) : undefined;
      if (asset === undefined) throw new ApiError(404, undefined, { http: 404 });
      return sendPrepared(request, reply.headers(ASSET_HEADERS), asset);
    });
  };
}

/** The folders below /console of an address. */
function foldersOf(url: string): readonly string[] {
  return (url.split('?')[0] as string).slice(PAGE.length).split('/').slice(1);
}

async function readAssets(): Promise<AssetSet> {
  // None of the options of the process, some of which a thread may not have. Node calls the stripping of types
  // experimental whoever asks for it.
  const execArgv = ['--disable-warning=ExperimentalWarning'];
  const worker = new Worker(new URL('./assets-worker.ts', import.meta.url), { execArgv });
  const [assets] = (await once(worker, 'message')) as [AssetSet];
  return assets;
}
