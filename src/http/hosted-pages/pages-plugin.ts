/** Serves hosted pages, and what they load. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Limiter, Limiters } from '../auth/index.ts';
import { ApiError, RefusalWithHeaders, refuseOtherVerbs } from '../methods/index.ts';
import { contentPolicy, PAGE_HEADERS } from './content-policy.ts';
import type { HostedPage, PageForm, PageView } from './hosted-page.ts';
import { fragment, h, htmlDocument } from './html.ts';
import { type PageAsset, readPageAssets } from './page-assets.ts';
import { sendPrepared } from './prepared-file.ts';

/** More than any form of ours. */
const FORM_BYTES_MAX = 16 * 1024;
/** What makes a link has 43 characters. */
const PARAMS_LENGTH_MAX = 200;

const COMMON: Readonly<Record<string, URL>> = {
  'page.css': new URL('./assets/page.css', import.meta.url),
  'page.js': new URL('./assets/page.js', import.meta.url),
};

const ASSET_PATH = '/pages/assets/:name';

export interface PagesDeps {
  readonly pages: readonly HostedPage[];
  /** Origins that may embed the pages and are notified of their outcome; `*`: all. */
  readonly ancestors: readonly string[];
  readonly log: Logger;
}

/** Each page with its form, at /pages/<name>. */
export function hostedPages({
  pages,
  ancestors,
  log,
}: PagesDeps): (app: FastifyInstance, limiters: Pick<Limiters, 'pageReader'>) => void {
  return (app, { pageReader }) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES_MAX },
      (_request, text, done) => done(null, new Map(new URLSearchParams(text as string))),
    );
    const assets = new Map<string, PageAsset>(readPageAssets(COMMON));
    for (const page of pages) {
      const own = readPageAssets(page.assets ?? {});
      for (const [name, asset] of own) {
        if (assets.has(name)) throw new Error(`two files of hosted pages are called ${name}`);
        assets.set(name, asset);
      }
      // The page's own scripts first: what all have comes after their listeners.
      const loaded = [...own.values(), ...[...Object.keys(COMMON)].map((name) => assets.get(name) as PageAsset)];
      addPage(app, page, { assets: loaded, ancestors, log, limiter: pageReader });
    }
    addAssets(app, assets);
  };
}

interface Shown {
  readonly assets: readonly PageAsset[];
  readonly ancestors: readonly string[];
  readonly log: Logger;
  readonly limiter: Limiter | undefined;
}

function addPage(app: FastifyInstance, page: HostedPage, { assets, ancestors, log, limiter }: Shown): void {
  const url = `/pages/${page.name}`;
  const headers = pageHeaders(ancestors, page.policy);
  const send = (reply: FastifyReply, view: PageView | undefined) => {
    const shown = view ?? ended(page.name);
    reply
      .code(shown.http ?? 200)
      .headers(headers)
      .type('text/html; charset=utf-8');
    return reply.send(pageDocument(shown, assets, ancestors));
  };
  const route = {
    ...(limiter === undefined ? {} : { onRequest: limiter }),
    // What limits requests refuses people here, who read pages.
    errorHandler: (error: Error, _request: FastifyRequest, reply: FastifyReply) => {
      if (!(error instanceof RefusalWithHeaders) || error.statusCode !== 429) throw error;
      return send(reply.headers(error.headers), TOO_MANY);
    },
  };
  app.get(url, route, async (request, reply) => {
    const params = paramsOf(request);
    return send(reply, params === undefined ? undefined : await page.show(params));
  });
  app.post(url, route, async (request, reply) => {
    const params = paramsOf(request);
    const form = request.body instanceof Map ? (request.body as PageForm) : new Map<string, string>();
    const sender = { ip: request.ip, log: log.child({ requestId: request.id, page: page.name }) };
    return send(reply, params === undefined ? undefined : await page.submit(params, form, sender));
  });
  refuseOtherVerbs(app, url, ['GET', 'POST']);
}

function addAssets(app: FastifyInstance, assets: ReadonlyMap<string, PageAsset>): void {
  app.get(ASSET_PATH, (request, reply) => {
    const asset = assets.get((request.params as { name: string }).name);
    if (asset === undefined) throw new ApiError(404, undefined, { http: 404 });
    return sendPrepared(request, reply.header('cache-control', 'public, max-age=31536000, immutable'), asset);
  });
  refuseOtherVerbs(app, ASSET_PATH, ['GET']);
}

function paramsOf(request: FastifyRequest): string | undefined {
  const params = new URL(request.url, 'http://localhost').searchParams.get('params');
  return params === null || params === '' || params.length > PARAMS_LENGTH_MAX ? undefined : params;
}

/** No message to the page around it: the form can be sent again. */
const TOO_MANY: PageView = {
  http: 429,
  title: 'Too many requests',
  main: fragment(
    h('h1', {}, 'Too many requests'),
    h('p', { role: 'alert' }, 'Nothing was saved. Wait a minute, then go back and try again.'),
  ),
};

/** Shown for a link that is no longer valid; it does not say whether it ever was. */
function ended(source: string): PageView {
  const text = 'This link is not valid any more. Ask for a new one.';
  return {
    http: 410,
    title: 'Link not valid',
    main: fragment(h('h1', {}, 'Link not valid'), h('p', { role: 'alert' }, text)),
    message: { source, status: 'error', message: text },
  };
}

/** Headers of a hosted page: nothing from elsewhere, no inline script, no trace of its address. */
const POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
};

/** `ancestors`: the origins that may embed the page. */
function pageHeaders(
  ancestors: readonly string[],
  further: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const frameAncestors = ancestors.length === 0 ? "'none'" : ancestors.join(' ');
  const policy = { ...POLICY, ...further, 'frame-ancestors': frameAncestors };
  return {
    // Its address is the credential: PAGE_HEADERS keep it from others.
    ...PAGE_HEADERS,
    'content-security-policy': contentPolicy(policy),
    'cache-control': 'no-store',
  };
}

/** Whom the message of a page is posted to: origins, or * for whoever embeds it. */
type Targets = readonly string[];

/** The whole document. Scripts run in their order once the page is there; none is inline. */
function pageDocument(view: PageView, assets: readonly PageAsset[], targets: Targets): string {
  const scripts = assets.filter(({ type }) => type.startsWith('text/javascript'));
  const styles = assets.filter(({ type }) => type.startsWith('text/css'));
  const message = view.message && JSON.stringify(view.message);
  const data = message === undefined ? {} : { 'data-message': message, 'data-targets': JSON.stringify(targets) };
  const loads = [
    styles.map(({ href }) => h('link', { rel: 'stylesheet', href })),
    scripts.map(({ href }) => h('script', { src: href, defer: true })),
  ];
  return htmlDocument(view.title, loads, h('body', data, h('main', {}, view.main)));
}
