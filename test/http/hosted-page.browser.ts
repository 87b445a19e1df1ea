import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pageAddress } from '../../src/http/hosted-pages/hosted-page.ts';
import type { Servers } from '../../src/http/server/server.ts';
import { describeInBrowser } from '../support/browser.ts';
import { closeBoth } from '../support/served-api.ts';
import { servePage } from './hosted-page-example.ts';

let servers: Servers;
let address: string;

beforeEach(async () => {
  ({ servers, address } = await servePage());
});
afterEach(() => closeBoth(servers));

const goodAddress = () => pageAddress(address, 'example', 'good');

describeInBrowser('a hosted page in Chromium', (open) => {
  /** A page of the client, on another origin, that embeds ours and records the messages that it gets. */
  async function embedding(): Promise<{ readonly server: Server; readonly url: string }> {
    const text = `<!doctype html><title>Client</title><iframe src="${goodAddress()}"></iframe>
<script>const got = []; addEventListener('message', ({ origin, data }) => got.push({ origin, data }));</script>`;
    const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(text));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { server, url: `http://localhost:${(server.address() as AddressInfo).port}/` };
  }

  test('notifies the page around it how it ended', async () => {
    const { server, url } = await embedding();
    const page = await open();
    const problems: string[] = [];
    page.on('console', (line) => problems.push(line.text()));
    await page.goto(url);
    const frame = page.frameLocator('iframe');
    await frame.getByLabel('Name').fill('First');
    // A key whose press leads to another page may never be reported as released, where the frame has its own process.
    await frame.getByRole('button', { name: 'Send' }).dispatchEvent('click');
    await frame.getByText('Thanks, First').waitFor();
    // After the text, by a script that is read later.
    await page.waitForFunction('got.length > 0');
    expect(await page.evaluate('got')).toEqual([
      { origin: address, data: { source: 'example', status: 'success', name: 'First' } },
    ]);
    expect(problems.filter((line) => !line.includes('favicon'))).toEqual([]);
    await page.close();
    server.closeAllConnections();
    server.close();
  });

  test('leads to a fault', async () => {
    const page = await open();
    await page.goto(goodAddress());
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Missing').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Missing');
    await page.close();
  });
});
