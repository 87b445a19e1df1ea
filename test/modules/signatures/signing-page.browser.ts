/** The page on which documents are signed, in a real browser on a narrow screen (D11). */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/database/open-database.ts';
import { describeInBrowser, NARROW } from '../../support/browser.ts';
import { startSigning } from './signing-api.ts';

describeInBrowser('the page of a signature', (open) => {
  const start = async () => {
    const signing = await startSigning(await openDatabase({ file: ':memory:' }));
    await signing.addTemplate('Subscription Agreement');
    const [url] = (await signing.signingUrls()) as [string];
    const page = await open();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy|Refused to/.test(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    return { ...signing, url, page, complaints };
  };
  const focused = (page: Page) => page.evaluate('document.activeElement.id || document.activeElement.name');

  test('is read and signed with the keyboard alone', async () => {
    const { page, url, api, complaints } = await start();
    const read = page.waitForResponse((response) => response.url().includes('/pages/sign/document'));
    await page.goto(url);
    expect((await read).headers()['content-type']).toBe('application/pdf');
    await expect
      .poll(async () => (await api.database.db.selectFrom('signature_events').selectAll().execute()).length)
      .toBe(3);
    // How many stops there are within the frame before it is the browser's own business.
    await page.locator('#name').focus();
    await page.locator('#name').pressSequentially('First Last');
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toBe('agree');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('BUTTON');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Signed' }).waitFor();
    expect(await page.getByRole('status').textContent()).toBe('Subscription Agreement is signed by First Last.');
    expect(await page.getByRole('link', { name: 'Download the signed document' }).getAttribute('href')).toContain(
      '/v3/',
    );
    expect(complaints).toEqual([]);
  });

  test('fits a narrow screen, names its fields, and leads to the first fault', async () => {
    const { page, url, complaints } = await start();
    await page.goto(url);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(NARROW.width);
    expect(await page.getByTitle('The document: Subscription Agreement').count()).toBe(1);
    await page.getByRole('button', { name: 'Sign' }).click();
    await page.getByText('Write your full name').waitFor();
    await expect.poll(() => focused(page)).toBe('name');
    expect(await page.getByLabel('Your full name').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Your full name').fill('First Last');
    await page.getByLabel('I have read the document').check();
    await page.getByRole('button', { name: 'Sign' }).click();
    await page.getByRole('heading', { name: 'Signed' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('declines, and notifies the page that embeds it', async () => {
    const { page, url, api } = await start();
    await page.goto(api.storage.address);
    const message = page.evaluate('new Promise((resolve) => addEventListener("message", ({ data }) => resolve(data)))');
    await page.evaluate((source) => {
      const { document } = globalThis as unknown as {
        document: { body: { append(node: unknown): void }; createElement(name: string): { src: string } };
      };
      const frame = document.createElement('iframe');
      frame.src = source;
      document.body.append(frame);
    }, url);
    const frame = page.frameLocator('iframe').first();
    await frame.getByText('I do not want to sign').click();
    await frame.getByLabel('Why not').fill('Too dear');
    await frame.getByRole('button', { name: 'Decline' }).click();
    expect(await message).toMatchObject({ source: 'sign', status: 'DECLINED' });
    expect(api.fired).toMatchObject([{ method: 'updateDocuSignStatus', fields: { esignstatus: 'DECLINED' } }]);
  });
});
