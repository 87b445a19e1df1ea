/** Serves the console (N1 ...): the page and its files. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Limiters } from '../http/auth/index.ts';
import { lazily, sendPrepared } from '../http/hosted-pages/index.ts';
import { ApiError, refuseOtherVerbs } from '../http/methods/index.ts';
import { readBuiltFiles } from './built-files.ts';
import { consoleDocument } from './console-document.ts';
import { CONSOLE_HEADERS } from './console-headers.ts';

const PAGE = '/console';
/** Deeper addresses are of no place. */
const DEPTH_MAX = 4;
const PLACES = '/console/*';
const ASSETS = '/console/assets/*';
/** Of users and keys that may see the market: most of them. */
const FIRST_PLACE = 'market';

const ASSET_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
};

const WITH_HEAD = { exposeHeadRoute: true };

/** @param environment sandbox or production, shown on the page */
export function consolePlugin(environment: string): (app: FastifyInstance, limiters: Limiters) => void {
  return (app, { pageReader }) => {
    const built = lazily(readBuiltFiles);
    const limited = pageReader === undefined ? {} : { onRequest: pageReader };
    const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
      const folders = foldersOf(request.url);
      if (folders.length > DEPTH_MAX) throw new ApiError(404, undefined, { http: 404 });
      const files = (await built()).pageOf(folders[0] ?? FIRST_PLACE);
      const page = consoleDocument(files, { environment, folders });
      return reply.headers(CONSOLE_HEADERS).type('text/html; charset=utf-8').send(page);
    };
    app.get(PAGE, { ...WITH_HEAD, ...limited }, sendPage);
    app.get(`${PAGE}/`, WITH_HEAD, (_request, reply) => reply.redirect('../console', 308));
    app.get(PLACES, { ...WITH_HEAD, ...limited }, sendPage);
    for (const path of [PAGE, PLACES]) refuseOtherVerbs(app, path, ['GET', 'HEAD']);
    app.get(ASSETS, WITH_HEAD, async (request, reply) => {
      const { '*': name } = request.params as { '*': string };
      const asset = (await built()).files.get(`assets/${name}`);
      if (asset === undefined) throw new ApiError(404, undefined, { http: 404 });
      return sendPrepared(request, reply.headers(ASSET_HEADERS), asset);
    });
  };
}

/** The folders below /console of an address. */
function foldersOf(url: string): readonly string[] {
  return (url.split('?')[0] as string).slice(PAGE.length).split('/').slice(1);
}
