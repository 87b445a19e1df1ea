import { once } from 'node:events';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isOnThisMachine } from '../auth/index.ts';
import { h, htmlDocument, lazily, type PreparedFile, sendPrepared, trusted, versionOf } from '../hosted-pages/index.ts';
import { JSON_TYPE, joinedInTurns, nextTurn } from '../methods/index.ts';
import { INTRODUCTION } from '../openapi/index.ts';

/** Everything comes from this server; nothing may be loaded from, or sent to, anywhere else. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "base-uri 'self'",
  "frame-ancestors 'none'",
  "img-src 'self' data:",
  "object-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
].join('; ');

/** HEAD is answered as GET is, without the body. */
const WITH_HEAD = { exposeHeadRoute: true };

const DOCUMENT_PATH = '/openapi.json';
const SCRIPT_PATH = '/docs/scalar.js';
const PAGE_TYPE = 'text/html; charset=utf-8';
const PAGE_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};

export interface DocumentationOptions {
  /** `<client id>:<key>`, filled in where the reader is on this machine and `/docs?token=` has the right token. */
  readonly credentials?: ((token: unknown) => string | undefined) | undefined;
  /** The page that browsers are led to from /, relative to it; absent: none. */
  readonly home?: string | undefined;
}

/**
 * /openapi.json, the reference page /docs made from it, and / that points to both. `document` is asked once, by the
 * first who reads it, for its text piece by piece.
 */
export function addDocumentation(
  app: FastifyInstance,
  document: () => Iterable<string>,
  { credentials = () => undefined, home }: DocumentationOptions = {},
): void {
  const pointer = JSON.stringify({
    statusCode: '101',
    statusDesc: 'Ok',
    documentation: '/docs',
    openapi: DOCUMENT_PATH,
  });
  const openApi = lazily(async () => prepared(JSON_TYPE, await joinedInTurns(document())));
  const page = lazily(() => prepared(PAGE_TYPE, referencePage(undefined)));
  const script = lazily(readReferenceScript);
  app.get(DOCUMENT_PATH, WITH_HEAD, async (request, reply) =>
    sendPrepared(request, reply.header('cache-control', 'no-cache'), await openApi()),
  );
  app.get('/', WITH_HEAD, (request, reply) => {
    void reply.header('vary', 'accept');
    if (home !== undefined && isBrowser(request)) return reply.redirect(home, 302);
    return reply.header('content-type', JSON_TYPE).send(pointer);
  });
  for (const path of ['/docs', '/docs/']) {
    app.get(path, WITH_HEAD, async (request, reply) => {
      const asked = request.method === 'GET' && isOnThisMachine(request);
      const token = asked ? credentials((request.query as { token?: unknown }).token) : undefined;
      void reply.headers(PAGE_HEADERS);
      if (token === undefined) return sendPrepared(request, reply, await page());
      // The page holds a key.
      return reply.header('cache-control', 'no-store').type(PAGE_TYPE).send(referencePage(token));
    });
  }
  app.get(SCRIPT_PATH, WITH_HEAD, async (request, reply) =>
    sendPrepared(request, reply.header('cache-control', 'public, max-age=3600'), await script()),
  );
}

/** Compressed outside of the main thread. */
async function prepared(type: string, text: string): Promise<PreparedFile> {
  const plain = Buffer.from(text);
  await nextTurn();
  return { type, version: versionOf(plain), plain, gzip: await promisify(gzip)(plain) };
}

/** Whether somebody opens an address in a browser: programs do not ask for HTML by name. */
function isBrowser({ headers }: FastifyRequest): boolean {
  return /(^|[\s,])text\/html\b/i.test(headers.accept ?? '');
}

/** Reads the script in a thread that ends with it: the package takes long to load, which no order has to wait for. */
async function readReferenceScript(): Promise<PreparedFile> {
  const worker = new Worker(new URL('./reference-script-worker.ts', import.meta.url));
  const [script] = (await once(worker, 'message')) as [PreparedFile & { brotli?: Uint8Array }];
  worker.once('message', ({ brotli }: { readonly brotli: Uint8Array }) => {
    script.brotli = brotli;
  });
  // Without it the script is larger, no more: the process may end, and the thread may fail.
  worker.on('error', () => {});
  worker.unref();
  return script;
}

/** The page at /docs: Scalar's reference, set to load everything from this server. */

/** What Scalar would load or send elsewhere is off; the policy of the page would stop it anyway. */
const SETTINGS = {
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultOpenAllTags: false,
  hideModels: true,
  // The name of a method says more than its summary to a reader who looks for it.
  operationTitleSource: 'path',
  documentDownloadType: 'json',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  metaData: { title: 'OpenATS API' },
};

/** The first part of the introduction, to read until the script is here. */
const FIRST_PAGE = INTRODUCTION.slice(0, INTRODUCTION.indexOf('\n## '))
  .replaceAll(/^(## |```).*\n?/gm, '')
  .trim();

const FIRST_PAGE_STYLE = `:root { color-scheme: light dark; }
      .first { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; }
      .first pre { white-space: pre-wrap; }
      .first:has(~ div) { display: none; }`;

/** @param token `<client id>:<key>`, filled in for a reader who tries a method */
function referencePage(token: string | undefined): string {
  const authentication = {
    preferredSecurityScheme: 'bearerCredentials',
    ...(token === undefined ? {} : { securitySchemes: { bearerCredentials: { token } } }),
  };
  const settings = JSON.stringify({ ...SETTINGS, authentication });
  const asData = { id: 'api-reference', type: 'application/json', 'data-url': DOCUMENT_PATH };
  return htmlDocument(
    'OpenATS API',
    [h('link', { rel: 'icon', href: 'data:,' }), h('style', {}, trusted(FIRST_PAGE_STYLE))],
    h(
      'body',
      {},
      h(
        'main',
        { class: 'first' },
        h('h1', {}, 'OpenATS API'),
        h('p', {}, 'The reference of all methods is loading.'),
        h('pre', {}, FIRST_PAGE),
      ),
      h(
        'noscript',
        {},
        'This page needs JavaScript. The same is in ',
        h('a', { href: DOCUMENT_PATH }, DOCUMENT_PATH),
        '.',
      ),
      h('script', { ...asData, 'data-configuration': settings }),
      h('script', { src: SCRIPT_PATH, defer: true }),
    ),
  );
}
