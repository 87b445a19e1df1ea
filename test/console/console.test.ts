import { globSync, readdirSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { consolePlugin } from '../../src/console/index.ts';
import type { Servers } from '../../src/http/server/server.ts';
import { setup } from '../support/built-console.ts';
import { closeBoth, serve } from '../support/served-api.ts';

/** Compressed, of everything that the first view loads (N2). */
const FIRST_VIEW_BYTES_MAX = 150_000;

let hosts: Servers;
beforeAll(async () => {
  setup();
  hosts = await serve({
    methods: [],
    authenticator: { authenticate: () => undefined },
    home: 'console',
    plugins: [consolePlugin('sandbox')],
  });
});
afterAll(() => closeBoth(hosts));

const page = async () => (await hosts.v3.inject('/console')).body;
const addressesIn = (html: string) => [...new Set(html.match(/console\/assets\/[^"]+/g) ?? [])].map((one) => `/${one}`);

interface Syntax {
  readonly type: string;
  readonly source?: Name;
}

/** 'main.js', or `main.js`. */
interface Name {
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[];
}

/** The addresses that a module at `url` imports: before it runs, and later. */
function importsOf(
  text: string,
  url: string,
): { readonly needs: readonly string[]; readonly later: readonly string[] } {
  const needs: string[] = [];
  const later: string[] = [];
  const at = ({ value, quasis }: Name) =>
    new URL(String(value ?? quasis?.[0]?.value.cooked), `http://localhost${url}`).pathname;
  // The parser's own visit of all nodes.
  JSON.stringify(parseAst(text), (_, value: unknown) => {
    const { type, source } = (value ?? {}) as Syntax;
    if (source instanceof Object && 'type' in source) (type === 'ImportExpression' ? later : needs).push(at(source));
    return typeof value === 'bigint' ? String(value) : value;
  });
  return { needs, later };
}

/** All scripts that the page may load, by their addresses. */
async function allScripts(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const waiting = addressesIn(await page()).filter((url) => url.endsWith('.js'));
  for (const url of waiting) {
    if (found.has(url)) continue;
    const { statusCode, body, headers } = await hosts.v3.inject(url);
    expect(statusCode, url).toBe(200);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    found.set(url, body);
    const { needs, later } = importsOf(body, url);
    waiting.push(...needs, ...later);
  }
  return found;
}

/** It has types and exports of other modules: nothing of it is left in the files. */
const isOfNamesAlone = (text: string): boolean =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\/|^import [^;]*;|^export (?:type )?(?:\{[^}]*\}|\*) from [^;]*;/gm, '')
    .replaceAll(/^(?:export )?interface [\s\S]*?^\}|^(?:export )?type [^;]*;|^import\.meta\.glob.*$/gm, '')
    .trim() === '';

describe('the page of the console', () => {
  test('lets nothing come from elsewhere, run inline, or frame it (N3)', async () => {
    const { statusCode, headers, body } = await hosts.v3.inject('/console');
    expect(statusCode).toBe(200);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
        "form-action 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
        "trusted-types 'none'",
    );
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'referrer-policy': 'same-origin' });
    expect(body).not.toMatch(/<style|style="|<script(?![^>]* src=)|\son\w+="|https?:\/\//);
  });

  test('loads less than 150 kB in ten files with the market, and neither the chart nor other places (N2)', async () => {
    let bytes = 0;
    const urls = addressesIn(await page());
    for (const url of urls) {
      const { statusCode, headers, rawPayload } = await hosts.v3.inject({ url, headers: { 'accept-encoding': 'br' } });
      expect(statusCode, url).toBe(200);
      expect(headers).toMatchObject({ 'content-encoding': 'br', 'x-content-type-options': 'nosniff' });
      expect(headers['cache-control']).toContain('immutable');
      bytes += rawPayload.length;
      if (!url.endsWith('.js')) continue;
      const { body } = await hosts.v3.inject(url);
      for (const one of importsOf(body, url).needs) expect(urls).toContain(one);
    }
    expect(urls.length).toBeLessThanOrEqual(10);
    const names = urls.map((url) => url.slice('/console/assets/'.length).replace(/-[\w-]{8}\./, '.'));
    expect(names).toEqual(expect.arrayContaining(['main.js', 'market.js', 'style.css', 'icon.svg']));
    expect(names.filter((name) => /lightweight-charts|uPlot|orders|health/.test(name))).toEqual([]);
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThan(FIRST_VIEW_BYTES_MAX);
  });

  test('has the sheets of places after those of every page, so that they win', async () => {
    const [style = ''] = addressesIn(await page()).filter((url) => url.endsWith('.css'));
    const { body } = await hosts.v3.inject(style);
    const places = ['.ticket>header', '.security>header', '.market-place'].map((rule) => body.indexOf(rule));
    expect(Math.min(...places)).toBeGreaterThan(body.indexOf('.panel>header'));
    expect(body.indexOf(':root')).toBe(0);
  });

  test('of another place loads the files of that place', async () => {
    const { body } = await hosts.v3.inject('/console/orders/188600');
    const names = addressesIn(body).map((url) => url.slice('/console/assets/'.length).replace(/-[\w-]{8}\./, '.'));
    expect(names).toContain('orders.js');
    expect(names).not.toContain('market.js');
  });

  test('has modules that are JavaScript and import what is there, the chart when it is opened', async () => {
    const scripts = await allScripts();
    expect([...scripts.keys()].some((url) => url.includes('/lightweight-charts'))).toBe(true);
    expect(scripts.size).toBeGreaterThan(readdirSync('console/src/places').length);
    // A text that looks like an import stays as it is.
    expect([...scripts.values()].join()).toContain("import { OpenAts } from 'openats/client';");
  });

  test('has every module of the sources once, as its source maps say', async () => {
    const mapped: string[] = [];
    for (const [url, text] of await allScripts()) {
      const [, name = ''] = /\n\/\/# sourceMappingURL=(\S+)\n?$/.exec(text) ?? [];
      const { statusCode, json } = await hosts.v3.inject(new URL(name, `http://localhost${url}`).pathname);
      expect(statusCode, url).toBe(200);
      const { sources, sourcesContent } = json() as { sources: string[]; sourcesContent: string[] };
      for (const [index, source] of sources.entries()) {
        const path = relative('.', resolve('console/dist/assets', source));
        if (!path.startsWith('console/src/')) continue;
        mapped.push(path);
        expect(sourcesContent[index], path).toBe(readFileSync(path, 'utf8'));
      }
    }
    expect(new Set(mapped).size).toBe(mapped.length);
    const written = globSync('console/src/**/*.{ts,tsx}').filter((path) => !isOfNamesAlone(readFileSync(path, 'utf8')));
    expect(written.filter((path) => !mapped.includes(path))).toEqual([]);
  });

  test('is plain, gzipped or brotli, as the browser asks', async () => {
    const [url = ''] = addressesIn(await page());
    const encodings = ['identity', 'gzip', 'gzip, br'];
    const answers = await Promise.all(
      encodings.map((encoding) => hosts.v3.inject({ url, headers: { 'accept-encoding': encoding } })),
    );
    expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br']);
  });

  test.each(['/console/assets/main.js', '/console/assets/..%2Fmanifest.json', '/console/assets/%2E%2E%2Fcomplete'])(
    'is all that is served: %s is not there',
    async (url) => expect((await hosts.v3.inject(url)).statusCode).toBe(404),
  );

  test.each([
    ['/console/orders', '../'],
    ['/console/orders/188600', '../../'],
    ['/console/orders?f.state=Live', '../'],
    ['/console/orders/a%2Fb', '../../'],
  ])('is served at %s, with addresses relative to it', async (url, root) => {
    const { statusCode, headers, body } = await hosts.v3.inject(url);
    expect([statusCode, headers['content-security-policy']]).toEqual([200, expect.stringContaining("'none'")]);
    const [address = ''] = /src="([^"]+\/main-[^"]+\.js)"/.exec(body)?.slice(1) ?? [];
    expect(address.startsWith(`${root}console/assets/`)).toBe(true);
    const at = new URL(address, `http://localhost${url}`);
    expect((await hosts.v3.inject(at.pathname)).statusCode).toBe(200);
    expect(body).toContain(`data-root="${root}"`);
  });

  test('is not served at addresses of no place, nor to other verbs', async () => {
    const [deep, post] = await Promise.all([
      hosts.v3.inject(`/console${'/x'.repeat(5)}`),
      hosts.v3.inject({ method: 'POST', url: '/console/orders' }),
    ]);
    expect([deep.statusCode, post.statusCode, post.headers.allow]).toEqual([404, 405, 'GET, HEAD']);
  });

  test('with a slash at the end redirects to the path without', async () => {
    const { statusCode, headers } = await hosts.v3.inject('/console/');
    expect([statusCode, headers.location]).toEqual([308, '../console']);
  });
});

describe('/', () => {
  test('leads browsers to the console (N1)', async () => {
    const { statusCode, headers } = await hosts.v3.inject({ url: '/', headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([statusCode, headers.location, headers.vary]).toEqual([302, 'console', 'accept']);
  });

  test.each([undefined, '*/*', 'application/json'])('answers programs in JSON, asked for %s', async (accept) => {
    const { json } = await hosts.v3.inject({ url: '/', headers: accept === undefined ? {} : { accept } });
    expect(json()).toMatchObject({ statusCode: '101', documentation: '/docs' });
  });
});
