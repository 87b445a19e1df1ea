/** Prices that the reader marks on the market: alerts, and own orders as lines of the chart. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../../support/browser.ts';
import { violationsOn } from '../support/accessibility.ts';
import { openConsole, venueOfFile } from '../support/venue.ts';

describeInBrowser('on the market', (open) => {
  const venue = venueOfFile();
  const trader = () => venue().credentials('client');
  const marketPage = async (): Promise<Page> => {
    const page = await open();
    await page.setViewportSize({ width: 1440, height: 900 });
    await openConsole(page, venue().url, trader(), 'market');
    return page;
  };

  test('an own order is moved by its line of the chart, or by keys, and asks as any change does', async () => {
    const other = await venue().newClient('Example Broker');
    await venue().call(trader(), 'cancelOrders');
    await venue().order(other, { action: 'Sell', quantity: 10, price: '9.94' });
    await venue().order(trader(), { action: 'Buy', quantity: 10, price: '9.94' });
    const id = await venue().order(trader(), { action: 'Buy', quantity: 80, price: '9.90' });
    const page = await marketPage();
    const button = page.getByRole('button', { name: `Move order ${id}: Buy 80 at 9.90` });
    await button.waitFor();
    await page.locator('.chart-place canvas').first().waitFor();
    expect(await violationsOn(page)).toEqual([]);

    await button.focus();
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowUp');
    await page.getByRole('button', { name: `Move order ${id}: Buy 80 at 9.93` }).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: `Change order ${id}: Buy Example Security` });
    expect(await dialog.getByLabel('Price').inputValue()).toBe('9.93');
    await dialog.getByRole('button', { name: 'Change', exact: true }).click();
    const row = page.locator(`.orders tr[data-order="${id}"]`);
    await row.getByText('9.93').waitFor();

    // Where the line is: the chart lays its prices out by itself.
    const chart = page.locator('.chart-place');
    const box = (await chart.boundingBox())!;
    const x = box.x + box.width / 3;
    const isOnLine = async (y: number) => {
      await page.mouse.move(x, y);
      return (await chart.getAttribute('style'))?.includes('ns-resize') === true;
    };
    const line = async (): Promise<number> => {
      for (let y = box.y + 2; y < box.y + box.height; y += 4) if (await isOnLine(y)) return y + 4;
      return Number.NaN;
    };
    await expect.poll(line).not.toBeNaN();
    const y = await line();
    await page.mouse.down();
    await page.mouse.move(x, y + 30, { steps: 5 });
    await page.mouse.up();
    await dialog.waitFor();
    expect(Number(await dialog.getByLabel('Price').inputValue())).toBeLessThan(9.93);
    await page.keyboard.press('Escape');
    // Nothing was sent, and the line is back.
    await page.getByRole('button', { name: `Move order ${id}: Buy 80 at 9.93` }).waitFor();
    await row.getByText('9.93').waitFor();
    await venue().call(trader(), 'cancelOrders');
  });

  test('a price alert says once that it was reached, and one is removed', async () => {
    const other = await venue().newClient('Example Broker');
    await venue().call(trader(), 'cancelOrders');
    const page = await marketPage();
    const open = page.locator('.security summary', { hasText: 'Alert' });
    await open.click();
    const add = async (price: string) => {
      await page.getByLabel(/^Alert when it is/).fill(price);
      await page.keyboard.press('Enter');
    };
    await add('12.00');
    await add('9.10');
    await page.locator('.price-alerts p', { hasText: 'at or below 9.10' }).waitFor();
    await page.getByRole('button', { name: 'Remove the alert at or below 9.10 of Example Security' }).click();
    await page.locator('.price-alerts p', { hasText: '9.10' }).waitFor({ state: 'detached' });
    expect(await violationsOn(page)).toEqual([]);
    await page.reload();
    await open.click();
    await page.locator('.price-alerts p', { hasText: 'at or above 12.00' }).waitFor();
    await venue().order(other, { action: 'Buy', quantity: 10, price: '12.05' });
    await page.getByText('Example Security is at 12.00 or above.').first().waitFor();
    await page.locator('.price-alerts p', { hasText: '12.00' }).waitFor({ state: 'detached' });
    await venue().call(other, 'cancelOrders');
  });
});
