import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../../../scripts/cluster/postgres-server.ts';
import { mustCall } from '../../e2e/support/requests.ts';
import { ServerProcess } from '../../e2e/support/server-process.ts';
import { describeInBrowser } from '../../support/browser.ts';
import { openConsole } from '../support/venue.ts';

describeInBrowser('an outage', (open) => {
  test('of a killed server is shown as one; when it comes back, so does the page, and is right', async () => {
    const PORT = String(await freePort());
    const settings = { PORT, MARKET_ALWAYS_OPEN: 'true', SANDBOX_TICKER: 'off' };
    const server = await ServerProcess.start({ settings });
    const page = await open();
    await page.setViewportSize({ width: 1440, height: 900 });
    await openConsole(page, server.addresses.api, server.client);
    await page.getByText('0 of 5,000').waitFor();
    await server.kill();
    await page.locator('.connection[data-status="waiting"]').waitFor();
    expect(await page.locator('.ladder .stale-note').innerText()).toMatch(/^Disconnected since \d\d:\d\d:\d\d/);
    await expect.poll(() => page.locator('.watch.stale, .orders.stale, .ladder.stale').count()).toBe(3);
    const again = await ServerProcess.start({ settings, dataDir: server.dataDir });
    await page.locator('.connection[data-status="live"]').waitFor();
    await expect.poll(() => page.locator('.stale-note').count()).toBe(0);
    const demo = JSON.parse(readFileSync(join(server.dataDir, 'sandbox-demo.json'), 'utf8')) as Record<string, string>;
    const order = { memberid: '1', issuerid: demo.issuerId, securityid: demo.securityId, type: 'Limit', action: 'Buy' };
    const terms = { quantity: 30, price: '10.25', expiration: 'GTC', disclosePrice: 'Yes', solicited: 'Unsolicited' };
    await mustCall(again, 'createOrder', { ...order, ...terms });
    await page.getByText('30 of 5,000').waitFor();
    await page.locator('.ladder').getByText('4,970').first().waitFor();
  });

  test('leaves the outcome of an order unknown only until the venue answers: it is found by its token', async () => {
    const settings = { MARKET_ALWAYS_OPEN: 'true', SANDBOX_TICKER: 'off' };
    const server = await ServerProcess.start({ settings });
    const page = await open();
    await openConsole(page, server.addresses.api, server.client);
    await page.locator('#ticket-price').fill('9.90');
    await page.getByText('Ready to send').waitFor();
    server.signal('SIGSTOP');
    await page.locator('#ticket-send').click();
    await page.getByText('Outcome unknown: The venue did not answer').waitFor();
    server.signal('SIGCONT');
    await page.getByText(/Order \d+: Working\./).waitFor();
    await page.locator('.orders tbody').getByText('0 of 100').waitFor();
  });
});
