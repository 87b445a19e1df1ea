/** Keys act on the order that the reader chose, in the security that is shown, and ask before they cancel. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoOffering } from '../../../src/modules/examples/index.ts';
import { describeInBrowser } from '../../support/browser.ts';
import { confirmByKey, openConsole, venueOfFile } from '../support/venue.ts';

describeInBrowser('the keys of orders', (open) => {
  const venue = venueOfFile();
  const trader = () => venue().credentials('client');
  const statusOf = async (orderid: string) => {
    const { orderDetails } = await venue().call(trader(), 'getOrder', { orderid });
    return (orderDetails as [{ status: string }])[0].status;
  };
  const place = (price: string, fields = {}) =>
    venue().order(trader(), { action: 'Buy', quantity: 20, price, ...fields });
  const marketOf = async (): Promise<Page> => {
    const page = await open();
    await page.setViewportSize({ width: 1440, height: 900 });
    await openConsole(page, venue().url, trader(), 'market');
    return page;
  };
  /** The row of an order, chosen by its key. */
  const choose = async (page: Page, id: string) => {
    await page.locator(`tr[data-order="${id}"]`).focus();
    await page.locator(`tr[data-order="${id}"][aria-selected="true"]`).waitFor();
  };

  test('do nothing to an order that nobody chose, and say so; after a cancel none is chosen', async () => {
    const [one, other] = [await place('8.01'), await place('8.02')];
    const page = await marketOf();
    await page.locator(`tr[data-order="${other}"]`).waitFor();
    for (const key of ['x', 'r', 'w']) {
      await page.keyboard.press(key);
      await page.getByText('No order is chosen.').last().waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
    }
    await choose(page, one);
    await page.keyboard.press('x');
    const dialog = page.getByRole('dialog', { name: new RegExp(`^Cancel order ${one}: Buy .* at 8\\.01$`) });
    await dialog.getByText('20 of its 20 shares, worth $160.20, are taken from the book.').waitFor();
    await dialog.getByRole('button', { name: 'Back' }).click();
    expect(await statusOf(one)).toBe('Live');
    await page.keyboard.press('x');
    await confirmByKey(page);
    await page.getByText(`Order ${one} is cancelled.`).waitFor();
    await page.locator(`tr[data-order="${one}"]`).waitFor({ state: 'detached' });
    await page.keyboard.press('x');
    await page.getByText('No order is chosen.').last().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await statusOf(other)).toBe('Live');
    await venue().call(trader(), 'cancelOrders');
  });

  test('do nothing in a security that is not shown until Enter shows it', async () => {
    const { issuerId, securityId } = venue().demo;
    const { offeringDetails } = await venue().call(
      trader(),
      'createOffering',
      demoOffering(issuerId, 'Second Shares'),
      'PUT',
    );
    const second = /"offeringId":"?(\d+)/.exec(JSON.stringify(offeringDetails))?.[1] ?? '';
    await venue().call(trader(), 'updateOffering', { offeringId: second, offeringStatus: 'Approved' });
    const id = await place('8.03', { securityid: second });
    const page = await marketOf();
    await page.locator('.watch tbody tr').filter({ hasText: securityId }).getByRole('cell').nth(1).click();
    await page.locator('.security').getByText(securityId).waitFor();
    await choose(page, id);
    await page.keyboard.press('x');
    await page.getByText(`Order ${id} is in Second Shares, which is not shown.`).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.locator('.security').getByText(second).waitFor();
    await page.keyboard.press('x');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
    await page.getByText(`Order ${id} is cancelled.`).waitFor();
  });

  test('change an order by digits alone: the first field has the focus', async () => {
    const id = await place('8.04');
    const page = await marketOf();
    await choose(page, id);
    await page.keyboard.press('r');
    await page.keyboard.type('15');
    await page.keyboard.press('Enter');
    await page.locator('.orders').getByText('0 of 15').waitFor();
  });
});
