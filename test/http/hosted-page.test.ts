import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pageAddress } from '../../src/http/hosted-pages/hosted-page.ts';
import type { Servers } from '../../src/http/server/server.ts';
import { closeBoth } from '../support/served-api.ts';
import { servePage } from './hosted-page-example.ts';

let servers: Servers;
let address: string;

async function start(...options: Parameters<typeof servePage>): Promise<void> {
  ({ servers, address } = await servePage(...options));
}

beforeEach(() => start());
afterEach(() => closeBoth(servers));

const goodAddress = () => pageAddress(address, 'example', 'good');

function send(fields: Record<string, string>, params = 'good'): Promise<Response> {
  return fetch(pageAddress(address, 'example', params), { method: 'POST', body: new URLSearchParams(fields) });
}

describe('a hosted page', () => {
  test('is shown for its link, and loads nothing from elsewhere', async () => {
    const response = await fetch(goodAddress());
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const policy = response.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("form-action 'self'; base-uri 'none'; frame-src 'self'; frame-ancestors *");
    expect(policy).not.toContain('unsafe');
    const text = await response.text();
    expect(text).toContain('<title>Example &#38; more</title>');
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=|https?:/);
    const loaded = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path!);
    expect(loaded.map((path) => path.replace(/\?v=.*/, ''))).toEqual(['assets/page.css', 'assets/page.js']);
    for (const path of loaded) {
      const asset = await fetch(new URL(path, goodAddress()));
      expect(asset.status).toBe(200);
      expect(asset.headers.get('cache-control')).toContain('immutable');
    }
  });

  test('is embedded by those who may only', async () => {
    for (const [ancestors, directive] of [
      [[], "frame-ancestors 'none'"],
      [
        ['https://a.example.com', 'https://b.example.com'],
        'frame-ancestors https://a.example.com https://b.example.com',
      ],
    ] as const) {
      await closeBoth(servers);
      await start(ancestors);
      const policy = (await fetch(goodAddress())).headers.get('content-security-policy')!;
      expect(policy.split('; ')).toContain(directive);
    }
  });

  test.each(['', 'bad', 'x'.repeat(500)])('is gone for the link %j', async (params) => {
    for (const response of [await fetch(pageAddress(address, 'example', params)), await send({ name: 'a' }, params)]) {
      expect(response.status).toBe(410);
      expect(await response.text()).toContain('This link is not valid any more');
    }
  });

  test('shows what was sent escaped', async () => {
    const response = await send({ name: `<b>"First" & 'Last'</b>` });
    const text = await response.text();
    expect(text).toContain('Thanks, &#60;b&#62;&#34;First&#34; &#38; &#39;Last&#39;&#60;/b&#62; of 127.0.0.1');
    expect(text).not.toContain('<b>');
  });

  test('takes forms of a modest size, and no other bodies or verbs', async () => {
    expect((await send({ name: 'x'.repeat(20_000) })).status).toBe(413);
    const json = await fetch(goodAddress(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(json.status).toBe(415);
    const other = await fetch(goodAddress(), { method: 'PUT' });
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, POST']);
    expect((await fetch(`${address}/pages/assets/nothing.js`)).status).toBe(404);
    expect((await fetch(`${address}/pages/other?params=good`)).status).toBe(404);
  });

  test('is given to one address so often in a minute, and says so in a page; its files are not counted', async () => {
    await closeBoth(servers);
    await start(['*'], { pageRequestsPerAddress: 3 });
    const statuses = [];
    for (const ask of [() => fetch(goodAddress()), () => send({ name: 'a' }), () => send({ name: 'b' }, 'bad')]) {
      statuses.push((await ask()).status);
    }
    expect(statuses).toEqual([200, 200, 410]);
    for (const refused of [await fetch(goodAddress()), await send({ name: 'a' })]) {
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'");
      const text = await refused.text();
      expect(text).toContain('Too many requests');
      expect(text).not.toContain('Thanks');
      const [, path] = /href="([^"]+)"/.exec(text)!;
      expect((await fetch(new URL(path!, goodAddress()))).status).toBe(200);
    }
  });

  test('counts, as its files do, for the limit of all requests of an address', async () => {
    await closeBoth(servers);
    await start(['*'], { requestsPerAddress: 1, pageRequestsPerAddress: 0 });
    expect((await fetch(goodAddress())).status).toBe(200);
    const refused = await fetch(goodAddress());
    expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
    expect((await fetch(`${address}/pages/assets/page.css`)).status).toBe(429);
    expect((await fetch(`${address}/health`)).status).toBe(200);
  });
});
