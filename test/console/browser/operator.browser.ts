import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../scripts/cluster/postgres-server.ts';
import { describeInBrowser, type OpenPage } from '../../support/browser.ts';
import { BrowserVenue, type Credentials, goTo, openConsole } from '../support/venue.ts';

const WIDE = { width: 1440, height: 900 };
const WEBHOOKS = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_LOOPBACK: 'true' };

/** As the operator, in a place. */
async function operate(open: OpenPage, venue: BrowserVenue, place: string): Promise<Page> {
  const opened = await open();
  await opened.setViewportSize(WIDE);
  await openConsole(opened, venue.url, venue.credentials('operator'), place);
  return opened;
}

async function refusalOf(venue: BrowserVenue, who: Credentials, method: string, fields: object = {}): Promise<string> {
  const response = await fetch(`${venue.url}/v3/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${who.clientID}:${who.developerAPIKey}` },
    body: JSON.stringify(fields),
  });
  return JSON.stringify(await response.json());
}

const PARTY = {
  firstName: 'Example Blocked',
  lastName: 'Person',
  domicile: 'U.S. citizen',
  dob: '01-31-1980',
  primCountry: 'USA',
  primAddress1: '11 Example Street',
  primCity: 'Example City',
  primState: 'NY',
  primZip: '10001',
  emailAddress: 'investor@example.com',
};

