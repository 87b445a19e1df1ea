/** The form for a card in a real browser: keyboard, check digits, labels, narrow screens. */
import { expect, test } from 'vitest';
import { openDatabase } from '../../../../src/database/open-database.ts';
import { describeInBrowser, NARROW } from '../../../support/browser.ts';
import { fieldsOf } from '../../shared/api.ts';
import { startCards } from './cards-api.ts';

describeInBrowser('the form for a card in Chromium', (open) => {
  test('is filled in by keyboard; a wrong number is reported before it is sent', async () => {
    const database = await openDatabase({ file: ':memory:' });
    const api = await startCards(database);
    const { accountDetails } = fieldsOf(await api.call('POST', 'linkCreditCard', { accountId: api.accountId }));
    const page = await open();
    await page.goto(String(accountDetails));
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(NARROW.width);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.method()));
    await page.getByLabel('Name on card').focus();
    for (const text of ['First Last', '4242 4242 4242 4241', '12/35', '123', '10001']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.getByText('Check the number of the card.').waitFor();
    expect(await page.getByLabel('Card number').getAttribute('aria-invalid')).toBe('true');
    expect(sent).not.toContain('POST');
    const shot = process.env.TEST_SCREENSHOT;
    if (shot !== undefined) await page.screenshot({ path: shot });
    await page.getByLabel('Card number').fill('4242 4242 4242 4242');
    await page.keyboard.press('Enter');
    await page.getByText('Your Visa card ending in 4242 was saved.').waitFor();
    await page.close();
    await database.close();
  });
});
