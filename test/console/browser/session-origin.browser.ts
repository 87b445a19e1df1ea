/** What pages of other origins can do with the session of a reader of the console: nothing (P9, P10). */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser } from '../../support/browser.ts';
import { venueOfFile } from '../support/venue.ts';

const CONSOLE_HEADERS = { 'content-type': 'application/json', 'x-openats-console': '1' };

/** Pages of an attacker, and the cookies that browsers sent to it. */
class Attacker {
  readonly cookies: string[] = [];
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      if (request.headers.cookie !== undefined) this.cookies.push(request.headers.cookie);
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Prize</title><body>');
    });
  }

  async origin(host: string): Promise<string> {
    if (!this.#server.listening) await once(this.#server.listen(0), 'listening');
    return `http://${host}:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
  }
}

/** In the page: what a call gives, or that the browser refuses it. */
function fetched(page: Page, url: string, init: object): Promise<string> {
  const program = `async ({ url, init }) => {
    try {
      const response = await fetch(url, { credentials: 'include', ...init });
      return response.type === 'opaque' ? 'opaque' : (await response.json()).statusCode;
    } catch {
      return 'refused by the browser';
    }
  }`;
  return page.evaluate(`(${program})(${JSON.stringify({ url, init })})`);
}

describeInBrowser('a reader who is signed in', (open) => {
  const venue = venueOfFile();
  const attacker = new Attacker();
  let own: Page;
  beforeAll(async () => {
    own = await open();
    const link = await venue().consoleLink();
    await own.goto(`${venue().url}/console`);
    const token = /[#&]\w+=([\w-]{43})/.exec(link)?.[1];
    expect(token).toBeDefined();
    const opened = `async (body) => await (await fetch('/console/sign-in/link', {
      method: 'POST', headers: ${JSON.stringify(CONSOLE_HEADERS)}, body: JSON.stringify(body),
    })).json()`;
    const { sandboxUsers } = (await own.evaluate(`(${opened})(${JSON.stringify({ token })})`)) as {
      sandboxUsers: readonly { readonly userId: string; readonly roles: readonly string[] }[];
    };
    const { userId } = sandboxUsers.find(({ roles }) => roles.includes('operator'))!;
    expect(await own.evaluate(`(${opened})(${JSON.stringify({ userId })})`)).toMatchObject({ statusCode: '101' });
  });
  afterAll(() => attacker.close());

  const isSignedIn = async () => {
    const answer = await fetched(own, '/v3/getCapabilities', { headers: CONSOLE_HEADERS });
    return answer === '101';
  };

  test('calls with the header in pages of the host, and not without', async () => {
    expect(await isSignedIn()).toBe(true);
    expect(await fetched(own, '/v3/getCapabilities', {})).toBe('103');
    expect(await own.evaluate('document.cookie')).toBe('');
  });

  // The port is no part of a site: the browser sends the cookie of 127.0.0.1 from any of them, whatever SameSite says.
  test.each(['127.0.0.1', 'localhost'])('is out of reach for pages of another origin on %s', async (host) => {
    const page = await open();
    const { userId } = (await sessions())[0]!;
    await page.goto(await attacker.origin(host));
    const [api, port] = [`${venue().url}/v3/endSession`, new URL(venue().url).port];
    const body = JSON.stringify({ userId });
    const form = `userId=${userId}`;
    const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await fetched(page, api, { method: 'POST', headers: CONSOLE_HEADERS, body })).toMatch(/refused/);
    expect(await fetched(page, api, { method: 'POST', headers: urlencoded, body: form })).toMatch(/refused/);
    for (const headers of [urlencoded, { 'content-type': 'text/plain' }]) {
      expect(await fetched(page, api, { method: 'POST', mode: 'no-cors', headers, body: form })).toBe('opaque');
    }
    const signIn = `${venue().url}/console/sign-in/out`;
    expect(await fetched(page, signIn, { method: 'POST', mode: 'no-cors', headers: urlencoded })).toBe('opaque');
    for (const action of [api, signIn]) {
      const answered = page.waitForResponse(action);
      // Each into a separate frame: one that still shows an error may drop the next form.
      await page.evaluate(`{
        const frame = document.createElement('iframe');
        frame.name = 'frame' + document.forms.length;
        document.body.append(frame);
        const form = document.createElement('form');
        Object.assign(form, { method: 'POST', action: '${action}', target: frame.name });
        form.innerHTML = '<input name="userId" value="${userId}">';
        document.body.append(form);
        form.submit();
      }`);
      expect((await answered).ok()).toBe(false);
    }
    const stream = `new Promise((resolve) => {
      const stream = new WebSocket('ws://127.0.0.1:${port}/v3/stream');
      stream.onopen = () => resolve('open');
      stream.onerror = () => resolve('refused');
    })`;
    expect(await page.evaluate(stream)).toBe('refused');
    expect(await isSignedIn()).toBe(true);
    expect(await sessions()).toHaveLength(1);
    if (host === '127.0.0.1') expect(attacker.cookies.join()).toContain('openats-session=');
  });

  async function sessions(): Promise<readonly { readonly userId: string }[]> {
    const answer = await own.evaluate(
      `fetch('/v3/getSessions', { method: 'POST', headers: ${JSON.stringify(CONSOLE_HEADERS)}, body: '{}' })
        .then((response) => response.json())`,
    );
    return (answer as { sessions: readonly { readonly userId: string }[] }).sessions;
  }
});

describeInBrowser('a reader over plain http on another machine', (open) => {
  const venue = venueOfFile();

  test('signs in and works, although the browser names no origin with GET', async () => {
    const page = await open();
    await page.goto((await venue().consoleLink()).replace('127.0.0.1', 'venue.example'));
    await page.getByRole('button', { name: 'Sandbox trader' }).click();
    await page.locator('.connection[data-status="live"]').waitFor();
    expect(await fetched(page, '/v3/getCapabilities', { headers: CONSOLE_HEADERS })).toBe('101');
    expect(await fetched(page, '/v3/getCapabilities', {})).toBe('103');
    const unnamed = { headers: CONSOLE_HEADERS, referrerPolicy: 'no-referrer' };
    expect(await fetched(page, '/v3/getCapabilities', unnamed)).toBe('103');
  });
});
