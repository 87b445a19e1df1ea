import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { buildAssets } from '../../src/console/build-assets.ts';
import { consolePlugin } from '../../src/console/index.ts';
import type { Servers } from '../../src/http/server/server.ts';
import { closeBoth, serve } from '../support/served-api.ts';

/** Compressed, of everything that the first view loads (N2). */
const FIRST_VIEW_BYTES_MAX = 150_000;

let hosts: Servers;
beforeAll(async () => {
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
  readonly [name: string]: unknown;
}

const statementsOf = (text: string): readonly Syntax[] => (parseAst(text) as unknown as { body: Syntax[] }).body;

/** Without places in the text, and of a call of import without what it names. */
function written(syntax: readonly unknown[]): string {
  const kept = (name: string, value: unknown) => {
    if (['start', 'end', 'raw'].includes(name)) return undefined;
    if ((value as Syntax | null)?.type === 'ImportExpression') return 'import';
    return typeof value === 'bigint' ? String(value) : value;
  };
  return JSON.stringify(syntax, kept);
}

/** The statements of a module but for imports and exports. */
const ownStatements = (text: string): readonly unknown[] =>
  statementsOf(text).flatMap((one) => {
    if (one.type === 'ImportDeclaration' || one.type === 'ExportAllDeclaration') return [];
    return one.type === 'ExportNamedDeclaration' ? (one.declaration ?? []) : one;
  });

/** Of each module in a file of several: the statements of its function but for imports and the value returned. */
function* modulesIn(text: string): Generator<[variable: string, statements: readonly unknown[]]> {
  for (const { type, declarations } of statementsOf(text)) {
    if (type !== 'VariableDeclaration') continue;
    const [{ id, init }] = declarations as [{ id: { name?: string }; init: { callee?: { body: { body: Syntax[] } } } }];
    const body = init.callee?.body.body;
    if (body === undefined || id.name === undefined) continue;
    const isImport = ({ type, declarations: [first] = [] }: Syntax & { declarations?: Syntax[] }) =>
      type === 'VariableDeclaration' && String((first?.init as Syntax | null)?.name ?? '').startsWith('$');
    yield [id.name, body.filter((one) => one.type !== 'ReturnStatement' && !isImport(one))];
  }
}

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
      for (const [, name] of body.matchAll(/^import .* from '([^']+)';$/gm)) {
        expect(urls).toContain(new URL(name as string, `http://localhost${url}`).pathname);
      }
    }
    expect(urls.length).toBeLessThanOrEqual(10);
    expect(urls.filter((url) => /lightweight-charts|uplot|\/places\/(?!market\/)/.test(url))).toEqual([]);
    expect(urls.some((url) => url.endsWith('/places/market/index.js'))).toBe(true);
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThan(FIRST_VIEW_BYTES_MAX);
  });

  test('of another place loads the files of that place', async () => {
    const { body } = await hosts.v3.inject('/console/orders/188600');
    const places = addressesIn(body).filter((url) => url.includes('/places/'));
    expect(places).toEqual([expect.stringContaining('/places/orders/index.js')]);
  });

  test('has modules that are JavaScript and import what is there', async () => {
    const waiting = addressesIn(await page()).filter((url) => url.endsWith('.js'));
    const seen = new Set(waiting);
    for (const url of seen) {
      const { statusCode, body, headers } = await hosts.v3.inject(url);
      expect(statusCode, url).toBe(200);
      expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
      if (url.includes('/vendor/')) continue;
      expect(body, url).not.toMatch(/^(import|export) type|^(?:import|export)\b[^'`;]*from '[^.]|\.ts'/m);
      // A text that looks like an import stays as it is.
      if (url.endsWith('/main.js')) expect(body).toContain("`import { OpenAts } from 'openats/client';");
      for (const [, name] of body.matchAll(/(?:from\s+|import\()'(\.[^']+)'/g)) {
        seen.add(new URL(name as string, `http://localhost${url}`).pathname);
      }
    }
    expect([...seen].some((url) => url.endsWith('vendor/lightweight-charts.js'))).toBe(true);
  });

  test('has the modules of the sources, each once, without comments', () => {
    const { files } = buildAssets();
    const sent = new Map<string, readonly unknown[]>();
    for (const [path, { plain }] of files) {
      if (!path.endsWith('.js') || path.startsWith('vendor/')) continue;
      const text = Buffer.from(plain).toString('utf8');
      expect(text, path).not.toMatch(/^ *(\/\*\*|\/\/ )/m);
      for (const [variable, statements] of modulesIn(text)) {
        expect(sent.has(variable), variable).toBe(false);
        sent.set(variable, statements);
      }
    }
    expect(sent.size).toBeGreaterThan(200);
    const sources = globSync('src/{console/app,client,csv}/**/*.ts').map(
      (path) => [path.slice('src/'.length).replace(/\.ts$/, '').replace(/\W/g, '_'), path] as const,
    );
    const byVariable = new Map(sources.map(([name, path]) => [`$${name}`, path]));
    for (const [variable, statements] of sent) {
      const source = stripTypeScriptTypes(readFileSync(byVariable.get(variable) as string, 'utf8'));
      expect(written(statements), variable).toBe(written(ownStatements(source)));
    }
  });

  test('is plain, gzipped or brotli, as the browser asks', async () => {
    const [url = ''] = addressesIn(await page());
    const encodings = ['identity', 'gzip', 'gzip, br'];
    const answers = await Promise.all(
      encodings.map((encoding) => hosts.v3.inject({ url, headers: { 'accept-encoding': encoding } })),
    );
    expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br']);
  });

  test.each(['/console/assets/0000000000000000/console/app/main.js', '/console/assets/../../config.ts'])(
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
    const [address = ''] = /src="([^"]+main\.js)"/.exec(body)?.slice(1) ?? [];
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