describeInBrowser('what the operator does', (open) => {
  let venue: BrowserVenue;
  let page: Page;
  beforeAll(async () => {
    venue = await BrowserVenue.start(WEBHOOKS);
    page = await operate(open, venue, 'kill-switches');
  });
  afterAll(() => venue.stop());

  test('a kill switch is activated with a reason, stops orders, and is released', async () => {
    const { securityId } = venue.demo;
    const panel = page.locator('.switches');
    await panel.getByLabel('Security', { exact: true }).fill(securityId);
    await panel.getByRole('button', { name: 'Activate …' }).click();
    await page.getByLabel('Reason, shown to clients').fill('A wrong price');
    await page.getByRole('button', { name: 'Activate', exact: true }).click();
    await panel.getByText('A wrong price').waitFor();
    const order = { memberid: '1', issuerid: venue.demo.issuerId, securityid: securityId, type: 'Limit' };
    const terms = { action: 'Buy', quantity: 1, price: '9', expiration: 'GTC', disclosePrice: 'Yes' };
    const fields = { ...order, ...terms, solicited: 'Unsolicited' };
    expect(await refusalOf(venue, venue.credentials('client'), 'createOrder', fields)).toContain('A wrong price');
    await panel.getByRole('button', { name: /^Release security/ }).click();
    await panel.getByText('No active kill switch.').waitFor();
    await venue.call(venue.credentials('client'), 'createOrder', fields);
  });

  test('limits of a client are read, set with a list of securities, and removed', async () => {
    const { clientID } = venue.credentials('client');
    const panel = page.getByRole('article');
    await goTo(page, 'Clients and limits');
    await page.getByRole('link', { name: 'Sandbox client' }).click();
    await panel.getByLabel('Shares of an order').fill('50');
    await panel.getByLabel('Only in these securities (ids)').fill(`${venue.demo.securityId}, 7777`);
    await panel.getByLabel('Sides').selectOption({ label: 'buy only' });
    await panel.getByRole('button', { name: 'Set limits' }).click();
    await page.getByText(`Limits of ${clientID} are set`).first().waitFor();
    const { limits } = await venue.call(venue.credentials('operator'), 'getLimits', { clientId: clientID });
    const allowedSecurities = [venue.demo.securityId, '7777'];
    expect(limits).toEqual({ maxOrderQuantity: 50, allowedSecurities, sides: 'Buy' });
    await panel.getByText('Version 1.').waitFor();
    expect(await panel.getByLabel('Only in these securities (ids)').inputValue()).toBe(allowedSecurities.join(', '));
    await panel.getByLabel('Shares of an order').fill('');
    await panel.getByLabel('Only in these securities (ids)').fill('');
    await panel.getByLabel('Sides').selectOption({ label: 'buy and sell' });
    await panel.getByRole('button', { name: 'Set limits' }).click();
    await panel.getByText('Version 2.').waitFor();
    const now = await venue.call(venue.credentials('operator'), 'getLimits', { clientId: clientID });
    expect(now.limits).toEqual({});
  });

  test('a client has its exposure, keys, users with sessions, and webhooks on its record', async () => {
    const client = venue.credentials('client');
    const limits = { maxOpenOrders: 500 };
    await venue.call(venue.credentials('operator'), 'setLimits', { clientId: client.clientID, limits });
    await venue.order(client, { action: 'Buy', quantity: 3, price: '2.00' });
    const webhook = { method: 'updateOrder', url: 'https://receiver.example.com/orders' };
    await venue.call(venue.credentials('operator'), 'admin/createWebhook', { clientId: client.clientID, ...webhook });
    await goTo(page, 'Clients and limits');
    await page.getByRole('link', { name: 'Sandbox client' }).click();
    const part = (name: string) => page.getByRole('article').getByRole('region', { name, exact: true });
    await part('Exposure')
      .getByText(/worth \$/)
      .waitFor();
    const asked = { clientId: client.clientID };
    const { used } = (await venue.call(venue.credentials('operator'), 'getLimits', asked)) as {
      used: { openOrders: number; openValue: string };
    };
    expect(used.openOrders).toBeGreaterThan(0);
    const value = Number(used.openValue).toLocaleString('en-US', { minimumFractionDigits: 2 });
    await part('Exposure').getByText(`$${value}`, { exact: true }).waitFor();
    await part('Keys').getByText('● active').first().waitFor();
    await part('Users and sessions').getByText('No sessions.').first().waitFor();
    await part('Webhooks').getByText('to https://receiver.example.com/orders').waitFor();
    await venue.call(venue.credentials('operator'), 'setLimits', { clientId: client.clientID, limits: {} });
  });

  test('a date gets its own hours, and its rule back', async () => {
    await goTo(page, 'Markets and calendar');
    const panel = page.locator('.calendar');
    const year = new Date().getFullYear() + 1;
    const date = `${year}-03-10`;
    await panel.getByRole('button', { name: 'Next year' }).click();
    await panel.getByRole('button', { name: 'Set a date …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Date').fill(date);
    await dialog.getByLabel('Name').fill('A short day');
    await dialog.getByLabel('own hours').check();
    await dialog.getByLabel('To', { exact: true }).fill('12:15');
    await dialog.getByRole('button', { name: 'Set', exact: true }).click();
    await panel.getByText('09:30 to 12:15').waitFor();
    await panel.getByRole('button', { name: `Change ${date}` }).click();
    await dialog.getByLabel('back to the rule').check();
    await dialog.getByRole('button', { name: 'Set', exact: true }).click();
    await panel.getByText('A short day').waitFor({ state: 'detached' });
  });

  test('a client and its keys: a new one is shown once, loses a method, and is revoked', async () => {
    await goTo(page, 'Clients and limits');
    await page.getByText('New client …').click();
    await page.getByLabel('Name of the client').fill('Example House');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'Example House' }).click();
    await page.getByRole('link', { name: 'Keys', exact: true }).click();
    const dialog = page.getByRole('main');
    await dialog.getByRole('button', { name: 'New key' }).click();
    const developerAPIKey = await dialog.locator('code.secret').innerText();
    const clientID = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const who = { clientID, developerAPIKey };
    await venue.call(who, 'getSecurities');
    await dialog.getByRole('button', { name: /^Rights of/ }).click();
    await dialog.getByLabel('Methods that it may not call').fill('getSecurities');
    await dialog.getByRole('button', { name: 'Set rights' }).click();
    await dialog.getByText('not getSecurities').waitFor();
    expect(await refusalOf(venue, who, 'getSecurities')).toContain('"111"');
    await dialog.getByRole('button', { name: /^Revoke/ }).click();
    await page.getByLabel('Type REVOKE to go on').fill('REVOKE');
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await dialog.getByText('○ revoked').waitFor();
    expect(await refusalOf(venue, who, 'getSecurities')).toContain('"103"');
  });

  test('a review shows what the watch list matched, and is decided with notes', async () => {
    const client = venue.credentials('client');
    const response = await fetch(`${venue.url}/v3/createParty`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${Object.values(client).join(':')}` },
      body: JSON.stringify(PARTY),
    });
    const partyId = /"partyId":"(\w+)"/.exec(await response.text())?.[1] ?? '';
    await venue.call(client, 'performAml', { partyId });
    await venue.call(client, 'requestKycAml', { investorId: partyId });
    await goTo(page, 'Checks');
    await page.getByRole('link', { name: new RegExp(`^Example Blocked .*${partyId}$`) }).click();
    const record = page.getByRole('article');
    await record.getByRole('button', { name: 'Full answer' }).first().click();
    await record
      .getByText(/Blocked/i)
      .first()
      .waitFor();
    await record.getByRole('button', { name: 'Watch list: disapprove …' }).click();
    await page.getByLabel('Notes for the client').fill('The name is on the list');
    await page.keyboard.press('Enter');
    await page.getByText(`Watch list: disapprove: ${partyId} is done.`).waitFor();
    await record.getByRole('region', { name: 'History' }).getByText('Watch list (AML)').first().waitFor();
    expect(JSON.stringify(await venue.call(client, 'getKycAml', { partyId }))).toContain('Disapproved');
  });

  test('a delivery that failed stands in the log, and goes out again when its client asks', async () => {
    const client = venue.credentials('client');
    const received: string[] = [];
    const receiver = createServer((request, response) => {
      received.push(request.url ?? '');
      response.end();
    });
    const port = await freePort();
    const registration = { clientId: client.clientID, method: 'createOrder', url: `http://127.0.0.1:${port}/orders` };
    await venue.call(venue.credentials('operator'), 'admin/createWebhook', registration);
    await venue.order(client, { action: 'Buy', quantity: 1, price: '9' });
    await goTo(page, 'Webhooks');
    await page.locator('main').getByText('✕ connection error').first().waitFor();
    const issuer = await open();
    await issuer.setViewportSize(WIDE);
    await openConsole(issuer, venue.url, client, 'webhooks');
    await issuer.locator('main').getByText('✕ connection error').first().waitFor();
    receiver.listen(port, '127.0.0.1');
    await issuer.getByRole('button', { name: 'Send failed ones again: createOrder' }).click();
    await issuer.getByText('Failed deliveries go out again.').waitFor();
    await issuer.locator('main').getByText('✓ delivered').first().waitFor();
    expect(received).toContain('/orders');
    receiver.close();
    await issuer.close();
  });

  test('the files of a day have links', async () => {
    const day = { date: '2026-03-02', endedDate: '2026-03-02 21:00:00' };
    const files = [{ name: 'orders.csv', bytes: 1234, rows: 17, url: `${venue.url}/v3/files/orders.csv` }];
    const answer = (fields: object) => ({ json: { statusCode: '101', statusDesc: 'Ok', ...fields } });
    await page.route('**/listReports', (route) => route.fulfill(answer({ reports: [day], totalRecords: 1 })));
    await page.route('**/getReport', (route) => route.fulfill(answer({ report: { ...day, files } })));
    await goTo(page, 'Day files');
    await page.getByRole('button', { name: 'Files of 2026-03-02' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('link', { name: 'orders.csv' }).getAttribute('href')).toBe(files[0]?.url);
    await dialog.getByText('17 rows').waitFor();
    await dialog.getByText('1,234 bytes').waitFor();
    await page.keyboard.press('Escape');
  });

  test('the venue says when its chain was verified', async () => {
    await goTo(page, 'Health and nodes');
    const text = () => page.locator('.health').innerText();
    await expect.poll(text).toMatch(/Chain verified\s+\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
    expect(await text()).toMatch(/Verified up to command\s+\d/);
  });
});
