import { expect, test } from 'vitest';
import { openDatabase } from '../../../../src/database/open-database.ts';
import { describeInBrowser } from '../../../support/browser.ts';
import { addressOf, FORM } from './bank-page.ts';
import { startAch } from './fixture.ts';

describeInBrowser('the page of a bank account, used by keyboard alone', (openPage) => {
  test('is filled in, corrected and sent', async () => {
    const ach = await startAch(await openDatabase({ file: ':memory:' }), { nickname: null });
    const page = await openPage();
    const problems: string[] = [];
    page.on('console', (message) => problems.push(`${message.text()} ${new URL(message.location().url).pathname}`));
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(await addressOf(ach));
    expect(await page.title()).toBe('Link a bank account');
    const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    expect(isWide).toBe(false);
    await page.getByLabel('Name of the bank').focus();
    for (const text of [FORM.bankName, FORM.holder, '123456789', FORM.accountNumber, FORM.accountNumber]) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('routingNumber');
    expect(await page.getByLabel('Name of the bank').inputValue()).toBe(FORM.bankName);
    expect(await page.getByLabel('Account number', { exact: true }).inputValue()).toBe('');
    await page.getByLabel('Routing number').fill(FORM.routingNumber);
    await page.getByLabel('Account number', { exact: true }).fill(FORM.accountNumber);
    await page.getByLabel('Account number, again').fill(FORM.accountNumber);
    await page.getByLabel('Kind of account').selectOption('Savings');
    await page.getByRole('button', { name: 'Link this account' }).click();
    await page.getByRole('heading', { name: 'Bank account linked' }).waitFor();
    expect(ach.api.fired.map(({ method }) => method)).toEqual(['linkExternalAccount']);
    // Of a form with faults, which is HTTP 422, and of an icon that it looks for, a browser writes to its console.
    expect(problems.filter((problem) => !/422|favicon\.ico$/.test(problem))).toEqual([]);
    await page.close();
  });
});
