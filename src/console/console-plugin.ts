/** Serves the console (N1 ...): the page, its files, and the sandbox's credentials to who has a token. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOnThisMachine, type Limiters } from '../http/auth/index.ts';
import { ApiError, JSON_TYPE, refuseOtherVerbs } from '../http/methods/index.ts';
import type { Asset, AssetSet } from './asset.ts';
import { consoleDocument } from './console-document.ts';
import { CONSOLE_HEADERS } from './console-headers.ts';

const PAGE = '/console';
/** Deeper addresses are of no place. */
const DEPTH_MAX = 4;
const PLACES = '/console/*';
const ASSETS = '/console/assets/:version/*';
const SIGN_IN = '/console/sandbox-sign-in';

/** Somebody whom the sandbox made, to sign in as. */
export interface SandboxUser {
  readonly name: string;
  readonly clientID: string;
  readonly developerAPIKey: string;
}

export interface ConsoleOptions {
  /** sandbox or production, shown on the page. */
  readonly environment: string;
  /** Handed to a page on this machine that has a token (N5); empty: to nobody. */
  readonly sandboxUsers: (token: unknown) => readonly SandboxUser[];
}

const WITH_HEAD = { exposeHeadRoute: true };

export function consolePlugin(options: ConsoleOptions): (app: FastifyInstance, limiters: Limiters) => void {
  return (app, { pageReader }) => {
    const assets = lazily(readAssets);
    const limited = pageReader === undefined ? {} : { onRequest: pageReader };
    const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
      const depth = depthOf(request.url);
      if (depth > DEPTH_MAX) throw new ApiError(404, undefined, { http: 404 });
      const page = consoleDocument(await assets(), { ...options, depth });
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
      return sendAsset(request, reply, asset);
    });
    addSignIn(app, options, limited);
  };
}

/**
 * What the sandbox made for its user is given to a page of this very server that is read on this very machine and has
 * the token of the link that the start printed. POST, with headers that no page of elsewhere may send without being
 * asked; its answer could not be read there anyway.
 */
function addSignIn(app: FastifyInstance, { sandboxUsers }: ConsoleOptions, limited: object): void {
  app.post(SIGN_IN, limited, (request, reply) => {
    const isAsked = isOwnPage(request) && isOnThisMachine(request);
    const users = isAsked ? sandboxUsers(request.headers['x-openats-token']) : [];
    if (users.length === 0) throw new ApiError(404, undefined, { http: 404 });
    void reply.header('cache-control', 'no-store').type(JSON_TYPE);
    reply.send(JSON.stringify({ statusCode: '101', statusDesc: 'Ok', users }));
  });
  refuseOtherVerbs(app, SIGN_IN, ['POST']);
}

/** The folders below /console of an address. */
function depthOf(url: string): number {
  return (url.split('?')[0] as string).slice(PAGE.length).split('/').length - 1;
}

function isOwnPage({ headers }: FastifyRequest): boolean {
  return headers['x-openats-console'] === '1' && (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = (['br', 'gzip'] as const).find((one) => new RegExp(`\\b${one}\\b`).test(accepted));
  const bytes = encoding === 'br' ? asset.brotli : encoding === 'gzip' ? asset.gzip : asset.plain;
  void reply.headers({
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'same-origin',
    vary: 'accept-encoding',
  });
  if (encoding !== undefined) void reply.header('content-encoding', encoding);
  return reply.type(asset.type).send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

async function readAssets(): Promise<AssetSet> {
  // None of the options of the process, some of which a thread may not have. Node calls the stripping of types
  // experimental whoever asks for it.
  const execArgv = ['--disable-warning=ExperimentalWarning'];
  const worker = new Worker(new URL('./assets-worker.ts', import.meta.url), { execArgv });
  const [assets] = (await once(worker, 'message')) as [AssetSet];
  return assets;
}

/** Asked once, by the first who needs it; what failed once may succeed for the next. */
function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
