import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../../support/browser.ts';
import { openConsole, venueOfFile } from '../support/venue.ts';

const WIDE = { width: 1440, height: 900 };

/** Fills the ticket and sends it. */
async function send(page: Page, order: { side: 'Buy' | 'Sell'; shares: string; price: string; condition?: string }) {
  await page.locator('.ticket').getByText(order.side, { exact: true }).click();
  await page.locator('.ticket').getByLabel('Shares', { exact: true }).fill(order.shares);
  await page.locator('.ticket').getByLabel('Price', { exact: true }).fill(order.price);
  if (order.condition !== undefined) await page.getByLabel('Condition').selectOption({ label: order.condition });
  await page.getByText('Ready to send').waitFor();
  const isUnusual = (await page.locator('.ticket .unusual').count()) > 0;
  await page.locator('#ticket-send').click();
  if (isUnusual) await page.getByRole('dialog').getByRole('button', { name: order.side }).click();
  await page
    .getByText(/Order \d+: (Working|Filled \d+ @ )/)
    .first()
    .waitFor();
}

describeInBrowser('two traders', (open) => {
  const venue = venueOfFile();
  const two = async () => {
    const other = await venue().newClient('Example Broker');
    const [one, another] = [await open(), await open()];
    for (const page of [one, another]) await page.setViewportSize(WIDE);
    await openConsole(one, venue().url, venue().credentials('client'));
    await openConsole(another, venue().url, other);
    return { one, another, other };
  };

  test('trade with each other, and both see it', async () => {
    const { one, another } = await two();
    await send(one, { side: 'Sell', shares: '70', price: '10.10' });
    await another.getByRole('button', { name: 'Buy at 10.10' }).waitFor();
    await send(another, { side: 'Buy', shares: '70', price: '10.10' });
    for (const page of [one, another]) {
      await page.locator('.orders').getByRole('button', { name: 'Ended' }).click();
      await page.locator('.orders').getByText('70 of 70').waitFor();
      await page.locator('.security .last').getByText('10.10').waitFor();
      await page.locator('.time-and-sales tbody tr').first().getByText('70').waitFor();
    }
  });

  test('a trade that the operator corrects is shown as it is now, and marked, live and later', async () => {
    const { one, other } = await two();
    const seller = venue().credentials('client');
    const orderid = await venue().order(seller, { action: 'Sell', quantity: 61, price: '10.10' });
    await venue().order(other, { action: 'Buy', quantity: 61, price: '10.10' });
    await one.locator('.time-and-sales tbody tr').first().getByText('61').waitFor();
    const { orderDetails } = await venue().call(seller, 'getOrder', { orderid });
    const [{ matchedOrders }] = orderDetails as [{ matchedOrders: [{ matchid: string }] }];
    const tradeID = matchedOrders[0].matchid;
    const terms = { price: '10.15', quantity: 43, reason: 'entered by mistake' };
    await venue().call(venue().credentials('operator'), 'adjustTrade', { tradeID, ...terms });
    const later = await open();
    await later.setViewportSize(WIDE);
    await openConsole(later, venue().url, seller);
    for (const page of [one, later]) {
      await page.locator('.orders').getByRole('button', { name: 'Trades' }).click();
      for (const panel of ['.time-and-sales', '.orders']) {
        const row = page.locator(`${panel} tbody tr`).filter({ hasText: 'corrected' }).first();
        await row.waitFor();
        expect(await row.innerText()).toMatch(/10\.15[\s\S]*43|43[\s\S]*10\.15/);
      }
    }
  });

  test('an all-or-none order waits, says why, and fills; a hidden one shows to nobody else', async () => {
    const { one, another } = await two();
    await send(another, { side: 'Buy', shares: '300', price: '9.50', condition: 'all or none' });
    await another
      .getByRole('button', { name: /^Why order/ })
      .first()
      .click();
    const why = another.getByRole('dialog');
    await why.getByText('It waits:').first().waitFor();
    expect(await why.innerText()).toMatch(/least fill\s+300/);
    await another.keyboard.press('Escape');
    await one.getByText('9.50').first().waitFor();
    const seller = venue().credentials('client');
    await venue().order(seller, { action: 'Sell', quantity: 40, price: '9.87', disclosePrice: 'No' });
    await venue().order(seller, { action: 'Sell', quantity: 300, price: '9.50' });
    await another.locator('.orders').getByRole('button', { name: 'Ended' }).click();
    await another.locator('.orders').getByText('300 of 300').waitFor();
    expect(await another.locator('body').innerText()).not.toContain('9.87');
    await one.locator('.orders').getByText('9.87').waitFor();
  });

  test('an order is changed and cancelled with the keyboard alone', async () => {
    const { another } = await two();
    await another.locator('.ticket').waitFor();
    await another.keyboard.press('b');
    await another.keyboard.type('25');
    await another.keyboard.press('Tab');
    await another.keyboard.type('8.11');
    await another.getByText('Ready to send').waitFor();
    await another.keyboard.press('Enter');
    // 8.11 is far from the last price: it is asked about once more.
    await another.getByRole('dialog').getByText('% below').waitFor();
    await another.keyboard.press('Enter');
    await another.locator('.orders').getByText('0 of 25').waitFor();
    await another.keyboard.press('Escape');
    await another.keyboard.press('o');
    await another.keyboard.press('r');
    await another.getByRole('dialog').getByLabel('Shares in all').fill('20');
    await another.keyboard.press('Enter');
    await another.locator('.orders').getByText('0 of 20').waitFor();
    await another.keyboard.press('o');
    await another.keyboard.press('x');
    await another.getByRole('dialog', { name: /^Cancel order/ }).waitFor();
    await another.keyboard.press('Enter');
    await another.getByText('No order is open.').waitFor();
    await another.keyboard.press('?');
    await another.getByText('Keys, while no field is written in').waitFor();
  });
});
